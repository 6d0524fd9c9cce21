import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { judgeEmail } from "../../lead/email.ts";
import type { CommandValues } from "../../settings/options.ts";
import { type Baseline, parseBaseline } from "../../smoke/discovery/baseline.ts";
import { askedIds } from "../../smoke/discovery/discover.ts";
import { parseEmailTemplate } from "../../smoke/smoke-lead.ts";
import { requireChoice, type SmokeWishes } from "../../smoke/smoke-plan.ts";
import { commandError } from "../command-errors.ts";
import { requireOwn } from "./write-text.ts";

export type SmokeOptions = CommandValues<"smoke">;

export interface SmokeSettings {
  wishes: SmokeWishes;
  /** The file for the discovered facts. */
  outputPath: string | null;
  baseline: Baseline | null;
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
  const wishes: SmokeWishes = {
    ...checksOf(options),
    mayCreate,
    existingUser,
    isDiscovering: options.discover || output !== undefined || baseline !== undefined,
    roundCount: options.roundCount,
    waitMs: options.waitMs,
    accepted: new Map(options.accept.map(acceptedOf)),
    email: parseEmailTemplate(options.email),
  };
  requireChoice(wishes);
  if (output !== undefined && baseline !== undefined && resolve(output) === resolve(baseline)) {
    throw commandError("baseline-is-output", { output });
  }
  if (output !== undefined) await requireLesser(output, wishes);
  return {
    wishes,
    outputPath: output ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
  };
}

/** Which checks are wanted, with limits beyond the interface; also where other options cannot be read. */
export function checksOf({
  only = [],
  skip = [],
  retriesMax,
  p95MsMax,
}: Partial<SmokeOptions>): Pick<SmokeWishes, "choice" | "limits"> {
  const names = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");
  return {
    choice: { only: only.length === 0 ? null : names(only), skip: names(skip) },
    limits: { retriesMax: retriesMax ?? null, p95MsMax: p95MsMax ?? null },
  };
}

function acceptedOf(text: string): [id: string, reason: string] {
  const [id = "", ...rest] = text.split("=");
  const reason = rest.join("=").trim();
  if (reason !== "") return [id.trim(), reason];
  throw commandError("usage/accept", { text });
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
async function requireLesser(path: string, wishes: SmokeWishes): Promise<void> {
  await requireOwn("--output", path, BASELINE_MARK, "a baseline");
  let older: Baseline;
  try {
    older = readBaseline(path);
  } catch {
    // There is no baseline, or an empty one.
    return;
  }
  const asked = new Set(askedIds(wishes));
  const lost = older.facts.filter(({ id }) => !asked.has(id));
  if (lost.length > 0) throw commandError("baseline-fuller", { path, ids: lost.map(({ id }) => id) });
}
