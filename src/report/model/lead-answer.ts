import { resolve } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { emailKey } from "../../lead/email.ts";
import { isSameName, personKeys } from "../../lead/person-keys.ts";
import type { RowEvidence } from "../../outcome/evidence.ts";
import { AFTER_CRASH } from "../../outcome/lead-state.ts";
import { judgeLead, mayExist, type Sighting, type Verdict, verdictFor } from "../../outcome/verdict.ts";
import type { Blind } from "../../outcome/verdict-texts.ts";
import { absentNames, type KnownRuns, lastChangedFirst } from "../../run/folder/known-runs.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import { isBehindMark } from "../../run/journal/journal-mark.ts";
import { type DuePeople, matchPeople, type OtherPeople } from "../../run/plan/match-people.ts";
import { PeopleRegister } from "../../run/plan/people-register.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import { type FoundRows, LeadSearch, type NearMiss } from "../../run/search/find-leads.ts";
import { holdsName, type LeadQuery } from "../../run/search/lead-query.ts";
import { versionsOf } from "../../run/search/read-leads.ts";
import { type Explanation, explainFound } from "./explanation.ts";

/** What all runs together say of one lead. */
export interface LeadVerdicts {
  /** The address of the row that decides, in the form in which two are the same; null where it has none. */
  email: string | null;
  /** Those that it had before corrections, and that no row of it has any longer. */
  former: readonly string[];
  /** By service. */
  verdicts: readonly Verdict[];
  /** Rows that exist, or may, of the same person with another address. */
  alsoAs: readonly Sighting[];
}

