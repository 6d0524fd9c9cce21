import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FoundRun, Run } from "../../run/run.ts";

/**
 * What was made of runs by reading them. To read a large one takes a second, so that it is kept until a file of the run
 * changes; of one that a process works on it is not, since whether that still lives no file says.
 */
export class KeptRuns<T> {
  readonly #make: (found: FoundRun) => T;
  readonly #countMax: number;
  readonly #kept = new Map<string, { stamp: string; made: Promise<T> }>();

  /** @param countMax Of those that are kept; the oldest goes first. */
  constructor(make: (found: FoundRun) => T, countMax = Number.POSITIVE_INFINITY) {
    this.#make = make;
    this.#countMax = countMax;
  }

  /**
   * @param dir The run's folder.
   * @throws what making it throws.
   */
  async of(dir: string): Promise<T> {
    const stamp = await stampOf(dir);
    const known = this.#kept.get(dir);
    if (known?.stamp === stamp) return known.made;
    const found = Run.inspect(dir);
    const entry = { stamp, made: found.then(this.#make) };
    this.#kept.delete(dir);
    this.#kept.set(dir, entry);
    const forget = (): void => {
      if (this.#kept.get(dir) === entry) this.#kept.delete(dir);
    };
    entry.made.catch(forget);
    found.then(({ owner }) => owner && forget(), forget);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#countMax && oldest !== undefined) this.#kept.delete(oldest);
    return entry.made;
  }
}

/** Changes with every file of the run, and once a file has come or gone: a lock that was taken and let go leaves nothing else. */
export async function stampOf(dir: string): Promise<string> {
  const names = await readdir(dir).catch((): string[] => []);
  const files = [".", ...names.sort()].map(async (name) => {
    const facts = await stat(join(dir, name)).catch(() => undefined);
    return facts ? `${name} ${facts.size} ${facts.mtimeMs}` : name;
  });
  return (await Promise.all(files)).join("\n");
}
