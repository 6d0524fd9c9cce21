import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { judgeEmail } from "../../lead/email.ts";
import type { CommandValues } from "../../settings/options.ts";
import type { Limits } from "../../smoke/checks/limits.ts";
import type { CheckChoice } from "../../smoke/choose-checks.ts";
import { type Baseline, parseBaseline } from "../../smoke/discovery/baseline.ts";
import { askedIds } from "../../smoke/discovery/discover.ts";
import { requireChoice } from "../../smoke/run-smoke.ts";
import { parseEmailTemplate } from "../../smoke/smoke-lead.ts";
import { commandError } from "../command-errors.ts";
import { requireOwn } from "./write-text.ts";

export type SmokeOptions = CommandValues<"smoke">;

export interface SmokeSettings {
  mayCreate: boolean;
  isDiscovering: boolean;
  /** Where the discovered facts are kept. */
  outputPath: string | null;
  baseline: Baseline | null;
  roundCount: number;
  waitMs: number;
  choice: CheckChoice;
  limits: Limits;
  /** Why a check may differ, by its id. */
  accepted: ReadonlyMap<string, string>;
  email(tag: string): string;
  existingUser: string | null;
}

const BASELINE_MARK = '"leadctlDiscovery"';

/**
 * Reads the flags and the baseline, and makes sure that the file can be written: a run that has created quotes must
 * not fail over a misspelt folder.
 *
 * @param existingUser The one that is given, or that the sandbox knows.
 * @throws CliError with exit code 2.
 */
export async function parseSmokeSettings(
  options: SmokeOptions,
  existingUser: string | null,
): Promise<SmokeSettings> {
  const { output, baseline, create: mayCreate } = options;
  if (existingUser !== null && judgeEmail(existingUser) === "invalid") {
    throw commandError("usage/existing-user", { existingUser });
  }
  const choice = choiceOf(options);
  const accepted = acceptedOf(options.accept);
  requireChoice(choice, accepted.keys(), { mayCreate, existingUser });
  if (output !== undefined && baseline !== undefined && resolve(output) === resolve(baseline)) {
    throw commandError("baseline-is-output", { output });
  }
  const settings: SmokeSettings = {
    mayCreate,
    isDiscovering: options.discover || output !== undefined || baseline !== undefined,
    outputPath: output ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
    roundCount: options.roundCount,
    waitMs: options.waitMs,
    choice,
    limits: limitsOf(options),
    accepted,
    email: parseEmailTemplate(options.email),
    existingUser,
  };
  if (output !== undefined) await requireLesser(output, settings);
  return settings;
}

/** Which checks are wanted; also where other options cannot be read. */
export function choiceOf({ only, skip }: Pick<SmokeOptions, "only" | "skip">): CheckChoice {
  const names = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");
  return { only: only.length === 0 ? null : names(only), skip: names(skip) };
}

/** What is asked beyond the interface; also where other options cannot be read. */
export function limitsOf({
  retriesMax,
  p95MsMax,
}: Partial<Pick<SmokeOptions, "retriesMax" | "p95MsMax">>): Limits {
  return { retriesMax: retriesMax ?? null, p95MsMax: p95MsMax ?? null };
}

function acceptedOf(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text): [string, string] => {
      const [id = "", ...rest] = text.split("=");
      const reason = rest.join("=").trim();
      if (reason !== "") return [id.trim(), reason];
      throw commandError("usage/accept", { text });
    }),
  );
}

function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw commandError("baseline-missing", { path, why: (error as Error).message });
  }
  return parseBaseline(text, path);
}

/** A baseline is not replaced by one that knows less: what only the older one has would never be compared again. */
async function requireLesser(path: string, settings: SmokeSettings): Promise<void> {
  await requireOwn("--output", path, BASELINE_MARK, "a baseline");
  let older: Baseline;
  try {
    older = parseBaseline(readFileSync(path, "utf8"), path);
  } catch {
    // There is none, or one that holds nothing.
    return;
  }
  const asked = new Set(askedIds(settings));
  const lost = older.facts.filter(({ id }) => !asked.has(id));
  if (lost.length === 0) return;
  throw commandError("baseline-fuller", { path, ids: lost.map(({ id }) => id) });
}
