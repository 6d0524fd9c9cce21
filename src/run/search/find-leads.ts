import { existsSync } from "node:fs";
import leven from "leven";
import { emailKey } from "../../lead/email.ts";
import { folded, nationalDigits, personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { readLockOwner } from "../folder/lock.ts";
import { findRecords } from "../journal/read-journal.ts";
import { INDEXED_KEYS, PeopleRegister } from "../plan/people-register.ts";
import { runPaths } from "../run-paths.ts";
import { emailsQuery, FIT, type Fit, type LeadQuery, parseLeadQuery } from "./lead-query.ts";
import { leadsIn, versionsOf, withPeople } from "./people-index.ts";

/** Rows of runs, by the folder of the run. */
export type FoundRows = Map<string, Set<number>>;

export interface LeadSearch {
  /** Only those that fit best: where a whole address is found, nothing that only holds it in part. */
  found: FoundRows;
  /** Whether they only hold a part of what was asked for, or a word of a name. */
  isPart: boolean;
  /** Folders that could not be searched. */
  unread: string[];
}

/**
 * Looks for leads in runs, and for ids and links in their journals. What is whole is looked up in the index of each run; for a part of
 * something the plans are read.
 *
 * @param dirs Folders of runs.
 */
export async function findLeads(dirs: readonly string[], query: LeadQuery): Promise<LeadSearch> {
  const search = new Search(dirs);
  await search.lookUp(query);
  if (search.best < FIT.whole) await search.readPlans(query);
  // A number may be somebody's reference, and the id of somebody else's quote; a whole phone number is none.
  const isNumber = /^\d{1,9}$/.test(query.text);
  // Ids have digits: a word without any that is somebody's name is none.
  const isName = search.best > FIT.none && !query.isLink && !/\d/.test(query.text);
  if (query.recordTexts.length > 0 && !isName && (search.best < FIT.whole || isNumber))
    await search.readJournals(query);
  const beside = new Search(dirs, search.unread);
  if (query.beside.length > 0) await beside.lookUp(emailsQuery(query.beside));
  for (const [dir, rows] of beside.found) for (const row of rows) rowsIn(search.found, dir).add(row);
  return search.result();
}

/**
 * Looks for the rows that have one of some addresses, and nothing else.
 *
 * @param dirs Folders of runs.
 * @param emails In the form in which two are the same.
 */
export async function findEmails(dirs: readonly string[], emails: readonly string[]): Promise<LeadSearch> {
  const search = new Search(dirs);
  await search.lookUp(emailsQuery(emails));
  return search.result();
}

/**
 * Looks for the rows of which some login link was ever written down, in the journals of runs. What cannot be read is left out.
 *
 * @param dirs Folders of runs.
 */
export async function findLinks(dirs: readonly string[], links: readonly string[]): Promise<FoundRows> {
  const search = new Search(dirs);
  const query = parseLeadQuery(links.join(" "));
  if (query) await search.readJournals(query);
  return search.found;
}

function rowsIn(found: FoundRows, dir: string): Set<number> {
  const rows = found.get(dir) ?? new Set();
  found.set(dir, rows);
  return rows;
}

/** The rows of a run that have a key of somebody who is wanted, in any version; a few may be there that only share its hash. */
function rowsWith(people: PeopleRegister, wanted: PeopleRegister): Set<number> {
  const rows = new Set<number>();
  for (const kind of INDEXED_KEYS)
    for (const key of people.shared(kind, wanted))
      for (const place of people.placesOf(kind, key)) rows.add(people.rowAt(place));
  return rows;
}

class Search {
  readonly #dirs: readonly string[];
  readonly found: FoundRows = new Map();
  readonly unread: Set<string>;
  best: Fit = FIT.none;

  constructor(dirs: readonly string[], unread = new Set<string>()) {
    this.#dirs = dirs;
    this.unread = unread;
  }

  async lookUp({ like, fitOfLead }: LeadQuery): Promise<void> {
    const wanted = new PeopleRegister();
    for (const lead of like) wanted.add(0, personKeys(lead));
    await this.#each(async (dir) => {
      // A process that still reads its sheet may be about to send it.
      if (!existsSync(runPaths(dir).plan) && (await readLockOwner(dir))) this.unread.add(dir);
      const rows = await withPeople(dir, (people) => rowsWith(people, wanted)).catch(() => null);
      // What is left of a plan that was cut off still says something.
      const leads = rows ? versionsOf(dir, rows) : leadsIn(dir);
      for await (const { row, lead } of leads) this.#add(dir, row, fitOfLead(lead));
    });
  }

  async readPlans({ fitOfLead, word }: LeadQuery): Promise<void> {
    await this.#each(async (dir) => {
      for await (const { row, lead } of leadsIn(dir, word)) this.#add(dir, row, fitOfLead(lead));
    });
  }

  async readJournals({ recordTexts, fitOfRecord }: LeadQuery): Promise<void> {
    await this.#each(async (dir) => {
      const path = runPaths(dir).journal;
      if (!existsSync(path)) return;
      await findRecords(path, recordTexts, (record) => {
        // It has what is looked for, and cannot be read.
        if (!record) this.unread.add(dir);
        else if ("row" in record) this.#add(dir, record.row, fitOfRecord(record));
      });
    });
  }

  result(): LeadSearch {
    const isPart = this.best === FIT.part || this.best === FIT.word;
    return { found: this.found, isPart, unread: [...this.unread] };
  }

  #add(dir: string, row: number, fit: Fit): void {
    if (fit === FIT.none || fit < this.best) return;
    if (fit > this.best) this.found.clear();
    this.best = fit;
    rowsIn(this.found, dir).add(row);
  }

  /** Goes through the runs; those that cannot be read are noted. */
  async #each(work: (dir: string) => Promise<void>): Promise<void> {
    for (const dir of this.#dirs) await work(dir).catch(() => void this.unread.add(dir));
  }
}

