import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import type { Fact } from "./open-point.ts";

/** What was kept of an earlier look at an environment. */
export interface Baseline {
  /** Where and when it was taken, for people. */
  baseUrl: string;
  partner: string;
  takenAt: string;
  facts: Fact[];
}

/** A fact that is not what it was. */
export interface Change {
  id: string;
  section: string;
  question: string;
  before: string;
  now: string;
}

const VERSION = 1;

const baselineSchema = z.object({
  leadctlDiscovery: z.literal(VERSION),
  baseUrl: z.string(),
  partner: z.string(),
  takenAt: z.string(),
  facts: z.array(
    z.object({ id: z.string(), section: z.string(), question: z.string(), observed: z.string().nullable() }),
  ),
});

/** The text of a file that {@link parseBaseline} reads; lines of their own, so that `diff` reads it too. */
export function baselineText(baseline: Baseline): string {
  return `${JSON.stringify({ leadctlDiscovery: VERSION, ...baseline }, null, 2)}\n`;
}

/** @throws CliError with exit code 2 when the text is no such file. */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = baselineSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new CliError(`${path} is no baseline of leadctl smoke`, {
      code: "baseline-malformed",
      exitCode: EXIT.usage,
      hint: `Make one with: leadctl smoke --discover --output ${path}`,
    });
  }
  const { leadctlDiscovery: _version, ...baseline } = parsed.data;
  return baseline;
}

/** What differs between then and now, among what was seen both times. */
export function changesSince(baseline: Baseline, facts: readonly Fact[]): Change[] {
  const before = new Map(baseline.facts.map(({ id, observed }) => [id, observed]));
  return facts.flatMap(({ id, section, question, observed }) => {
    const then = before.get(id) ?? null;
    if (then === null || observed === null || then === observed) return [];
    return [{ id, section, question, before: then, now: observed }];
  });
}

/** How many facts were seen both times. */
export function comparedCount(baseline: Baseline, facts: readonly Fact[]): number {
  const before = new Set(baseline.facts.filter(({ observed }) => observed !== null).map(({ id }) => id));
  return facts.filter(({ id, observed }) => observed !== null && before.has(id)).length;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
