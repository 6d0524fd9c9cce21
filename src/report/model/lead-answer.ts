import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { emailKey } from "../../lead/email.ts";
import { personKeys } from "../../lead/person-keys.ts";
import type { RowEvidence } from "../../outcome/evidence.ts";
import { AFTER_CRASH } from "../../outcome/lead-state.ts";
import {
  type Blind,
  judgeLead,
  mayExist,
  type Sighting,
  type Verdict,
  verdictFor,
} from "../../outcome/verdict.ts";
import { absentNames, type KnownRuns, lastChangedFirst } from "../../run/folder/known-runs.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import { readMark } from "../../run/journal/journal-mark.ts";
import { matchPeople } from "../../run/plan/match-people.ts";
import { PeopleRegister } from "../../run/plan/people-register.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import { JOURNAL_NAME } from "../../run/run-paths.ts";
import {
  type FoundRows,
  findEmails,
  findLeads,
  findNear,
  type NearMiss,
} from "../../run/search/find-leads.ts";
import type { LeadQuery } from "../../run/search/lead-query.ts";
import { peopleIn, versionsOf } from "../../run/search/people-index.ts";
import { type Explanation, explainFound } from "./explanation.ts";

/** What all runs together say of one address, or of a row without one. */
export interface LeadVerdicts {
  /** In the form in which two are the same; null where the row has none. */
  email: string | null;
  /** By service, the real ones first. */
  verdicts: readonly Verdict[];
  /** What they were judged by. */
  sightings: readonly Sighting[];
  /** Rows that exist, or may, of the same person with another address. */
  alsoAs: readonly Sighting[];
}

/** What is known of what a person asked for. */
export interface LeadAnswer {
  /** The address that was asked for, or the only one of what was found, in the form in which two are the same; else null. */
  asked: string | null;
  leads: readonly LeadVerdicts[];
  /** The rows of these leads, newest first. */
  rows: readonly Explanation[];
  /** It is a login link that was cut on its way: whoever was found has one that begins like it. */
  isCutLink: boolean;
  /** How many more rows were found that nobody can look at one by one. */
  leftCount: number;
  /** What may have been meant, where nothing was found. */
  near: readonly NearMiss[];
  blind: Blind;
}

/** More different people than that are no answer but a list. */
const ROWS_MAX = 20;

/** Whether a run's journal is shorter than it was once: more may have gone than its plans tell. */
function isBehindMark(dir: string): boolean {
  try {
    const mark = readMark(dir);
    const { size = 0 } = statSync(join(dir, JOURNAL_NAME), { throwIfNoEntry: false }) ?? {};
    return mark !== null && size < mark.bytes;
  } catch {
    return true;
  }
}

/** Looks for what a person asked for in all runs, and judges what is found. */
export async function answerLeadQuery(query: LeadQuery, known: KnownRuns): Promise<LeadAnswer> {
  const { found, unread } = await findLeads(known.dirs, query);
  const behind = known.dirs.filter((dir) => !found.has(dir) && isBehindMark(dir));
  const collector = new Collector(known, [...unread, ...behind]);
  const isPart = ![...found.values()].some((rows) => [...rows.values()].includes("whole"));
  const email = isPart ? null : query.email;
  const leftCount = await collector.take(found, email === null ? ROWS_MAX : Number.POSITIVE_INFINITY);
  collector.markMeant();
  // A reference may look like an address.
  const isOfOne = email !== null && collector.has(email);
  // Too many people to judge each: the user has to ask a narrower question.
  const isList = leftCount > 0 && !isOfOne;
  const asked = isOfOne ? [email] : isList ? [] : collector.addresses();
  const answer = await collector.answer(asked, isOfOne || isList);
  const [only = null, ...others] = asked;
  const isAlone = others.length === 0 && answer.leads.every(({ email }) => email !== null);
  const isFound = answer.rows.length > 0 || answer.leads.length > 0;
  const near = isFound ? [] : await findNear(known.dirs, query, (dir) => void collector.unread.add(dir));
  return {
    ...answer,
    asked: isAlone ? only : null,
    blind: collector.blind(),
    ...(isList && { leads: [] }),
    isCutLink: query.isLink && isPart && isFound,
    leftCount,
    near,
  };
}

/**
 * The same for one row of a run, which need not be one of those that are known.
 *
 * @param found The run, in which the row was followed.
 */
