import { basename, dirname, join, resolve } from "node:path";
import { openToAppend, syncFolder } from "../../base/durable-file.ts";
import { isObject, parseJson } from "../../base/json-value.ts";
import { readSmallFile } from "../../base/read-lines.ts";
import type { Summary } from "../../outcome/status.ts";
import { isOwnSandbox, type Target } from "../../settings/target.ts";
import { RUNS_FOLDER } from "../run-paths.ts";

/** A run that was removed, as the purge log keeps it: nothing personal. */
export interface PurgedRun {
  /** The name of its folder. */
  run: string;
  /** Name of the input; null where its files could not be read. */
  input: string | null;
  /** When its plan was made. Older lines do not say it. */
  createdAt?: string;
  startedAt: string | null;
  lastAt: string | null;
  purgedAt: string;
  /** Null where its files could not be read, or not all of what it sent is in them. */
  summary: Readonly<Summary> | null;
  /** It went to a sandbox inside the program, and created nothing that is anywhere. Older lines do not say so. */
  sandbox?: true;
}

/** What is needed of a run that is to be removed. */
interface RunFacts {
  plan: { header: { name: string; createdAt: string } };
  record: Pick<Target, "baseUrl"> | null;
  startedAt: string;
  lastAt: string;
  state: { summary: Readonly<Summary> };
  missing: unknown;
}

const NAME = "purged.ndjson";

/**
 * Writes down, durably, that a run is about to be removed: afterwards nobody could tell it from one that never was.
 *
 * @param folder Of runs, where it is looked for.
 */
export async function logPurge(folder: string, dir: string, run: RunFacts | null, at: Date): Promise<void> {
  const purged: PurgedRun = {
    run: basename(resolve(dir)),
    input: run?.plan.header.name ?? null,
    ...(run && { createdAt: run.plan.header.createdAt }),
    startedAt: run?.startedAt ?? null,
    lastAt: run?.lastAt ?? null,
    purgedAt: at.toISOString(),
    summary: run && !run.missing ? run.state.summary : null,
    ...(run?.record && isOwnSandbox(run.record) && { sandbox: true }),
  };
  const handle = await openToAppend(join(folder, NAME));
  try {
    await handle.writeFile(`${JSON.stringify(purged)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
}

/** The runs that were removed from a folder, oldest first. Lines that cannot be read are passed over. */
export function readPurgeLog(folder: string): PurgedRun[] {
  const text = readSmallFile(join(folder, NAME))?.toString() ?? "";
  return text.split("\n").map(parseJson).filter(isPurged);
}

function isPurged(value: unknown): value is PurgedRun {
  return isObject(value) && typeof value.run === "string" && typeof value.purgedAt === "string";
}

function readOrNothing(folder: string): PurgedRun[] {
  try {
    return readPurgeLog(folder);
  } catch {
    return [];
  }
}

/**
 * The last run of this name that was removed from where it lay; of a name without a path, from among the others too.
 *
 * @param createdAt When its plan was made, where that is known: others may have had the same folder.
 */
export function findPurged(dir: string, createdAt?: string): PurgedRun | undefined {
  const name = basename(resolve(dir));
  for (const folder of [dirname(resolve(dir)), ...(dir === name ? [RUNS_FOLDER] : [])]) {
    const isAnother = (other?: string): boolean =>
      other !== undefined && createdAt !== undefined && other !== createdAt;
    const found = readOrNothing(folder).findLast((each) => each.run === name && !isAnother(each.createdAt));
    if (found) return found;
  }
  return undefined;
}
