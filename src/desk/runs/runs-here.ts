import { dirname, isAbsolute, join } from "node:path";
import { findKnownRuns, type KnownRuns } from "../../run/folder/known-runs.ts";
import { runId } from "../../run/folder/run-folder.ts";
import { RUNS_FOLDER } from "../../run/run-paths.ts";
import { readConfig } from "../../settings/config-file.ts";
import type { PlaceValues } from "../../settings/options.ts";
import { deskError } from "../desk-errors.ts";

/** The part of a desk that says which configuration applies. */
interface Configured {
  options: Pick<PlaceValues, "config">;
}

/** All runs that a desk knows: those of its folder, of the configuration, and where `submit --out` put them. */
export async function runsHere({ options }: Configured): Promise<KnownRuns> {
  const config = await readConfig(options.config);
  return findKnownRuns([], config?.runs ?? []);
}

/** What the page calls a run: its folder's name among the others, else its path. */
export function runName(dir: string): string {
  if (dirname(dir) === RUNS_FOLDER) return runId(dir);
  return isAbsolute(dir) || dir.startsWith(".") ? dir : `./${dir}`;
}

/**
 * The folder of a run that the page names. A name is only compared with those that are there.
 *
 * @throws CliError with exit code 2 when there is none of that name (any more).
 */
export async function findRunHere(name: string, desk: Configured): Promise<string> {
  const { dirs } = await runsHere(desk);
  const dir = dirs.find((each) => runName(each) === name);
  if (dir !== undefined) return dir;
  throw deskError("run-unknown", { dir: join(RUNS_FOLDER, name) });
}
