import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PersonName, personKeys } from "../../src/lead/person-keys.ts";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import { noRows, type RunCondition, type RunEvidence } from "../../src/outcome/evidence.ts";
import {
  AFTER_CRASH,
  afterAnswer,
  afterDismissal,
  afterWord,
  type Decision,
  type LeadState,
  type PersonsWord,
  REFUSED_LOCALLY,
  UNSENT,
} from "../../src/outcome/lead-state.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";
import { type Blind, judgeLead, type Sighting, type Verdict, verdictFor } from "../../src/outcome/verdict.ts";
import { coded } from "../wordless.ts";

function nameOf(firstName: string, lastName: string): PersonName {
  return personKeys({ contactInfo: { firstName, lastName } }).name;
}

const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];
/** Those that say that nobody has a quote, or that it is safe. */
const SURE_CODES: readonly Verdict["finding"][] = ["absent", "replaced", "not-a-lead", "in-use", "practised"];
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
      state: createdIn === null ? state : { ...state, linkIn: createdIn },
      last: answer && { answer, httpStatus: 400, body: null },
      named: null,
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
    replacedBy: null,
  };
}

function keyOf(target: Sighting["target"]): string {
  return `${target?.baseUrl} ${target?.partner}`;
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
        const verdicts = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
        for (const { sendAgain, exists, target, isSandbox, finding } of verdicts) {
          // A sandbox inside the program is no service.
          if (isSandbox) continue;
          const here = told.filter(
            ({ sighting: { target: its } }) =>
              its === null || (its.baseUrl === target?.baseUrl && its.partner === target?.partner),
          );
          if (here.some((each) => each.mayBeThere)) {
            expect(sendAgain).not.toBe("yes");
            expect(exists).not.toBe("no");
            expect(SURE_CODES).not.toContain(finding);
          } else expect(exists).toBe("no");
        }
      }),
      { numRuns: 400 },
    );
  });

  it("goes by the owner's word where another row, never sent, may be corrected just now", () => {
    const denied = stateAfter([{ kind: "server-error", decision: "settled" }], false, "not-created");
    const refused = sightingOf(stateAfter([], true), ACME, { condition: "in progress" });
    for (const sightings of [
      [refused, sightingOf(denied, ACME)],
      [sightingOf(denied, ACME), refused],
    ]) {
      const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
      expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "no" });
    }
  });

  it("never says so of an address either where a correction put one in its place that may be there", () => {
    fc.assert(
      fc.property(
        fc.array(anyTold, { minLength: 1, maxLength: 3 }),
        fc.array(anyTold, { minLength: 1, maxLength: 3 }),
        (told, inPlace) => {
          const corrected = inPlace.map(({ sighting }) => ({ ...sighting, email: "jane@example.net" }));
          const sightings = told.map(({ sighting }) => sighting);
          for (const { sendAgain, target, isSandbox, finding } of judgeLead(
            { sightings, corrected, alike: [] },
            NOTHING_HIDDEN,
          )) {
            if (isSandbox) continue;
            const isThere = inPlace.some(
              ({ sighting: { target: its }, mayBeThere: isMaybe }) =>
                isMaybe && (its === null || keyOf(its) === keyOf(target)),
            );
            if (!isThere) continue;
            expect(["no", "by-word"]).toContain(sendAgain);
            expect(SURE_CODES).not.toContain(finding);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it("sends nothing with an address that a correction replaced", () => {
    const replaced = { ...sightingOf(REFUSED_LOCALLY, ACME), replacedBy: "jane@example.net" };
    const failed = sightingOf(stateAfter([{ kind: "not-sent", decision: "settled" }]), ACME);
    const corrected = [{ ...failed, email: "jane@example.net" }];
    const [verdict] = judgeLead({ sightings: [replaced], corrected, alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ exists: "no", sendAgain: "no", nextSteps: [] });
  });

  it("gives nobody the link of another name that had the address before, and is not certain then", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const own = sightingOf(REFUSED_LOCALLY, ACME);
    const theirs = { ...sightingOf(created, ACME, { dir: "leadctl-runs/two" }), email: "joe@example.com" };
    const judge = (...names: PersonName[]) =>
      judgeLead({ sightings: [own], corrected: [{ ...theirs, names }], alike: [] }, NOTHING_HIDDEN);
    expect(judge(nameOf("Joe", "Doe"))).toMatchObject([
      { exists: "no", link: null, sendAgain: "unclear", nextSteps: [] },
    ]);
    expect(judge(nameOf("Janet", "Doe"), ...own.names)).toMatchObject([
      { exists: "yes", link: { evidence: { run: { dir: "leadctl-runs/two" } } }, sendAgain: "no" },
    ]);
  });

  it("is not certain where somebody who may be the same may be there with another address", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const own = sightingOf(REFUSED_LOCALLY, ACME);
    const judge = (state: LeadState, target: Sighting["target"], ownTarget: Sighting["target"] = ACME) => {
      const other = sightingOf(state, target, { dir: "leadctl-runs/two" });
      const alike = [{ ...other, email: "joe@example.com" }];
      return judgeLead(
        { sightings: [{ ...own, target: ownTarget }], corrected: [], alike },
        NOTHING_HIDDEN,
      )[0];
    };
    for (const verdict of [judge(created, ACME), judge(created, ACME, SANDBOX), judge(created, ACME, null)]) {
      expect(verdict).toMatchObject({ exists: "no", link: null, sendAgain: "unclear", nextSteps: [] });
      expect(verdict?.params).toMatchObject({ alike: "leadctl-runs/two, row 3" });
    }
    for (const verdict of [judge(UNSENT, ACME), judge(created, OTHER), judge(created, SANDBOX, SANDBOX)])
      expect(verdict).toMatchObject({ sendAgain: "yes" });
  });

  it("is not certain where a run that is bound to nobody yet may be about to send the same person with another address", () => {
    for (const target of [ACME, SANDBOX, null]) {
      const own = sightingOf(REFUSED_LOCALLY, target);
      const other = sightingOf(UNSENT, null, { dir: "leadctl-runs/two", condition: "in progress" });
      const alike = [{ ...other, email: "joe@example.com" }];
      const [verdict] = judgeLead({ sightings: [own], corrected: [], alike }, NOTHING_HIDDEN);
      expect(verdict, String(target?.baseUrl)).toMatchObject({ sendAgain: "unclear", nextSteps: [] });
    }
  });

  it.each<[RunCondition, isInDoubt: boolean]>([
    ["in progress", false],
    ["in doubt", true],
  ])(
    "is not safe of a row of a run that is %s, whose correction a process may have in hand",
    (condition, isInDoubt) => {
      const denied = stateAfter([{ kind: "gateway-error", decision: "settled" }], false, "not-created");
      const other = sightingOf(REFUSED_LOCALLY, ACME, { at: 9, dir: "leadctl-runs/two" });
      for (const state of [REFUSED_LOCALLY, denied]) {
        const sightings = [other, sightingOf(state, ACME, { condition })];
        const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
        expect(verdict).toMatchObject({ link: null, sendAgain: "no" });
        expect(verdict?.params).toMatchObject({ run: "leadctl-runs/one", isInDoubt });
      }
    },
  );

  it("goes by the row that has the address now, whatever became of one that had it", () => {
    const replaced = { ...sightingOf(REFUSED_LOCALLY, ACME, { at: 9 }), replacedBy: "joe@example.com" };
    const sightings = [replaced, sightingOf(REFUSED_LOCALLY, ACME, { at: 5 })];
    const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ decisive: { replacedBy: null }, sendAgain: "yes" });
  });

  it("takes the owner's later word over a refusal as in use, and no further", () => {
    const lost: Event = { kind: "server-error", decision: "settled" };
    const denied = stateAfter([lost, { kind: "duplicate", decision: "settled" }], false, "not-created");
    const said = sightingOf(denied, ACME, { last: "duplicate" });
    const [verdict] = judgeLead({ sightings: [said], corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "by-word" });
    expect(verdict).toMatchObject({ finding: "denied", params: { isRefused: true } });
    // Another run was told of it since: the one that was denied may have made it after all.
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const other = sightingOf(duplicate, ACME, { dir: "leadctl-runs/two", last: "duplicate" });
    const [again] = judgeLead({ sightings: [other, said], corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(again).toMatchObject({ exists: "yes", sendAgain: "no" });
    expect(again?.params).toMatchObject({ by: "denied", place: "leadctl-runs/one, row 3" });
    expect(again?.nextSteps[0]?.argv.slice(0, 2)).toStrictEqual(["report", { folder: "leadctl-runs/one" }]);
  });

  it("names the run whose attempt was lost, though another run was told of its e-mail later", () => {
    const lost: Event = { kind: "no-answer", decision: "settled" };
    const duplicate: Event = { kind: "duplicate", decision: "settled" };
    const sightings = [
      sightingOf(stateAfter([duplicate]), ACME, { at: 9, dir: "leadctl-runs/two", last: "duplicate" }),
      sightingOf(stateAfter([lost, duplicate]), ACME, { at: 5, last: "duplicate" }),
    ];
    const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({
      finding: "known-quote",
      params: { by: "attempt", place: "leadctl-runs/one, row 3" },
    });
    expect(verdict?.nextSteps[0]?.argv.slice(0, 2)).toStrictEqual(["report", { folder: "leadctl-runs/one" }]);
  });

  it.each<[AnswerKind | null, says: string]>([
    ["created", "link-of-another who=Elliott Lee"],
    ["no-answer", "may-exist who=Jane Doe"],
    [null, "absent who=Jane Doe"],
  ])(
    "begins with whoever was asked for where it is about somebody else with the e-mail: %s",
    (kind, says) => {
      const jane = sightingOf(stateAfter(kind === null ? [] : [{ kind, decision: "settled" }]), ACME);
      const [verdict] = judgeLead({ sightings: [jane], corrected: [], alike: [] }, NOTHING_HIDDEN);
      const asked = { ...jane, name: "Elliott Lee", names: [nameOf("Elliott", "Lee")] };
      const told = verdict && verdictFor([asked], verdict);
      expect(told && coded(told).startsWith(says)).toBe(true);
      expect(told && coded(told)).toMatch(/ (?:who|asked)=Elliott Lee( |$)/);
      expect(verdict && verdictFor([asked, jane], verdict)).toBe(verdict);
    },
  );

  it("is first where sending again does harm, whatever happened last", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const sightings = [sightingOf(REFUSED_LOCALLY, ACME, { at: 9 }), sightingOf(created, OTHER, { at: 5 })];
    const verdicts = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdicts.map(({ sendAgain }) => sendAgain)).toStrictEqual(["no", "yes"]);
  });

  it("is first where the link is, of services that both have it", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const sightings = [
      sightingOf(duplicate, ACME, { at: 9, last: "duplicate" }),
      sightingOf(created, OTHER, { at: 5 }),
    ];
    const [first] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(first).toMatchObject({ target: OTHER, link: { hasLink: true } });
  });

  it("is one for each service: another partner is another one, and a sandbox is none", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const failed = stateAfter([{ kind: "not-sent", decision: "settled" }]);
    const sightings = [sightingOf(failed, ACME), sightingOf(created, OTHER), sightingOf(created, SANDBOX)];
    const verdicts = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(
      verdicts.map(({ target, exists, sendAgain }) => [target?.partner, exists, sendAgain]),
    ).toStrictEqual([
      ["other", "yes", "no"],
      ["acme", "no", "yes"],
      ["sandbox", "no", "no"],
    ]);
  });

  it("tells of a sandbox the row that was created there, not one of the same e-mail that was held back", () => {
    const created = sightingOf(stateAfter([{ kind: "created", decision: "settled" }]), SANDBOX);
    const sightings = [sightingOf(REFUSED_LOCALLY, SANDBOX, { at: 9 }), created];
    const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ decisive: created, params: { isWrong: false } });
    // Its sheet has the mistake still.
    const corrected = [{ ...created, isCorrected: true }];
    const [again] = judgeLead({ sightings: corrected, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(again).toMatchObject({ params: { isWrong: true }, action: [{ params: { isWrong: true } }] });
    const held = judgeLead({ sightings: sightings.slice(0, 1), corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(held).toMatchObject([{ finding: "practised", params: { isWrong: true } }]);
    const takenOut = [sightingOf(afterDismissal(REFUSED_LOCALLY), SANDBOX)];
    const [closed] = judgeLead({ sightings: takenOut, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(closed).toMatchObject({ finding: "not-a-lead", sendAgain: "no", isSandbox: true });
  });

  it("takes the link from the run that has it, whatever another run was told later", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const sightings = [
      sightingOf(duplicate, ACME, { at: 9, dir: "leadctl-runs/two", last: "duplicate" }),
      sightingOf(created, ACME, { at: 5 }),
    ];
    const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, NOTHING_HIDDEN);
    expect(verdict).toMatchObject({
      exists: "yes",
      sendAgain: "no",
      link: { evidence: { run: { dir: "leadctl-runs/one" } } },
    });
  });

  it.each([
    ["in doubt", "run-in-doubt"],
    ["older journal", "run-unreadable"],
  ] as const)("says of a run that is %s what is not known of it", (condition, says) => {
    const [verdict] = judgeLead(
      { sightings: [sightingOf(UNSENT, ACME, { condition })], corrected: [], alike: [] },
      NOTHING_HIDDEN,
    );
    expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "no" });
    expect(verdict && coded(verdict)).toBe(`${says} who=Jane Doe run=leadctl-runs/one`);
  });

  it.each([
    [{ unread: ["leadctl-runs/broken"], purgedCount: 0, absent: [] }, { unread: ["leadctl-runs/broken"] }],
    [{ unread: [], purgedCount: 2, absent: [] }, { purged: 2 }],
    [{ unread: [], purgedCount: 0, absent: ["far/away"] }, { absent: ["far/away"] }],
  ])("is not certain where %j, and names no command that sends", (blind, says) => {
    const sightings = [sightingOf(REFUSED_LOCALLY, ACME)];
    const [verdict] = judgeLead({ sightings, corrected: [], alike: [] }, blind);
    expect(verdict).toMatchObject({ exists: "no", sendAgain: "unclear", nextSteps: [] });
    expect(verdict?.params).toMatchObject(says);
  });
});
