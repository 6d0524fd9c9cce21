import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { judgeEmail } from "../lead/email.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { type Baseline, parseBaseline } from "../smoke/discovery/baseline.ts";
import { parseEmailTemplate } from "../smoke/smoke-lead.ts";

export type SmokeOptions = CommandValues<"smoke">;

export interface SmokeSettings {
  mayCreate: boolean;
  isDiscovering: boolean;
  /** Where the discovered facts are kept. */
  outputPath: string | null;
  junitPath: string | null;
  baseline: Baseline | null;
  roundCount: number;
  email(tag: string): string;
  existingUser: string | null;
}

const BASELINE_MARK = '"leadctlDiscovery"';
const JUNIT_MARK = '<testsuites name="leadctl smoke"';

/**
 * Reads the flags and the baseline, and makes sure that the files can be written: a run that has
 * created quotes must not fail over a misspelt folder.
 *
 * @throws CliError with exit code 2.
 */
export function parseSmokeSettings(options: SmokeOptions): SmokeSettings {
  const { output, junit, baseline, existingUser } = options;
  if (output !== undefined) requireWritable("--output", output, BASELINE_MARK);
  if (junit !== undefined) requireWritable("--junit", junit, JUNIT_MARK);
  if (existingUser !== undefined && judgeEmail(existingUser) === "invalid") {
    throw usageError(
      `--existing-user takes an e-mail address, not "${existingUser}"`,
      "Name an account that has no quote.",
    );
  }
  return {
    mayCreate: options.create,
    isDiscovering: options.discover || output !== undefined || baseline !== undefined,
    outputPath: output ?? null,
    junitPath: junit ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
    roundCount: options.roundCount,
    email: parseEmailTemplate(options.email),
    existingUser: existingUser ?? null,
  };
}

function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw usageError(
      `The baseline ${path} cannot be read: ${(error as Error).message}`,
      `Make one with: leadctl smoke --discover --output ${path}`,
      "baseline-missing",
    );
  }
  return parseBaseline(text, path);
}

/** @param mark What an earlier file of ours holds: nothing else is written over. */
function requireWritable(flag: string, path: string, mark: string): void {
  let text: string;
  try {
    accessSync(dirname(path), constants.W_OK);
    text = existsSync(path) ? readFileSync(path, "utf8") : "";
  } catch (error) {
    throw usageError(`${flag} ${path} cannot be written: ${(error as Error).message}`, "Give another name.");
  }
  if (text !== "" && !text.includes(mark)) {
    throw usageError(`${flag} ${path} would write over a file of another kind`, "Give another name.");
  }
}
