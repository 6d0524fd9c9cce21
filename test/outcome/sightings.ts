import fc from "fast-check";
import { type PersonName, personKeys } from "../../src/lead/person-keys.ts";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import { countRows, type RunEvidence } from "../../src/outcome/evidence.ts";
import type { RunCondition } from "../../src/outcome/guidance-texts.ts";
import {
  AFTER_CRASH,
  afterAnswer,
  afterWord,
  type Decision,
  type LeadState,
  type PersonsWord,
  REFUSED_LOCALLY,
  UNSENT,
} from "../../src/outcome/lead-state.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";
import type { Sighting, Verdict } from "../../src/outcome/verdict.ts";
import type { Blind } from "../../src/outcome/verdict-texts.ts";

export function nameOf(firstName: string, lastName: string): PersonName {
  return personKeys({ contactInfo: { firstName, lastName } }).name;
}

const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];
/** Those that say that nobody has a quote, or that it is safe. */
export const SURE_CODES: readonly Verdict["finding"][] = ["absent", "not-a-lead", "in-use", "practised"];
export const NOTHING_HIDDEN: Blind = { unread: [], purged: 0, absent: [] };
export const ACME = { baseUrl: "https://service.test", partner: "acme" };
export const OTHER = { ...ACME, partner: "other" };
export const SANDBOX = { baseUrl: "sandbox", partner: "sandbox" };

/** What befell a row in its attempts. */
export type Event = { kind: AnswerKind; decision: Decision } | "crash";

export interface Told {
  sighting: Sighting;
  /** Whether the service may have a quote by it, or has the address by its own words. */
  mayBeThere: boolean;
}

export function stateAfter(
  events: readonly Event[],
  isRefused = false,
  word: PersonsWord | null = null,
): LeadState {
  const state = events.reduce<LeadState>(
    (before, event) =>
      event === "crash"
        ? before.status === "created"
          ? before
          : AFTER_CRASH
        : afterAnswer(before, event.kind, event.decision),
    isRefused ? REFUSED_LOCALLY : UNSENT,
  );
  return word !== null && state.maybeCreated ? afterWord(state, word, false) : state;
}

/** Told of the events themselves, and not of the state that they leave. */
function mayBeThere(events: readonly Event[]): boolean {
  return events.some((event) => {
    if (event === "crash" || event.kind === "created" || event.kind === "duplicate") return true;
    return OUTCOME_TABLE[event.kind].mayCreate && event.decision !== "stopped";
  });
}

export function sightingOf(
  state: LeadState,
  target: Sighting["target"],
  facts: {
    at?: number;
    dir?: string;
    condition?: RunCondition;
    last?: AnswerKind;
    wasKnown?: boolean;
    createdIn?: string | null;
  } = {},
): Sighting {
  const {
    at = 1,
    dir = "leadctl-runs/one",
    condition = "complete",
    last,
    wasKnown = last === "duplicate",
    createdIn = null,
  } = facts;
  const run: RunEvidence = {
    dir,
    condition,
    counts: countRows(),
    files: { fix: "fix.csv", report: "report.csv" },
  };
  const answer =
    last === undefined ? null : ({ kind: last, holder: "quote", issues: [], message: null } as never);
  return {
    evidence: {
      row: 3,
      state: createdIn === null ? state : { ...state, linkIn: createdIn },
      last: answer && { answer, httpStatus: 400, body: null },
      turn: "to-come",
      run,
    },
    target,
    at: new Date(at * 1000).toISOString(),
    quoteId: state.status === "created" ? "q-1" : null,
    holder: wasKnown ? "quote" : null,
    hasLink: state.status === "created",
    isCorrected: false,
    name: "Jane Doe",
    names: [nameOf("Jane", "Doe")],
    email: "jane@example.com",
    isFormer: false,
  };
}

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(...KINDS),
      decision: fc.constantFrom<Decision>("settled", "again", "stopped"),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Event>("crash") },
);

export const anyTold: fc.Arbitrary<Told> = fc
  .record({
    events: fc.array(anyEvent, { maxLength: 4 }),
    isRefused: fc.boolean(),
    word: fc.option(fc.constantFrom<PersonsWord>("created", "not-created")),
    target: fc.constantFrom(ACME, OTHER, SANDBOX, null),
    condition: fc.constantFrom<RunCondition>(
      "complete",
      "complete",
      "in progress",
      "in doubt",
      "older journal",
      "damaged",
    ),
    at: fc.integer({ min: 1, max: 1000 }),
    elsewhere: fc.option(fc.constant("leadctl-runs/gone"), { freq: 8 }),
  })
  .map(({ events, isRefused, word, target, condition, at, elsewhere }) => {
    // A run that is bound to nobody has sent nothing; what was refused here was not sent either.
    const sent = isRefused || target === null ? [] : events;
    const state = stateAfter(sent, isRefused, word);
    const answers = sent.flatMap((event) => (event === "crash" ? [] : [event.kind]));
    const last = answers.at(-1);
    const wasKnown = answers.includes("duplicate");
    // Who has sent nothing to anybody has not looked for other runs; in a sandbox there is nothing to keep.
    const createdIn = target === ACME || target === OTHER ? elsewhere : null;
    const sighting = sightingOf(state, target, {
      at,
      condition,
      wasKnown,
      createdIn,
      ...(last !== undefined && { last }),
    });
    const isUnderWay = condition === "in progress" && state.resumable;
    const isThere = createdIn !== null;
    const isHidden =
      condition === "older journal" ||
      condition === "damaged" ||
      (condition === "in doubt" && state.resumable);
    return { sighting, mayBeThere: mayBeThere(sent) || isThere || isUnderWay || isHidden };
  });
