import { readSources } from "../import-graph.ts";

const FILES = [...readSources("test").keys()].filter((path) => path.endsWith(".test.ts"));

/**
 * The path of a test file, from the root of the project.
 *
 * @param name The file's name without `.test.ts`, with its folder in front only where two have the same name.
 * @throws Error unless there is one.
 */
export function findTest(name: string): string {
  const [path, ...more] = FILES.filter((file) => file.endsWith(`/${name}.test.ts`));
  if (path && more.length === 0) return path;
  throw new Error(`${path ? "More than one test is" : "No test is"} called ${name}`);
}
