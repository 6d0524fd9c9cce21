import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { readPlanFacts } from "../plan/read-plan.ts";

/** Where everything of a run lies. */
export interface RunPaths {
  dir: string;
  plan: string;
  journal: string;
}

export function runPaths(dir: string): RunPaths {
  return { dir, plan: join(dir, "plan.ndjson"), journal: join(dir, "journal.ndjson") };
}

/** The folder's name is the run's id. */
export function runId(dir: string): string {
  return basename(dir);
}

/**
 * Makes a run's folder, 0700 whatever the umask. A folder that is there already is taken when it holds no
 * whole plan: such a run never began.
 *
 * @throws CliError with exit code 2 when the folder holds a run, or is no folder of the person's own.
 */
export async function makeRunFolder(dir: string): Promise<RunPaths> {
  const paths = runPaths(dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const stat = await lstat(dir);
  if (!stat.isDirectory()) {
    throw refusal(
      "out-not-a-folder",
      `${dir} is not a folder (links are not followed)`,
      "Give another folder with --out.",
    );
  }
  if (await holdsRun(paths)) {
    throw refusal(
      "out-in-use",
      `${dir} already holds a run, and its login links exist nowhere else`,
      `Go on with it: leadctl resume ${dir}. Or give another folder with --out.`,
    );
  }
  const strangers = (await readdir(dir)).filter((name) => !isOurs(name));
  if (strangers.length > 0) {
    throw refusal(
      "out-not-empty",
      `${dir} is not empty: it holds ${strangers[0]}`,
      "Give a new folder with --out.",
    );
  }
  await chmod(dir, 0o700);
  return paths;
}

async function holdsRun(paths: RunPaths): Promise<boolean> {
  const journal = await lstat(paths.journal).catch(() => undefined);
  if (journal && journal.size > 0) return true;
  return (await readPlanFacts(paths.plan).catch(() => undefined)) !== undefined;
}

/** Files that a run which never began may leave behind. */
function isOurs(name: string): boolean {
  return /^(\.?plan\.ndjson(\.tmp)?|journal\.ndjson|\.ballast|run\.lock.*)$/.test(name);
}

function refusal(code: string, message: string, hint: string): CliError {
  return new CliError(message, { code, exitCode: EXIT.usage, hint });
}