/** What is known of what a person asked for. */
export interface LeadAnswer {
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

/** Looks for what a person asked for in all runs, and judges what is found. */
export async function answerLeadQuery(query: LeadQuery, known: KnownRuns): Promise<LeadAnswer> {
  const collector = new Collector(known);
  const { found, isPart } = await collector.search.find(query);
  for (const dir of known.dirs) if (!found.has(dir) && isBehindMark(dir)) collector.unread.add(dir);
  const email = isPart ? null : query.email;
  const leftCount = await collector.take(found, email === null ? ROWS_MAX : Number.POSITIVE_INFINITY);
  // A reference may look like an address: then nobody has it.
  const havers = collector.rows.filter((row) => email !== null && addressesOf([row]).has(email));
  const havingNow = havers.filter((row) => addressesOf([row], isNow).has(email ?? ""));
  const [asked = collector.rows] = [havingNow, havers].filter(({ length }) => length > 0);
  // Too many people to judge each: the user has to ask a narrower question.
  const answer = leftCount > 0 ? { leads: [], rows: explained(asked) } : await collector.answer(asked);
  const { name } = query;
  const leads = name !== null && isPart ? answer.leads.map((lead) => askedByName(lead, name)) : answer.leads;
  const isFound = answer.rows.length > 0 || leads.length > 0;
  const near = isFound ? [] : await collector.search.findNear(query);
  const isCutLink = query.isLink && isPart && isFound;
  return { ...answer, leads, blind: collector.blind, isCutLink, leftCount, near };
}

/** What was found by the name of somebody, which stands in an e-mail that is of somebody else. */
function askedByName(lead: LeadVerdicts, asked: string): LeadVerdicts {
  const isOfOther = ({ link }: Verdict): boolean =>
    link !== null && !holdsName(link.name, asked) && holdsName(`${link.name} ${link.email}`, asked);
  const person = { name: asked, names: [] };
  const verdicts = lead.verdicts.map((each) => (isOfOther(each) ? verdictFor([person], each) : each));
  return { ...lead, verdicts };
}

/**
 * The same for one row of a run, which need not be one of those that are known.
 *
 * @param found The run, in which the row was followed.
 */
export async function answerRow(found: FoundRun, known: KnownRuns): Promise<LeadAnswer> {
  const collector = new Collector(known);
  await collector.explain(found);
  const answer = await collector.answer(collector.rows);
  return { ...answer, isCutLink: false, leftCount: 0, near: [], blind: collector.blind };
}

/** A row that was found: explained, or, of a run that cannot be read, what is left of it. */
type FoundRow = Explanation | Pick<Explanation, "sightings">;

/** The explained ones, the newest first. */
function explained(rows: readonly FoundRow[]): Explanation[] {
  return rows
    .filter((row) => "row" in row)
    .sort(({ sightings: [one] }, { sightings: [other] }) => byTime(one, other));
}

const isNow = ({ isFormer }: Sighting): boolean => !isFormer;

/** The addresses of rows. @param isWanted Those of some sightings only. */
function addressesOf(
  rows: readonly FoundRow[],
  isWanted: (sighting: Sighting) => boolean = () => true,
): Set<string> {
  return new Set(
    rows.flatMap(({ sightings }) => sightings.filter(isWanted).flatMap(({ email }) => email ?? [])),
  );
}

/**
 * The leads of some rows. Those that have one address are one lead, since the service takes it once. With it are rows of one name
 * that had it before a correction, whatever they have now. Anybody else who had it is another lead.
 */
export function leadsOf(asked: readonly FoundRow[], rows: readonly FoundRow[]): FoundRow[][] {
  // All that have one address are of the same lead.
  const firsts = new Map(asked.map((row) => [[...addressesOf([row], isNow)].join() || row, row]));
  const leads: Set<FoundRow>[] = [];
  for (const first of firsts.values()) {
    const lead = leadOf(first, rows);
    // What a correction led to is told with what it was before.
    const known = leads.find((other) => [...lead].some((row) => other.has(row)));
    if (known) for (const row of lead) known.add(row);
    else leads.push(lead);
  }
  return leads.map((lead) => [...lead]);
}

function leadOf(first: FoundRow, rows: readonly FoundRow[]): Set<FoundRow> {
  const lead = new Set([first]);
  // A set is gone through with what is added to it on the way.
  for (const row of lead) for (const other of rows) if (isOneLead(row, other)) lead.add(other);
  return lead;
}

/** Whether a row has an address that another one has, or of the same name had. */
function isOneLead({ sightings }: FoundRow, other: FoundRow): boolean {
  return sightings
    .filter(isNow)
    .some((mine) =>
      other.sightings.some(
        (theirs) =>
          mine.email !== null &&
          mine.email === theirs.email &&
          (isNow(theirs) || mine.names.some((name) => theirs.names.some((each) => isSameName(name, each)))),
      ),
    );
}

/**
 * What all runs say of a lead.
 *
 * @param rows All of them: whoever had one of its addresses says something, too.
 * @param same Rows of the same people.
 * @param asked The rows that were asked for.
 */
export function judgedLead(
  lead: readonly FoundRow[],
  rows: readonly FoundRow[],
  same: readonly SamePerson[],
  asked: readonly FoundRow[],
  blind: Blind,
): LeadVerdicts {
  const emails = addressesOf(lead, isNow);
  const isOurs = ({ email }: Sighting): boolean => email !== null && emails.has(email);
  const meant = lead.filter((row) => asked.includes(row)).flatMap(({ sightings }) => sightings);
  const own = lead.flatMap(({ sightings }) => sightings);
  const now = own.filter(isNow);
  // What others were told of an address before a correction holds for whoever has it now.
  const told = rows.flatMap(({ sightings }) => sightings.filter(isOurs));
  const sightings = [...new Set([...now, ...told])].sort(
    (one, other) => Number(meant.includes(other)) - Number(meant.includes(one)) || byTime(one, other),
  );
  // Others had one of its e-mails before, or have one that it had: either may be the person who is looked for.
  const others = rows.filter((row) => !lead.includes(row));
  const doubtful = others.filter(
    (row) => row.sightings.some(isOurs) || lead.some((each) => isOneLead(row, each)),
  );
  const alike = [
    // Under an address that was corrected it may have been created, too, unless the service's owner was asked about that.
    ...own.filter(
      ({ isFormer, evidence: { state } }) => isFormer && state.maybeCreated && state.word !== "not-created",
    ),
    ...same.filter(({ isQuestion }) => isQuestion).map(({ sighting }) => sighting),
    ...doubtful.flatMap((row) => [...leadOf(row, rows)]).flatMap((row) => row.sightings.filter(isNow)),
  ];
  const verdicts = judgeLead(sightings, alike, blind).map((verdict) =>
    verdictFor(meant.filter(isNow), verdict),
  );
  const { email = null } = verdicts[0]?.decisive ?? {};
  const known = [...own, ...same.map(({ sighting }) => sighting)];
  return {
    email,
    former: [...addressesOf(lead)].filter((each) => !emails.has(each)),
    verdicts,
    alsoAs: [...new Set(known)].filter((each) => each.email !== email && mayExist(each)),
  };
}

/** Gathers rows, and what the other runs say of their addresses. */
class Collector {
  readonly #known: KnownRuns;
  readonly search: LeadSearch;
  readonly #rows = new Map<string, FoundRow>();

  constructor(known: KnownRuns) {
    this.#known = known;
    this.search = new LeadSearch(known.dirs);
  }

  /** Folders of runs that cannot be searched. */
  get unread(): Set<string> {
    return this.search.unread;
  }

