import * as z from "zod";
import { parseJson } from "../../base/json-value.ts";
import { smokeError } from "../smoke-errors.ts";
import type { Discovery, Fact } from "../smoke-schema.ts";

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

/** The text of a file that {@link parseBaseline} reads; lines of their own, so that `diff` reads it too. */
export function baselineText(baseline: Omit<Baseline, "facts">, facts: readonly Fact[]): string {
  const kept = facts.flatMap(({ id, section, question, observed }) =>
    observed === null ? [] : [{ id, section, question, observed }],
  );
  return `${JSON.stringify({ leadctlDiscovery: VERSION, ...baseline, facts: kept }, null, 2)}\n`;
}

/** @throws CliError with exit code 2 when the text is no such file, or holds nothing to compare with. */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = baselineSchema.safeParse(parseJson(text));
  if (!parsed.success) throw smokeError("baseline-malformed", { path });
  const { leadctlDiscovery: _version, facts, ...origin } = parsed.data;
  const seen = facts.flatMap((fact) =>
    fact.observed === null ? [] : [{ ...fact, observed: fact.observed }],
  );
  if (seen.length === 0) throw smokeError("baseline-empty", { path });
  return { ...origin, facts: seen };
}

/** Adds what is otherwise than then, among what was seen both times. */
export function compareWith({ facts, ...origin }: Baseline, discovery: Discovery): void {
  const before = new Map(facts.map(({ id, observed }) => [id, observed]));
  for (const fact of discovery.facts) fact.before = before.get(fact.id) ?? null;
  const both = discovery.facts.flatMap(({ id, section, question, before, observed: now }) =>
    before === null || now === null ? [] : [{ id, section, question, before, now }],
  );
  discovery.baseline = origin;
  discovery.compared = both.length;
  discovery.changes = both.filter(({ before, now }) => before !== now);
}
