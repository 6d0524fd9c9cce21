import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import { noRows, type RunCondition, type RunEvidence } from "../../src/outcome/evidence.ts";
import { type Blind, judgeLead, type Sighting } from "../../src/outcome/lead-fate.ts";
import {
  afterAnswer,
  afterCrash,
  afterWord,
  type Decision,
  type LeadState,
  type PersonsWord,
  REFUSED_LOCALLY,
  UNSENT,
} from "../../src/outcome/lead-state.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";

const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];
const NOTHING_HIDDEN: Blind = { unread: [], purgedCount: 0, absent: [] };
const ACME = { baseUrl: "https://service.test", partner: "acme" };
const OTHER = { ...ACME, partner: "other" };
const SANDBOX = { baseUrl: "sandbox", partner: "sandbox" };

/** What befell a row in its attempts. */
type Event = { kind: AnswerKind; decision: Decision } | "crash";

interface Told {
  sighting: Sighting;
  /** Whether the service may have a quote by it, or has the address by its own words. */
  mayBeThere: boolean;
}

function stateAfter(events: readonly Event[], isRefused = false, word: PersonsWord | null = null): LeadState {
  const state = events.reduce<LeadState>(
    (before, event) =>
      event === "crash"
        ? before.status === "created"
          ? before
          : afterCrash()
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

function sightingOf(
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
    counts: noRows(),
    files: { fix: "fix.csv", report: "report.csv" },
  };
  const answer =
    last === undefined ? null : ({ kind: last, holder: "quote", issues: [], message: null } as never);
  return {
    evidence: {
      row: 3,
      state,
      last: answer && { answer, httpStatus: 400, body: null },
      named: null,
      turn: "to come",
      run,
    },
    input: "leads.csv",
    target,
    at: new Date(at * 1000).toISOString(),
    quoteId: state.status === "created" ? "q-1" : null,
    holder: wasKnown ? "quote" : null,
    hasLink: state.status === "created",
    createdIn,
    email: "jane@example.com",
    replacedBy: null,
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

const anyTold: fc.Arbitrary<Told> = fc
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

describe("the verdict over all runs", () => {
  it("never says that sending again is safe where what befell any row allows a second quote", () => {
    fc.assert(
      fc.property(fc.array(anyTold, { minLength: 1, maxLength: 5 }), (told) => {
        const sightings = told
          .map(({ sighting }) => sighting)
          .sort((one, other) => (one.at < other.at ? 1 : -1));
        const verdicts = judgeLead(sightings, NOTHING_HIDDEN);
        for (const { sendAgain, exists, target, isSandbox, headline } of verdicts) {
          // A sandbox inside the program is no service.
          if (isSandbox) continue;
          const here = told.filter(
            ({ sighting: { target: its } }) =>
              its === null || (its.baseUrl === target?.baseUrl && its.partner === target?.partner),
          );
          if (here.some((each) => each.mayBeThere)) {
            expect(sendAgain).not.toBe("yes");
            expect(exists).not.toBe("no");
            expect(headline).not.toMatch(/^Does not exist:|[Ss]afe/);
          } else expect(exists).toBe("no");
        }
      }),
      { numRuns: 400 },
    );
  });

  it("is one for each service: another partner is another one, and a sandbox is none", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const failed = stateAfter([{ kind: "not-sent", decision: "settled" }]);
    const verdicts = judgeLead(
      [sightingOf(created, OTHER), sightingOf(created, SANDBOX), sightingOf(failed, ACME)],
      NOTHING_HIDDEN,
    );
    expect(
      verdicts.map(({ target, exists, sendAgain }) => [target?.partner, exists, sendAgain]),
    ).toStrictEqual([
      ["other", "yes", "no"],
      ["acme", "no", "yes"],
      ["sandbox", "no", "yes"],
    ]);
  });

  it("takes the link from the run that has it, whatever another run was told later", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const [verdict] = judgeLead(
      [
        sightingOf(duplicate, ACME, { at: 9, dir: "leadctl-runs/two", last: "duplicate" }),
        sightingOf(created, ACME, { at: 5 }),
      ],
      NOTHING_HIDDEN,
    );
    expect(verdict).toMatchObject({
      exists: "yes",
      sendAgain: "no",
      link: { evidence: { run: { dir: "leadctl-runs/one" } } },
    });
  });

  it.each([
    [{ unread: ["leadctl-runs/broken"], purgedCount: 0, absent: [] }, /leadctl-runs\/broken cannot be read/],
    [{ unread: [], purgedCount: 2, absent: [] }, /2 runs were removed/],
    [{ unread: [], purgedCount: 0, absent: ["far/away"] }, /far\/away is not there/],
  ])("is not certain where %j", (blind, says) => {
    const [verdict] = judgeLead([sightingOf(REFUSED_LOCALLY, ACME)], blind);
    expect(verdict).toMatchObject({ exists: "no", sendAgain: "unclear" });
    expect(verdict?.headline).toMatch(says);
  });
});
