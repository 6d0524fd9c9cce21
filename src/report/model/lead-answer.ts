import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { emailKey } from "../../lead/email.ts";
import type { RowEvidence } from "../../outcome/evidence.ts";
import { type Blind, judgeLead, type LeadFate, mayExist, type Sighting } from "../../outcome/lead-fate.ts";
import { afterCrash } from "../../outcome/lead-state.ts";
import { absentNames, type KnownRuns, lastChangedFirst } from "../../run/folder/known-runs.ts";
import { mayHoldRun } from "../../run/folder/run-folder.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import { readMark } from "../../run/journal/journal-mark.ts";
import { matchPeople } from "../../run/plan/match-people.ts";
import { PeopleRegister } from "../../run/plan/people-register.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import { runPaths } from "../../run/run-paths.ts";
import {
  type FoundRows,
  findEmails,
  findLeads,
  findNear,
  type NearMiss,
} from "../../run/search/find-leads.ts";
import type { LeadQuery } from "../../run/search/lead-query.ts";
import { runPeople } from "../../run/search/people-elsewhere.ts";
import { versionsOf } from "../../run/search/people-index.ts";
import { type Explanation, explainFound } from "./explanation.ts";

/** What all runs together say of one address, or of a row without one. */
export interface LeadVerdicts {
  /** In the form in which two are the same; null where the row has none. */
  email: string | null;
  /** By service, the real ones first. */
  verdicts: readonly LeadFate[];
  /** What they were judged by, newest first. */
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
  /** Those of them that were asked for, and not found by the address of another one. */
  meant: readonly Explanation[];
  /** Not all of what was asked for is there as a whole, or several people may have it: whoever was found may be somebody else. */
  isPart: boolean;
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
    return (
      mark !== null && (statSync(runPaths(dir).journal, { throwIfNoEntry: false })?.size ?? 0) < mark.bytes
    );
  } catch {
    return true;
  }
}

