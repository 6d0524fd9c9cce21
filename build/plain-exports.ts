/** As the bundler writes what other files of the program take. */
const GETTER =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\n\tenumerable: true,\n\tget: function\(\) \{\n\t\treturn ([\w$]+);\n\t\}\n\}\);$/gm;

const CONSTANT = /^(?:const|class|(?:async )?function\*?|var(?= [\w$]+ = class\b)) ([\w$]+)/gm;

/** Exports as a property what never changes, where the bundler writes a getter, which V8 has to compile before its first call. */
export function plainExports(code: string): string {
  const constants = new Set([...code.matchAll(CONSTANT)].map(([, name]) => name));
  return code.replace(GETTER, (getter, name: string, local: string) =>
    constants.has(local) ? `exports.${name} = ${local};` : getter,
  );
}
