import { readSources } from "../import-graph.ts";

const FILES = [...readSources("test").keys()].filter((path) => path.endsWith(".test.ts"));

/** What stands between a file's name and `.test.ts`: when it runs. */
const CLASSES = ["", ".landing", ".long"];

/**
 * The path of a test file, from the root of the project, whichever class it belongs to.
 *
 * @param name The file's name without `.test.ts`, with its folder in front only where two have the same name.
 * @throws Error unless there is one.
 */
export function findTest(name: string): string {
  const endings = CLASSES.map((word) => `/${name}${word}.test.ts`);
  const [path, ...more] = FILES.filter((file) => endings.some((ending) => file.endsWith(ending)));
  if (path && more.length === 0) return path;
  throw new Error(`${path ? "More than one test is" : "No test is"} called ${name}`);
}