  get rows(): FoundRow[] {
    return [...this.#rows.values()];
  }

  /** @returns How many rows were left out. */
  async take(found: FoundRows, rowsMax = Number.POSITIVE_INFINITY): Promise<number> {
    let [taken, left] = [0, 0];
    for (const dir of lastChangedFirst(found.keys())) {
      const rows = [...(found.get(dir) ?? [])].filter((row) => !this.#rows.has(keyOf(dir, row)));
      const chosen = rows.slice(0, Math.max(0, rowsMax - taken));
      left += rows.length - chosen.length;
      taken += chosen.length;
      if (chosen.length === 0) continue;
      const inspected = await Run.inspect(dir, { rows: chosen, isVerified: true });
      await this.explain(inspected);
      for (const row of chosen.filter((each) => !this.#rows.has(keyOf(dir, each)))) {
        const sightings = await unreadableSightings(inspected, row);
        // Where its plan is lost, nothing says whose it is.
        if (sightings.length > 0) this.#rows.set(keyOf(dir, row), { sightings });
      }
    }
    return left;
  }

  /** Explains the rows of a run that were followed; one that cannot be read is noted. */
  async explain(found: FoundRun): Promise<void> {
    const { dir, run, problem } = found;
    try {
      if (!run) throw problem;
      for (const each of explainFound(found)) this.#rows.set(keyOf(dir, each.row.row), each);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.unread.add(dir);
    }
  }

  /** Judges the leads of some rows. */
  async answer(asked: readonly FoundRow[]): Promise<Pick<LeadAnswer, "leads" | "rows">> {
    await this.#lookForAlike();
    const rows = this.rows;
    const own = leadsOf(asked, rows);
    const same: SamePerson[][] = [];
    for (const lead of own) same.push(await this.#samePeople(lead));
    const leads = own.map((lead, at) => judgedLead(lead, rows, same[at] ?? [], asked, this.blind));
    return { leads, rows: explained([...new Set(own.flat())]) };
  }

  /** Looks for the keys of what was found. With its addresses more is found, and so on. */
  async #lookForAlike(): Promise<void> {
    const lookedFor = new Set<string>();
    for (;;) {
      const wanted = new PeopleRegister();
      for (const keys of new Set(this.rows.flatMap(keysOf)))
        if (!lookedFor.has(keys)) wanted.add(0, JSON.parse(keys));
      if (wanted.count === 0) return;
      for (const keys of this.rows.flatMap(keysOf)) lookedFor.add(keys);
      await this.take(await this.search.rowsLike(wanted, ["email"]));
    }
  }

  /** What could not be looked into so far. */
  get blind(): Blind {
    return {
      unread: lastChangedFirst(this.unread),
      purged: this.#known.purged.filter(mayHaveHeld).length,
      absent: absentNames(this.#known.absent),
    };
  }

  /** What rows of the same person say, with whatever address: they may have been submitted once more. As the question before a submission finds them. */
  async #samePeople(lead: readonly FoundRow[]): Promise<SamePerson[]> {
    const register = new PeopleRegister();
    // People with the same address were looked for already; a lead that was submitted many times is looked for once.
    const keys = explained(lead).map((each) => JSON.stringify({ ...each.keys, email: 0 }));
    for (const each of new Set(keys)) register.add(0, JSON.parse(each));
    const others = this.#known.dirs.flatMap((dir): OtherPeople[] => {
      const people = this.search.people.get(dir);
      return people ? [{ dir, peopleLike: async () => people, existing: async () => () => "maybe" }] : [];
    });
    const due: DuePeople = { register, fateOf: () => "known" };
    const { asked, noticed } = await matchPeople(due, others, Number.POSITIVE_INFINITY);
    const matches = [...asked, ...noticed].flatMap((row, nth) =>
      row.matches.map(({ dir, row }) => ({ dir: dir ?? "", row, isQuestion: nth < asked.length })),
    );
    const rows: FoundRows = new Map();
    for (const { dir, row } of matches) rows.set(dir, (rows.get(dir) ?? new Set()).add(row));
    await this.take(rows);
    const emails = addressesOf(lead, isNow);
    return matches.flatMap(({ dir, row, isQuestion }) => {
      const found = this.#rows.get(keyOf(dir, row));
      const [sighting] = found && "row" in found ? found.sightings : [];
      const isOther = sighting && !emails.has(sighting.email ?? "");
      return isOther && mayExist(sighting) ? [{ sighting, isQuestion }] : [];
    });
  }
}

/** A row of the same person that exists, or may; a question where it would be one before a submission. */
interface SamePerson {
  sighting: Sighting;
  isQuestion: boolean;
}

/** The keys of a row, as texts: those of its lead, and each address that it had. */
function keysOf(row: FoundRow): string[] {
  const addresses = [...addressesOf([row])].map((email) => personKeys({ contactInfo: { email } }));
  return [...("row" in row ? [row.keys] : []), ...addresses].map((keys) => JSON.stringify(keys));
}

function keyOf(dir: string, row: number): string {
  return `${row} ${resolve(dir)}`;
}

/** The newest one first. */
function byTime(one: Sighting | undefined, other: Sighting | undefined): number {
  const [a, b] = [one?.at ?? "", other?.at ?? ""];
  return a < b ? 1 : a > b ? -1 : 0;
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
  const evidence: RowEvidence = { row, state: AFTER_CRASH, last: null, turn: "to-come", run };
  const known = { target: null, at: "", quoteId: null, holder: null, hasLink: false, isCorrected: false };
  const sightings = new Map<string, Sighting>();
  try {
    for await (const { lead } of versionsOf(found.dir, [row])) {
      const { firstName, lastName, email = "" } = lead.contactInfo ?? {};
      const name = [firstName, lastName].filter(Boolean).join(" ");
      const names = [personKeys(lead).name];
      const key = emailKey(email);
      sightings.set(key, { evidence, ...known, name, names, email: key || null, isFormer: false });
    }
  } catch {
    // Nobody can tell.
  }
  return [...sightings.values()];
}