/** Looks for what a person asked for in all runs, and judges what is found. */
export async function answerLeadQuery(query: LeadQuery, known: KnownRuns): Promise<LeadAnswer> {
  const { found, unread } = await findLeads(known.candidates, query);
  // A correction that is lost may have had it.
  const behind = query.email === null ? [] : known.dirs.filter((dir) => !found.has(dir) && isBehindMark(dir));
  const collector = new Collector(known, [...unread, ...behind]);
  const isPart = ![...found.values()].some((rows) => [...rows.values()].includes("whole"));
  const isAddress = query.email !== null && !isPart;
  const leftCount = await collector.take(found, isAddress ? Number.POSITIVE_INFINITY : ROWS_MAX);
  collector.markMeant();
  // A reference may look like an address.
  const isOfOne = isAddress && query.email !== null && collector.has(query.email);
  if (isOfOne && query.email !== null) await collector.noteUnreadable([query.email], found);
  // Of more people than anybody can look at, each is not judged: the question has to be a narrower one.
  const isList = leftCount > 0 && !isOfOne;
  const asked = isOfOne && query.email !== null ? [query.email] : isList ? [] : collector.addresses();
  const answer = await collector.answer(asked, isOfOne || isList);
  const [only = null, ...others] = asked;
  const isAlone = others.length === 0 && answer.leads.every(({ email }) => email !== null);
  const unsearched = new Set(answer.blind.unread);
  const isFound = answer.rows.length > 0 || answer.leads.length > 0;
  const near = isFound ? [] : await findNear(known.dirs, query, (dir) => void unsearched.add(dir));
  const blind = { ...answer.blind, unread: [...unsearched] };
  return {
    ...answer,
    asked: isAlone ? only : null,
    blind,
    ...(isList && { leads: [] }),
    isCutLink: query.isLink && isPart && isFound,
    isPart: isPart || query.isPhoneAlone || query.beside.some((email) => !collector.has(email)),
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
  return { ...answer, asked: null, isPart: false, isCutLink: false, leftCount: 0, near: [] };
}

/** Gathers rows, and what the other runs say of their addresses. */
class Collector {
  readonly #known: KnownRuns;
  readonly #unread: Set<string>;
  readonly #rows = new Map<string, Explanation>();
  /** Those that were asked for. */
  readonly #meant = new Set<Explanation>();
  readonly #unreadable = new Map<string, Sighting[]>();
  /** The addresses of rows that were found in runs that cannot be read. */
  readonly #unexplained = new Set<string>();

  constructor(known: KnownRuns, unread: readonly string[]) {
    this.#known = known;
    this.#unread = new Set(unread);
  }

  /** @returns How many rows were left out. */
  async take(found: FoundRows, rowsMax: number): Promise<number> {
    let [taken, left] = [0, 0];
    for (const dir of lastChangedFirst(found.keys())) {
      const rows = [...(found.get(dir)?.keys() ?? [])].filter((row) => !this.#rows.has(keyOf(dir, row)));
      const chosen = rows.slice(0, Math.max(0, rowsMax - taken));
      left += rows.length - chosen.length;
      taken += chosen.length;
      if (chosen.length === 0) continue;
      await this.explain(await Run.inspect(dir, chosen));
      if (this.#unread.has(dir))
        for (const email of await addressesIn(dir, chosen)) this.#unexplained.add(email);
    }
    return left;
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

  /** None of a run that cannot be read, which is noted. */
  async #explained(found: FoundRun): Promise<Explanation[]> {
    const { dir, run } = found;
    try {
      if (!run) throw found.problem ?? new Error("it cannot be read");
      await run.verify();
      return explainFound(found);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.#unread.add(dir);
      return [];
    }
  }

  /** What a run says of an address counts even where it cannot be read: it says something. */
  async noteUnreadable(emails: readonly string[], found: FoundRows): Promise<void> {
    for (const dir of [...this.#unread].filter((each) => found.has(each))) {
      const inspected = await Run.inspect(dir);
      for (const email of emails) {
        const { found: rows } = await findEmails([dir], [email]);
        const sightings = [...(rows.get(dir)?.keys() ?? [])].map((row) =>
          unreadableSighting(inspected, row, email),
        );
        if (sightings.length > 0)
          this.#unreadable.set(email, [...(this.#unreadable.get(email) ?? []), ...sightings]);
      }
    }
  }

  /** Whether a row that was found has an address, or had it. */
  has(email: string): boolean {
    const rows = [...this.#rows.values()];
    return (
      this.#unexplained.has(email) ||
      rows.some(({ sightings }) => sightings.some((each) => emailKey(each.email ?? "") === email))
    );
  }

  /** Those under which the rows went, or would go. */
  addresses(): string[] {
    const emails = [...this.#rows.values()].flatMap(({ sightings: [current] }) => current?.email ?? []);
    return [...new Set([...emails.map(emailKey), ...this.#unexplained])];
  }

  /**
   * @param asked Addresses; what all runs say of each is looked for.
   * @param isLookedFor Whether they were looked for already.
   */
  async answer(
    asked: readonly string[],
    isLookedFor: boolean,
  ): Promise<Pick<LeadAnswer, "leads" | "rows" | "meant" | "blind">> {
    const wanted = new Set(asked);
    let fresh = isLookedFor ? [] : [...asked];
    for (;;) {
      if (fresh.length > 0) await this.#takeAddresses(fresh);
      fresh = this.#corrected(wanted).filter((email) => !wanted.has(email));
      if (fresh.length === 0) break;
      for (const email of fresh) wanted.add(email);
    }
    // Two addresses may share a hash: of such a row nobody asked.
    const isMeant = ({ sightings }: Explanation): boolean =>
      wanted.size === 0 || sightings.some(({ email }) => email === null || wanted.has(emailKey(email)));
    const rows = [...this.#rows.values()].filter(isMeant).sort(newestFirst);
    const same = await this.#samePeople(rows);
    const blind = this.#blind();
    const leads = [...wanted].flatMap((email) => this.#judge(email, rows, same, blind) ?? []);
    return {
      leads: [...leads.sort(usedFirst), ...this.#withoutAddress(rows, same, blind)],
      rows,
      meant: rows.filter((row) => this.#meant.has(row)),
      blind: this.#blind(),
    };
  }

  /** What could not be looked into so far. */
  #blind(): Blind {
    return {
      unread: lastChangedFirst(this.#unread),
      purgedCount: this.#known.purged.filter(mayHaveHeld).length,
      absent: absentNames(this.#known.absent),
    };
  }

  async #takeAddresses(emails: readonly string[]): Promise<void> {
    const { found, unread } = await findEmails(this.#known.candidates, emails);
    for (const dir of unread) this.#unread.add(dir);
    await this.take(found, Number.POSITIVE_INFINITY);
    await this.noteUnreadable(emails, found);
  }

  /** The addresses that corrections put in the place of some, and those that were there before. */
  #corrected(wanted: ReadonlySet<string>): string[] {
    const pairs = [...this.#rows.values()].flatMap(({ sightings }) =>
      sightings.flatMap(({ email, replacedBy }) =>
        email !== null && replacedBy !== null ? [[emailKey(email), emailKey(replacedBy)]] : [],
      ),
    );
    return [...new Set(pairs.filter((pair) => pair.some((email) => wanted.has(email))).flat())];
  }

  #judge(
    email: string,
    rows: readonly Explanation[],
    same: SamePeople,
    blind: Blind,
  ): LeadVerdicts | undefined {
    const sightings = this.#sightingsOf(email, rows);
    if (sightings.length === 0) return undefined;
    const corrected = this.#inPlaceOf(email, rows);
    const own = rows.filter((row) => row.sightings.some((each) => sightings.includes(each)));
    const others = own
      .flatMap((row) => same.get(row) ?? [])
      .filter(({ sighting }) => emailKey(sighting.email ?? "") !== email);
    const alike = others.flatMap(({ sighting, isQuestion }) => (isQuestion ? sighting : []));
    return {
      email,
      verdicts: judgeLead({ sightings, corrected, alike }, blind),
      sightings,
      ...asOthers(others),
    };
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
      // Who has the same address was looked for already.
      const keys = { ...each.row.keys, email: 0 };
      const group = groups.get(JSON.stringify(keys));
      if (group) group.push(each);
      else {
        register.add(groups.size, keys);
        groups.set(JSON.stringify(keys), [each]);
      }
    }
    const owners = [...groups.values()];
    const others = this.#known.candidates.filter(mayHoldRun).map((dir) => ({
      ...runPeople(dir),
      existing: async (some: readonly number[]) => new Map(some.map((row) => [row, "maybe" as const])),
    }));
    const due = { register, isDue: () => true, goes: () => false, isSought: () => true };
    const { asked, noticed, unread } = await matchPeople(due, others);
    for (const dir of unread) this.#unread.add(dir);
    const wanted = new Map<string, Map<number, { own: readonly Explanation[]; isQuestion: boolean }[]>>();
    for (const [found, isQuestion] of [
      [asked, true],
      [noticed, false],
    ] as const)
      for (const { row: at, matches } of found)
        for (const { dir, row } of matches) {
          if (dir === null) continue;
          const inRun = wanted.get(dir) ?? new Map();
          const found = { own: owners[at] ?? [], isQuestion };
          wanted.set(dir, inRun.set(row, [...(inRun.get(row) ?? []), found]));
        }
    for (const [dir, byRow] of wanted)
      for (const { row, sightings } of await this.#explained(await Run.inspect(dir, [...byRow.keys()]))) {
        const [sighting] = sightings;
        if (!sighting || !mayExist(sighting)) continue;
        for (const { own, isQuestion } of byRow.get(row.facts.row) ?? [])
          for (const each of own)
            if (keyOf(each.run.dir, each.row.facts.row) !== keyOf(dir, row.facts.row))
              same.set(each, [...(same.get(each) ?? []), { sighting, isQuestion }]);
      }
    return same;
  }

  /** Newest first. */
  #sightingsOf(email: string, rows: readonly Explanation[]): Sighting[] {
    return [
      ...rows.flatMap((row) => row.sightings.filter((each) => emailKey(each.email ?? "") === email)),
      ...(this.#unreadable.get(email) ?? []),
    ].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  }

  /** Of the addresses that corrections put in the place of one, and in the place of those. */
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
  #withoutAddress(rows: readonly Explanation[], same: SamePeople, blind: Blind): LeadVerdicts[] {
    return rows.flatMap((row): LeadVerdicts[] => {
      const [current] = row.sightings;
      if (!current || emailKey(current.email ?? "") !== "") return [];
      const others = same.get(row) ?? [];
      const alike = others.flatMap(({ sighting, isQuestion }) => (isQuestion ? sighting : []));
      const sightings = [current];
      const verdicts = judgeLead({ sightings, corrected: [], alike }, blind);
      return [{ email: null, verdicts, sightings, ...asOthers(others) }];
    });
  }
}

/** Of a row, those of the same person that exist, or may; a question where it would be one before a submission. */
type SamePeople = Map<Explanation, { sighting: Sighting; isQuestion: boolean }[]>;

function asOthers(others: readonly { sighting: Sighting }[]): Pick<LeadVerdicts, "alsoAs"> {
  return { alsoAs: [...new Set(others.map(({ sighting }) => sighting))] };
}

async function addressesIn(dir: string, rows: readonly number[]): Promise<string[]> {
  const addresses: string[] = [];
  try {
    for await (const { lead } of versionsOf(
      dir,
      [...rows].sort((a, b) => a - b),
    ))
      addresses.push(emailKey(lead.contactInfo?.email ?? ""));
  } catch {
    // Nobody can tell.
  }
  return addresses.filter(Boolean);
}

function keyOf(dir: string, row: number): string {
  return `${row} ${resolve(dir)}`;
}

function newestFirst({ sightings: [one] }: Explanation, { sightings: [other] }: Explanation): number {
  const [a, b] = [one?.at ?? "", other?.at ?? ""];
  return a < b ? 1 : a > b ? -1 : 0;
}

/** An address that a correction replaced comes after the one in its place. */
function usedFirst(one: LeadVerdicts, other: LeadVerdicts): number {
  return Number(isReplaced(one)) - Number(isReplaced(other));
}

/** Whether no row has the address any more. */
export function isReplaced({ sightings }: LeadVerdicts): boolean {
  return sightings.every(({ replacedBy }) => replacedBy !== null);
}

/** Whether a removed run may have had a lead that exists: created by it or another, or by the word of the service's owner. */
function mayHaveHeld({ summary, sandbox }: KnownRuns["purged"][number]): boolean {
  if (sandbox) return false;
  if (summary === null) return true;
  const { created, maybeCreated, duplicate, unconfirmed } = summary;
  return created + maybeCreated + duplicate + unconfirmed > 0;
}

/** Of a row whose run cannot be read: it may be anything. */
function unreadableSighting(found: FoundRun, row: number, email: string): Sighting {
  const run = { ...gatherEvidence(found), condition: "damaged" as const };
  const evidence: RowEvidence = { row, state: afterCrash(), last: null, named: null, turn: "to come", run };
  const facts = {
    input: "",
    target: null,
    at: "",
    quoteId: null,
    holder: null,
    hasLink: false,
    createdIn: null,
    names: [],
  };
  return { evidence, ...facts, email, replacedBy: null };
}