/** What a person may have meant: another address, name or id by a letter or two. */
export interface NearMiss {
  text: string;
  /** Folders of the runs that have it. */
  dirs: string[];
}

const NEAR_MAX = 5;
const SLIPS_MAX = 2;
const SHORT_CHARACTERS_MAX = 5;

/**
 * Looks for what is nearest to what a person asked for: as few letters away as anything is.
 *
 * @param onUnread Called with each folder that could not be searched.
 */
export async function findNear(
  dirs: readonly string[],
  query: LeadQuery,
  onUnread: (dir: string) => void = () => undefined,
): Promise<NearMiss[]> {
  const found = new Map<string, { slips: number; dirs: Set<string> }>();
  for (const dir of dirs)
    try {
      for await (const { lead } of leadsIn(dir))
        for (const { known, slips } of likeTexts(lead, query)) {
          const { dirs = new Set<string>() } = found.get(known) ?? {};
          found.set(known, { slips, dirs: dirs.add(dir) });
        }
    } catch {
      onUnread(dir);
    }
  const fewest = Math.min(...[...found.values()].map(({ slips }) => slips));
  const near = [...found].filter(([, { slips }]) => slips === fewest);
  // The neighbours of an id are other people's more often than slips: only one that stands alone is told.
  const isId = query.email === null && query.phone === null && /\d/.test(query.text);
  return (isId && near.length > 1 ? [] : near)
    .slice(0, NEAR_MAX)
    .map(([text, { dirs }]) => ({ text, dirs: [...dirs] }));
}

/** What a lead has that may be meant: an address where one was asked for, else names and reference; a phone besides. */
function* likeTexts(
  { affiliateId = "", contactInfo }: Lead,
  { text, email, phone }: LeadQuery,
): Generator<{ known: string; slips: number }> {
  const { firstName = "", lastName = "", email: address = "", phone: number = "" } = contactInfo ?? {};
  const names = [`${firstName} ${lastName}`.trim(), firstName, lastName, affiliateId];
  const wanted = email ?? folded(text);
  const own = email === null ? names : [emailKey(address)];
  const all = own.map((known) => ({ known, form: folded(known), wanted }));
  if (phone !== null) all.push({ known: number, form: nationalDigits(number), wanted: phone });
  for (const { known, form, wanted } of all) {
    const slipsMax = wanted.length <= SHORT_CHARACTERS_MAX ? 1 : SLIPS_MAX;
    const slips = known === "" ? Number.POSITIVE_INFINITY : slipsBetween(wanted, form, slipsMax);
    if (slips <= slipsMax) yield { known, slips };
  }
}

function slipsBetween(wanted: string, form: string, slipsMax: number): number {
  const maxDistance = slipsMax + 1;
  const slips = Math.min(
    leven(wanted, form, { maxDistance }),
    leven(untagged(wanted), untagged(form), { maxDistance }),
  );
  // The user may have left out more of a longer address or name than slips explain.
  return form.includes(wanted) || isLonger(form, wanted) ? Math.min(slips, slipsMax) : slips;
}

/** Whether one of two names has all words of the other one, of which there are two at least. */
function isLonger(one: string, other: string): boolean {
  const [few = [], many = []] = [one, other]
    .map((name) => name.split(/[\s.,]+/).filter(Boolean))
    .sort((a, b) => a.length - b.length);
  return few.length > 1 && few.every((word) => many.includes(word));
}

/** `ann@example.com`, of `ann+loan@example.com`: as a rule one letter box. */
function untagged(text: string): string {
  return text.replace(/(?<=^[^+@]+)\+[^@]*(?=@)/, "");
}