export async function answerRow(found: FoundRun, known: KnownRuns): Promise<LeadAnswer> {
  const collector = new Collector(known, []);
  await collector.explain(found);
  collector.markMeant();
  const answer = await collector.answer(collector.addresses(), false);
  return { ...answer, asked: null, isCutLink: false, leftCount: 0, near: [], blind: collector.blind() };
}

/** Gathers rows, and what the other runs say of their addresses. */
class Collector {
  readonly #known: KnownRuns;
  /** Folders of runs that cannot be searched. */
  readonly unread: Set<string>;
  readonly #rows = new Map<string, Explanation>();
  /** Those that were asked for. */
  readonly #meant = new Set<Explanation>();
  /** Unreadable runs that still show that they have a row. */
  readonly #unreadable = new Map<string, Sighting[]>();

  constructor(known: KnownRuns, unread: readonly string[]) {
    this.#known = known;
    this.unread = new Set(unread);
  }

  /** @returns How many rows were left out. */
  async take(found: FoundRows, rowsMax = Number.POSITIVE_INFINITY): Promise<number> {
    let [taken, left] = [0, 0];
    for (const dir of lastChangedFirst(found.keys())) {
      const rows = [...(found.get(dir)?.keys() ?? [])].filter((row) => !this.#isKnown(dir, row));
      const chosen = rows.slice(0, Math.max(0, rowsMax - taken));
      left += rows.length - chosen.length;
      taken += chosen.length;
      if (chosen.length === 0) continue;
      const inspected = await Run.inspect(dir, chosen);
      await this.explain(inspected);
      for (const row of chosen.filter((each) => !this.#rows.has(keyOf(dir, each))))
        this.#unreadable.set(keyOf(dir, row), await unreadableSightings(inspected, row));
    }
    return left;
  }

  #isKnown(dir: string, row: number): boolean {
    return this.#rows.has(keyOf(dir, row)) || this.#unreadable.has(keyOf(dir, row));
  }

  /** What was gathered so far is what was asked for. */
  markMeant(): void {
    for (const row of this.#rows.values()) this.#meant.add(row);
  }

  /** @param found A run, with the rows in question followed. */
  async explain(found: FoundRun): Promise<void> {
    for (const each of await this.#explained(found))
      this.#rows.set(keyOf(found.dir, each.row.facts.row), each);
  }

  /** Some rows of a run, which is read only where one of them is new. */
  async #look(dir: string, rows: ReadonlySet<number>): Promise<Explanation[]> {
    const known = [...rows].flatMap((row) => this.#rows.get(keyOf(dir, row)) ?? []);
    const others = [...rows].filter((row) => !this.#rows.has(keyOf(dir, row)));
    return others.length === 0
      ? known
      : [...known, ...(await this.#explained(await Run.inspect(dir, others)))];
  }

  /** None of a run that cannot be read, which is noted. */
  async #explained(found: FoundRun): Promise<Explanation[]> {
    const { dir, run } = found;
    try {
      if (!run) throw found.problem ?? new Error("it cannot be read");
      await run.verify();
      return explainFound(found);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.unread.add(dir);
      return [];
    }
  }

  #sightings(rows: Iterable<Explanation> = this.#rows.values()): Sighting[] {
    return [...[...rows].flatMap(({ sightings }) => sightings), ...[...this.#unreadable.values()].flat()];
  }

  /** Whether a row that was found has an address, or had it. */
  has(email: string): boolean {
    return this.#sightings().some((each) => emailKey(each.email ?? "") === email);
  }

  /** Those under which the rows went, or would go. */
  addresses(): string[] {
    const current = this.#sightings().filter(({ replacedBy }) => replacedBy === null);
    return [...new Set(current.map(({ email }) => emailKey(email ?? "")).filter(Boolean))];
  }

  /**
   * @param asked Addresses; what all runs say of each is looked for.
   * @param isLookedFor Whether they were looked for already.
   */
  async answer(asked: readonly string[], isLookedFor: boolean): Promise<Pick<LeadAnswer, "leads" | "rows">> {
    const wanted = new Set(asked);
    let fresh = isLookedFor ? [] : [...asked];
    do {
      if (fresh.length > 0) {
        const { found, unread } = await findEmails(this.#known.dirs, fresh);
        for (const dir of unread) this.unread.add(dir);
        await this.take(found);
      }
      fresh = this.#corrected(wanted).filter((email) => !wanted.has(email));
      for (const email of fresh) wanted.add(email);
    } while (fresh.length > 0);
    // Two addresses may share a hash: of such a row nobody asked.
    const isMeant = ({ sightings }: Explanation): boolean =>
      wanted.size === 0 || sightings.some(({ email }) => email === null || wanted.has(emailKey(email)));
    const rows = [...this.#rows.values()]
      .filter(isMeant)
      .sort(({ sightings: [one] }, { sightings: [other] }) => byTime(one, other));
    const same = await this.#samePeople(rows);
    const leads = [...wanted].flatMap((email) => this.#judge(email, rows, same) ?? []);
    // An address that a correction replaced comes after the one in its place.
    leads.sort((one, other) => Number(isReplaced(one)) - Number(isReplaced(other)));
    return { leads: [...leads, ...this.#withoutAddress(rows, same)], rows };
  }

  /** What could not be looked into so far. */
  blind(): Blind {
    return {
      unread: lastChangedFirst(this.unread),
      purgedCount: this.#known.purged.filter(mayHaveHeld).length,
      absent: absentNames(this.#known.absent),
    };
  }

  /** The addresses that corrections put in the place of some, and those that were there before. */
  #corrected(wanted: ReadonlySet<string>): string[] {
    const pairs = this.#sightings().flatMap(({ email, replacedBy }) =>
      email !== null && replacedBy !== null ? [[emailKey(email), emailKey(replacedBy)]] : [],
    );
    return [...new Set(pairs.filter((pair) => pair.some((email) => wanted.has(email))).flat())];
  }

  #judge(email: string, rows: readonly Explanation[], same: SamePeople): LeadVerdicts | undefined {
    const sightings = this.#sightingsOf(email, rows);
    if (sightings.length === 0) return undefined;
    const own = rows.filter((row) => row.sightings.some((each) => sightings.includes(each)));
    const others = own
      .flatMap((row) => same.get(row) ?? [])
      .filter(({ sighting }) => emailKey(sighting.email ?? "") !== email);
    return this.#judged(email, sightings, this.#inPlaceOf(email, rows), others);
  }

  #judged(
    email: string | null,
    sightings: readonly Sighting[],
    corrected: readonly Sighting[],
    others: readonly SamePerson[],
  ): LeadVerdicts {
    const alike = others.flatMap(({ sighting, isQuestion }) => (isQuestion ? sighting : []));
    const verdicts = judgeLead({ sightings, corrected, alike }, this.blind()).map((verdict) => {
      const key = emailKey(verdict.decisive.email ?? "");
      const asked = [...this.#meant].filter((row) =>
        row.sightings.some((each) => emailKey(each.email ?? "") === key),
      );
      return verdictFor(
        asked.flatMap(({ sightings: [current] }) => current ?? []),
        verdict,
      );
    });
    return { email, verdicts, sightings, alsoAs: [...new Set(others.map(({ sighting }) => sighting))] };
  }

  /**
   * What rows of the same people say, with whatever address: they may have been submitted once more. As the question before a submission
   * finds them.
   */
  async #samePeople(rows: readonly Explanation[]): Promise<SamePeople> {
    const same: SamePeople = new Map();
    const register = new PeopleRegister();
    /** A lead that was submitted many times is looked for once. */
    const groups = new Map<string, Explanation[]>();
    for (const each of rows) {
      // People with the same address were looked for already.
      const keys = { ...each.row.keys, email: 0 };
      const group = groups.get(JSON.stringify(keys)) ?? [];
      if (group.length === 0) register.add(groups.size, keys);
      groups.set(JSON.stringify(keys), [...group, each]);
    }
    const owners = [...groups.values()];
    const others = this.#known.dirs.map((dir) => ({
      dir,
      people: () => peopleIn(dir),
      existing: async (some: readonly number[]) => new Map(some.map((row) => [row, "maybe" as const])),
    }));
    const due = { register, isDue: () => true, goes: () => false, isSought: () => true };
    const { asked, noticed, unread } = await matchPeople(due, others);
    for (const dir of unread) this.unread.add(dir);
    const wanted = new Map<string, { row: number; own: readonly Explanation[]; isQuestion: boolean }[]>();
    for (const found of [asked, noticed])
      for (const { row: at, matches } of found)
        for (const { dir, row } of matches)
          if (dir !== null)
            wanted.set(dir, [
              ...(wanted.get(dir) ?? []),
              { row, own: owners[at] ?? [], isQuestion: found === asked },
            ]);
    for (const [dir, theirs] of wanted)
      for (const there of await this.#look(dir, new Set(theirs.map(({ row }) => row)))) {
        const [sighting] = there.sightings;
        if (!sighting || !mayExist(sighting)) continue;
        for (const { own, isQuestion } of theirs.filter(({ row }) => row === there.row.facts.row))
          for (const each of own)
            if (each !== there) same.set(each, [...(same.get(each) ?? []), { sighting, isQuestion }]);
      }
    return same;
  }

  /** Those that were asked for first, then the newest. */
  #sightingsOf(email: string, rows: readonly Explanation[]): Sighting[] {
    const meant = new Set([...this.#meant].flatMap(({ sightings }) => sightings));
    return this.#sightings(rows)
      .filter((each) => emailKey(each.email ?? "") === email)
      .sort((one, other) => Number(meant.has(other)) - Number(meant.has(one)) || byTime(one, other));
  }

  /** Finds the rows of the addresses that corrections put in the place of this one, and in the place of those. */
  #inPlaceOf(email: string, rows: readonly Explanation[]): Sighting[] {
    const seen = new Map([[email, this.#sightingsOf(email, rows)]]);
    // A map goes through what is added to it on the way.
    for (const sightings of seen.values())
      for (const { replacedBy } of sightings) {
        const next = emailKey(replacedBy ?? "");
        if (next !== "" && !seen.has(next)) seen.set(next, this.#sightingsOf(next, rows));
      }
    seen.delete(email);
    return [...seen.values()].flat();
  }

  /** A row without an address is nobody's but its own. */
  #withoutAddress(rows: readonly Explanation[], same: SamePeople): LeadVerdicts[] {
    return rows.flatMap((row): LeadVerdicts[] => {
      const [current] = row.sightings;
      const isWithout = current !== undefined && emailKey(current.email ?? "") === "";
      return isWithout ? [this.#judged(null, [current], [], same.get(row) ?? [])] : [];
    });
  }
}

/** A row of the same person that exists, or may; a question where it would be one before a submission. */
interface SamePerson {
  sighting: Sighting;
  isQuestion: boolean;
}

type SamePeople = Map<Explanation, SamePerson[]>;

function keyOf(dir: string, row: number): string {
  return `${row} ${resolve(dir)}`;
}

/** The newest one first. */
function byTime(one: Sighting | undefined, other: Sighting | undefined): number {
  const [a, b] = [one?.at ?? "", other?.at ?? ""];
  return a < b ? 1 : a > b ? -1 : 0;
}

/** Whether no row has the address any more. */
export function isReplaced({ sightings }: LeadVerdicts): boolean {
  return sightings.every(({ replacedBy }) => replacedBy !== null);
}

/** Whether a removed run may have had a lead that exists, whoever created it, or that the service's owner confirmed. */
function mayHaveHeld({ summary, sandbox }: KnownRuns["purged"][number]): boolean {
  if (sandbox) return false;
  if (summary === null) return true;
  const { created, maybeCreated, duplicate, unconfirmed } = summary;
  return created + maybeCreated + duplicate + unconfirmed > 0;
}

/** Makes sightings of a row whose run cannot be read, for each address that it had: it may be anything. */
async function unreadableSightings(found: FoundRun, row: number): Promise<Sighting[]> {
  const run = { ...gatherEvidence(found), condition: "damaged" as const };
  const evidence: RowEvidence = { row, state: AFTER_CRASH, last: null, named: null, turn: "to-come", run };
  const known = { target: null, at: "", quoteId: null, holder: null, hasLink: false, isCorrected: false };
  const sightings = new Map<string, Sighting>();
  try {
    for await (const { lead } of versionsOf(found.dir, [row])) {
      const { firstName, lastName, email = "" } = lead.contactInfo ?? {};
      const name = [firstName, lastName].filter(Boolean).join(" ");
      const names = [personKeys(lead).name];
      sightings.set(emailKey(email), { evidence, ...known, name, names, email, replacedBy: null });
    }
  } catch {
    // Nobody can tell.
  }
  return [...sightings.values()];
}
