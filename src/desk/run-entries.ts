import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Run } from "../run/run.ts";
import { type RunEntry, runEntry } from "./run-list.ts";

/** Runs as lists show them. To read a large one takes a second, so that one that has not changed since is not read again. */
export class RunEntries {
  readonly #known = new Map<string, { stamp: string; entry: RunEntry }>();

  /** What a list says of the run in a folder. */
  async of(dir: string): Promise<RunEntry> {
    const stamp = await stampOf(dir);
    const known = this.#known.get(dir);
    if (known?.stamp === stamp) return known.entry;
    const found = await Run.inspect(dir);
    const entry = runEntry(found);
    // Whether a process that has the run still lives, no file says.
    if (found.owner) this.#known.delete(dir);
    else this.#known.set(dir, { stamp, entry });
    return entry;
  }
}

/** Changes with every file of the run. */
async function stampOf(dir: string): Promise<string> {
  const names = await readdir(dir).catch((): string[] => []);
  const files = names.sort().map(async (name) => {
    const facts = await stat(join(dir, name)).catch(() => undefined);
    return facts ? `${name} ${facts.size} ${facts.mtimeMs}` : name;
  });
  return (await Promise.all(files)).join("\n");
}
