const TOKEN = /\s+|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[{}[\],:]|[^\s{}[\],:"]+|"/g;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

/**
 * The line, from 1, where a text stops to be JSON. Engines tell it in too many ways, and quote what stands there.
 */
export function jsonFaultLine(text: string): number {
  const open: string[] = [];
  let expected: Expected = "value";
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^\s/.test(token)) line += token.split("\n").length - 1;
    else {
      const next = after(token, expected, open);
      if (next === undefined) return line;
      expected = next;
    }
  }
  return line;
}

/** What may follow a token; undefined when the token itself may not stand here. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  const takesValue = expected === "value" || expected === "value or ]";
  const takesKey = expected === "key" || expected === "key or }";
  const closed = (): Expected => (open.length > 0 ? ", or end" : "end");
  switch (token) {
    case "{":
    case "[":
      if (!takesValue) return undefined;
      open.push(token);
      return token === "{" ? "key or }" : "value or ]";
    case "}":
      if (open.at(-1) !== "{" || (expected !== "key or }" && expected !== ", or end")) return undefined;
      open.pop();
      return closed();
    case "]":
      if (open.at(-1) !== "[" || (expected !== "value or ]" && expected !== ", or end")) return undefined;
      open.pop();
      return closed();
    case ",":
      if (expected !== ", or end") return undefined;
      return open.at(-1) === "{" ? "key" : "value";
    case ":":
      return expected === ":" ? "value" : undefined;
    default: {
      const isText = token.length > 1 && token.startsWith('"');
      if (takesKey) return isText ? ":" : undefined;
      return takesValue && (isText || LITERAL.test(token)) ? closed() : undefined;
    }
  }
}
