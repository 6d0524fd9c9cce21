import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import type { RunCondition } from "../../src/outcome/guidance-texts.ts";
import { afterDismissal, type LeadState, REFUSED_LOCALLY, UNSENT } from "../../src/outcome/lead-state.ts";
import { judgeLead, type Sighting, verdictFor } from "../../src/outcome/verdict.ts";
import { coded } from "../wordless.ts";
import {
  ACME,
  anyTold,
  type Event,
  NOTHING_HIDDEN,
  nameOf,
  OTHER,
  SANDBOX,
  SURE_CODES,
  sightingOf,
  stateAfter,
} from "./sightings.ts";

/** Whether the last answer may follow a create, or does not say what was wrong. */
const isLeftOpen = ({ sighting: { evidence } }: { sighting: Sighting }): boolean =>
  ["redirected", "refused"].includes(evidence.last?.answer.kind ?? "");

describe("the verdict over all runs", () => {
  it("never says that sending again is safe where what befell any row allows a second quote", () => {
    fc.assert(
      fc.property(fc.array(anyTold, { minLength: 1, maxLength: 5 }), (told) => {
        const sightings = told
          .map(({ sighting }) => sighting)
          .sort((one, other) => (one.at < other.at ? 1 : -1));
        const verdicts = judgeLead(sightings, [], NOTHING_HIDDEN);
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
          } else if (!here.some(isLeftOpen)) expect(exists).toBe("no");
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
      const [verdict] = judgeLead(sightings, [], NOTHING_HIDDEN);
      expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "no" });
    }
  });

  it("is not certain where somebody who may be the same may be there with another address", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const own = sightingOf(REFUSED_LOCALLY, ACME);
    const judge = (state: LeadState, target: Sighting["target"], ownTarget: Sighting["target"] = ACME) => {
      const other = sightingOf(state, target, { dir: "leadctl-runs/two" });
      const alike = [{ ...other, email: "joe@example.com" }];
      return judgeLead([{ ...own, target: ownTarget }], alike, NOTHING_HIDDEN)[0];
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
      const [verdict] = judgeLead([own], alike, NOTHING_HIDDEN);
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
        const [verdict] = judgeLead(sightings, [], NOTHING_HIDDEN);
        expect(verdict).toMatchObject({ link: null, sendAgain: "no" });
        expect(verdict?.params).toMatchObject({ run: "leadctl-runs/one", isInDoubt });
      }
    },
  );

  it("goes by the row that has the address now, whatever became of one that had it", () => {
    const replaced = { ...sightingOf(REFUSED_LOCALLY, ACME, { at: 9 }), isFormer: true };
    const sightings = [replaced, sightingOf(REFUSED_LOCALLY, ACME, { at: 5 })];
    const [verdict] = judgeLead(sightings, [], NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ decisive: { isFormer: false }, sendAgain: "yes" });
  });

  it("takes the owner's later word over a refusal as in use, and no further", () => {
    const lost: Event = { kind: "server-error", decision: "settled" };
    const denied = stateAfter([lost, { kind: "duplicate", decision: "settled" }], false, "not-created");
    const said = sightingOf(denied, ACME, { last: "duplicate" });
    const [verdict] = judgeLead([said], [], NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "by-word" });
    expect(verdict).toMatchObject({ finding: "denied", params: { isRefused: true } });
    // Another run was told of it since: the one that was denied may have made it after all.
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const other = sightingOf(duplicate, ACME, { dir: "leadctl-runs/two", last: "duplicate" });
    const [again] = judgeLead([other, said], [], NOTHING_HIDDEN);
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
    const [verdict] = judgeLead(sightings, [], NOTHING_HIDDEN);
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
      const [verdict] = judgeLead([jane], [], NOTHING_HIDDEN);
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
    const verdicts = judgeLead(sightings, [], NOTHING_HIDDEN);
    expect(verdicts.map(({ sendAgain }) => sendAgain)).toStrictEqual(["no", "yes"]);
  });

  it("is first where the link is, of services that both have it", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const duplicate = stateAfter([{ kind: "duplicate", decision: "settled" }]);
    const sightings = [
      sightingOf(duplicate, ACME, { at: 9, last: "duplicate" }),
      sightingOf(created, OTHER, { at: 5 }),
    ];
    const [first] = judgeLead(sightings, [], NOTHING_HIDDEN);
    expect(first).toMatchObject({ target: OTHER, link: { hasLink: true } });
  });

  it.each([
    ["issues", "settled", "no", "yes", "refused"],
    ["refused", "settled", "maybe", "unclear", "unexplained"],
    ["redirected", "stopped", "maybe", "unclear", "redirected"],
  ] as const)("calls a lead absent only where its last answer says so: %s", (kind, decision, ...said) => {
    const sighting = sightingOf(stateAfter([{ kind, decision }]), ACME, { last: kind });
    const [verdict] = judgeLead([sighting], [], NOTHING_HIDDEN);
    expect([verdict?.exists, verdict?.sendAgain, verdict?.params?.why]).toStrictEqual(said);
  });

  it("warns about a link that may be none of the service's", () => {
    const created = sightingOf(stateAfter([{ kind: "created", decision: "settled" }]), ACME);
    const [verdict] = judgeLead([{ ...created, linkFault: "other-host" }], [], NOTHING_HIDDEN);
    expect(verdict?.why.map(({ finding }) => finding)).toStrictEqual(["created-by", "link-odd"]);
  });

  it("is one for each service: another partner is another one, and a sandbox is none beside them", () => {
    const created = stateAfter([{ kind: "created", decision: "settled" }]);
    const failed = stateAfter([{ kind: "not-sent", decision: "settled" }]);
    const sightings = [sightingOf(failed, ACME), sightingOf(created, OTHER), sightingOf(created, SANDBOX)];
    const broken = sightingOf(UNSENT, null, { condition: "damaged" });
    expect(
      judgeLead([sightingOf(created, OTHER), sightingOf(created, SANDBOX), broken], [], NOTHING_HIDDEN),
    ).toMatchObject([{ finding: "created", target: OTHER }]);
    const verdicts = judgeLead(sightings, [], NOTHING_HIDDEN);
    expect(
      verdicts.map(({ target, exists, sendAgain }) => [target?.partner, exists, sendAgain]),
    ).toStrictEqual([
      ["other", "yes", "no"],
      ["acme", "no", "yes"],
    ]);
  });

  it("tells of a sandbox the row that was created there, not one of the same e-mail that was held back", () => {
    const created = sightingOf(stateAfter([{ kind: "created", decision: "settled" }]), SANDBOX);
    const sightings = [sightingOf(REFUSED_LOCALLY, SANDBOX, { at: 9 }), created];
    const [verdict] = judgeLead(sightings, [], NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ decisive: created, params: { isWrong: false } });
    // Its sheet has the mistake still.
    const corrected = [{ ...created, isCorrected: true }];
    const [again] = judgeLead(corrected, [], NOTHING_HIDDEN);
    expect(again).toMatchObject({ params: { isWrong: true }, action: [{ params: { isWrong: true } }] });
    const held = judgeLead(sightings.slice(0, 1), [], NOTHING_HIDDEN);
    expect(held).toMatchObject([{ finding: "practised", params: { isWrong: true } }]);
    const takenOut = [sightingOf(afterDismissal(REFUSED_LOCALLY), SANDBOX)];
    const [closed] = judgeLead(takenOut, [], NOTHING_HIDDEN);
    expect(closed).toMatchObject({ finding: "not-a-lead", sendAgain: "no", isSandbox: true });
  });

  it.each([
    ["in doubt", "run-in-doubt"],
    ["older journal", "run-unreadable"],
  ] as const)("says of a run that is %s what is not known of it", (condition, says) => {
    const [verdict] = judgeLead([sightingOf(UNSENT, ACME, { condition })], [], NOTHING_HIDDEN);
    expect(verdict).toMatchObject({ exists: "maybe", sendAgain: "no" });
    expect(verdict && coded(verdict)).toBe(`${says} who=Jane Doe run=leadctl-runs/one`);
  });
});
