import fc from "fast-check";
import { expect, it } from "vitest";
import { mayExist, type Sighting } from "../../../src/outcome/verdict.ts";
import { judgedLead, leadsOf } from "../../../src/report/model/lead-answer.ts";
import {
  ACME,
  anyTold,
  NOTHING_HIDDEN,
  nameOf,
  SURE_CODES,
  sightingOf,
  stateAfter,
  type Told,
} from "../../outcome/sightings.ts";

const NAMES = ["Jane Doe", "Hugo Pair", "Wilma Pair"].map((name) => {
  const [first = "", last = ""] = name.split(" ");
  return { name, names: [nameOf(first, last)] };
});
const EMAILS = ["a@example.com", "b@example.com", "c@example.com"];

interface MadeRow {
  sightings: Sighting[];
  /** Whether the service may have a quote by it, now, and with the address that it had. */
  mayBe: boolean;
  mightHaveBeen: boolean;
}

/** A row at one service that had one address or two, one after the other. */
const anyRow = fc
  .record({
    now: anyTold,
    before: fc.option(anyTold),
    who: fc.constantFrom(...NAMES),
    emails: fc.shuffledSubarray(EMAILS, { minLength: 2, maxLength: 2 }),
  })
  .map(({ now, before, who, emails }): MadeRow => {
    const told = ({ sighting }: Told, email: string | undefined, isFormer: boolean): Sighting => ({
      ...{ ...sighting, ...who, email: email ?? null, isFormer },
    });
    const former = before ? [told(before, emails[1], true)] : [];
    return {
      sightings: [told(now, emails[0], false), ...former],
      mayBe: now.mayBeThere,
      mightHaveBeen: before?.mayBeThere ?? false,
    };
  })
  .filter(({ sightings }) => sightings.every(({ target }) => target === ACME));

const emailsOf = ({ sightings }: MadeRow, isFormer: boolean): (string | null)[] =>
  sightings.flatMap((each) => (each.isFormer === isFormer ? each.email : []));
const nameIn = ({ sightings }: MadeRow): string => sightings[0]?.name ?? "";

it("a lead is never safe to send while somebody with its address may be there, or somebody of its name who had it", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), (rows) => {
      for (const row of rows)
        for (const lead of leadsOf([row], rows)) {
          const [own] = emailsOf(row, false);
          const { verdicts, alsoAs } = judgedLead(lead, rows, [], [row], NOTHING_HIDDEN);
          const hasIt = (other: MadeRow) => emailsOf(other, false).includes(own ?? null);
          const hadIt = (other: MadeRow) => emailsOf(other, true).includes(own ?? null);
          const isThere = rows.some((other) => hasIt(other) && other.mayBe);
          const wasThere = rows.some((other) => hadIt(other) && other.mightHaveBeen);
          const isElsewhere = rows.some((other) => hadIt(other) && other.mayBe);
          // Of the same name, with the address that this one had.
          const isSame = (other: MadeRow) =>
            nameIn(other) === nameIn(row) &&
            emailsOf(other, false).some((email) => emailsOf(row, true).includes(email));
          const isKnown = rows.some((other) => isSame(other) && other.mayBe);
          const [verdict, ...others] = verdicts;
          expect(others).toStrictEqual([]);
          if (isThere || wasThere || isElsewhere || isKnown) expect(verdict?.sendAgain).not.toBe("yes");
          // With the address that a correction replaced.
          const before = lead.flatMap(({ sightings }) => sightings.filter(({ isFormer }) => isFormer));
          const isOwnBefore = before.some(
            ({ evidence: { state } }) => state.maybeCreated && state.word !== "not-created",
          );
          if (isOwnBefore) expect(verdict?.sendAgain).not.toBe("yes");
          const email = verdict?.decisive.email;
          for (const each of before.filter((one) => mayExist(one) && one.email !== email))
            expect(alsoAs).toContain(each);
          if (isThere || wasThere) expect(SURE_CODES).not.toContain(verdict?.finding);
          // A link of another name is named as such.
          const { link = null, finding } = verdict ?? {};
          const isOwn = link === null || link.name === nameIn(row) || finding === "link-of-another";
          expect(isOwn).toBe(true);
        }
    }),
    { numRuns: 300 },
  );
});

it("what the service's owner denied of a row permits sending it with another address, too", () => {
  const attempt = [{ kind: "server-error", decision: "settled" }] as const;
  const verdictOf = (state: ReturnType<typeof stateAfter>) => {
    const now = sightingOf(state, ACME);
    const row = { sightings: [now, { ...now, email: "typo@example.com", isFormer: true }] };
    return judgedLead([row], [row], [], [row], NOTHING_HIDDEN).verdicts[0]?.sendAgain;
  };
  expect(verdictOf(stateAfter(attempt, false, "not-created"))).toBe("by-word");
  expect(verdictOf(stateAfter(attempt))).toBe("no");
});
