import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import type { Fact } from "./open-point.ts";

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

type BaselineFile = z.infer<typeof baselineSchema>;

/** What was kept of an earlier look at an environment; where and when it was taken is for people. */
export interface Baseline extends Omit<BaselineFile, "leadctlDiscovery" | "facts"> {
  facts: (BaselineFile["facts"][number] & { observed: string })[];
}

/** A fact that is not what it was. */
export interface Change {
  id: string;
  section: string;
  question: string;
  before: string;
  now: string;
}

/** Two looks at environments beside each other. */
export interface Comparison {
  baseline: Baseline;
  changes: readonly Change[];
  comparedCount: number;
}

/** The text of a file that {@link parseBaseline} reads; lines of their own, so that `diff` reads it too. */
export function baselineText(baseline: Omit<Baseline, "facts">, facts: readonly Fact[]): string {
  const kept = facts.flatMap(({ id, section, question, observed }) =>
    observed === null ? [] : [{ id, section, question, observed }],
  );
  return `${JSON.stringify({ leadctlDiscovery: VERSION, ...baseline, facts: kept }, null, 2)}\n`;
}

/** @throws CliError with exit code 2 when the text is no such file, or holds nothing to compare with. */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = baselineSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw unusable(`${path} is no baseline of leadctl smoke`, "baseline-malformed", path);
  const { leadctlDiscovery: _version, facts, ...origin } = parsed.data;
  const seen = facts.flatMap((fact) =>
    fact.observed === null ? [] : [{ ...fact, observed: fact.observed }],
  );
  if (seen.length === 0) throw unusable(`${path} holds no answer to compare with`, "baseline-empty", path);
  return { ...origin, facts: seen };
}

function unusable(message: string, code: string, path: string): CliError {
  const hint = `Make one with: leadctl smoke --discover --output ${path}`;
  return new CliError(message, { code, exitCode: EXIT.usage, hint });
}

/** What now is otherwise than then, among what was seen both times. */
export function compareWith(baseline: Baseline, facts: readonly Fact[]): Comparison {
  const before = new Map(baseline.facts.map(({ id, observed }) => [id, observed]));
  const both = facts.flatMap(({ id, section, question, observed }) => {
    const then = before.get(id);
    return then === undefined || observed === null
      ? []
      : [{ id, section, question, before: then, now: observed }];
  });
  const changes = both.filter(({ before: then, now }) => then !== now);
  return { baseline, changes, comparedCount: both.length };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
