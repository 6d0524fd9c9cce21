import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { judgeEmail } from "../lead/email.ts";
import { parseCount, usageError } from "../settings/option-values.ts";
import type { TargetFlags } from "../settings/settings.ts";
import { type Baseline, parseBaseline } from "../smoke/discovery/baseline.ts";
import { DEFAULT_EMAIL_TEMPLATE, parseEmailTemplate } from "../smoke/smoke-lead.ts";

/** As commander hands them over; `create` is false with `--no-create`. */
export interface SmokeFlags extends TargetFlags {
  create?: boolean;
  discover?: boolean;
  output?: string;
  baseline?: string;
  junit?: string;
  json?: boolean;
  repeat?: string;
  email?: string;
  existingUser?: string;
  timeout?: string;
}

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

const ROUNDS_MAX = 1_000;
const BASELINE_MARK = '"leadctlDiscovery"';
const JUNIT_MARK = '<testsuites name="leadctl smoke"';

/**
 * Reads the flags and the baseline, and makes sure that the files can be written: a run that has
 * created quotes must not fail over a misspelt folder.
 *
 * @throws CliError with exit code 2.
 */
export function parseSmokeSettings(flags: SmokeFlags): SmokeSettings {
  const { output, junit, baseline, existingUser } = flags;
  if (output !== undefined) requireWritable("--output", output, BASELINE_MARK);
  if (junit !== undefined) requireWritable("--junit", junit, JUNIT_MARK);
  if (existingUser !== undefined && judgeEmail(existingUser) === "invalid") {
    throw usageError(
      `--existing-user takes an e-mail address, not "${existingUser}"`,
      "Name an account that has no quote.",
    );
  }
  return {
    mayCreate: flags.create !== false,
    isDiscovering: flags.discover === true || output !== undefined || baseline !== undefined,
    outputPath: output ?? null,
    junitPath: junit ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
    roundCount: parseCount(flags.repeat ?? "1", "--repeat", 1, ROUNDS_MAX),
    email: parseEmailTemplate(flags.email ?? DEFAULT_EMAIL_TEMPLATE),
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
