import { existsSync } from "node:fs";
import leven from "leven";
import { emailKey } from "../../lead/email.ts";
import { folded, nationalDigits, personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { readLockOwner } from "../folder/lock.ts";
import { eachRecord } from "../journal/read-journal.ts";
import { INDEXED_KEYS, type IndexedKey, PeopleRegister } from "../plan/people-register.ts";
import { runPaths } from "../run-paths.ts";
import { emailsQuery, FIT, type Fit, type LeadQuery, parseLeadQuery } from "./lead-query.ts";
import { filterIn, type KeyFilter, peopleLike, readPeople } from "./people-index.ts";
import { leadsIn, versionsOf } from "./read-leads.ts";

/** Rows of runs, by the folder of the run. */
export type FoundRows = Map<string, Set<number>>;

/** What a person may have meant: another address, name or id by a letter or two. */
export interface NearMiss {
  text: string;
  /** Folders of the runs that have it. */
  dirs: string[];
}

const NEAR_MAX = 5;
const SLIPS_MAX = 2;
const SHORT_CHARACTERS_MAX = 5;

/** The rows of a run that have a key of somebody who is wanted, in any version; a few may be there that only share its hash. */
export function rowsWith(
  people: PeopleRegister,
  wanted: PeopleRegister,
  kinds: readonly IndexedKey[] = INDEXED_KEYS,
): Set<number> {
  const rows = new Set<number>();
  for (const kind of kinds)
    for (const key of people.shared(kind, wanted))
      for (const place of people.placesOf(kind, key)) rows.add(people.rowAt(place));
  return rows;
}

/** Only those rows that fit best: where a whole address is found, nothing that only holds it in part. */
class BestFits {
  readonly rows: FoundRows = new Map();
  best: Fit = FIT.none;

  add(dir: string, row: number, fit: Fit): void {
    if (fit === FIT.none || fit < this.best) return;
    if (fit > this.best) this.rows.clear();
    this.best = fit;
    this.rows.set(dir, (this.rows.get(dir) ?? new Set()).add(row));
  }
}

/** Looks for leads in runs, and for ids and links in their journals. */
export class LeadSearch {
  readonly #dirs: readonly string[];
  /** Folders that could not be searched. */
  readonly unread = new Set<string>();

  /** Everybody in the runs that were looked into, by their folders. */
  readonly people = new Map<string, PeopleRegister>();
  /** Filters of the other runs: a question asks each more than once. */
  readonly #filters = new Map<string, KeyFilter>();

  /** @param dirs Folders of runs. */
  constructor(dirs: readonly string[]) {
    this.#dirs = dirs;
  }

  /**
   * Looks for what a person asked for: whole keys in the indexes of the runs, parts of anything in the plans.
   *
   * @returns `isPart`: whether the rows only hold a part of what was asked for, or a word of a name.
   */
  async find(query: LeadQuery): Promise<{ found: FoundRows; isPart: boolean }> {
    const fits = await this.#lookUp(query);
    if (fits.best < FIT.whole)
      await this.#each(async (dir) => {
        for await (const { row, lead } of leadsIn(dir, query.word)) fits.add(dir, row, query.fitOfLead(lead));
      });
    // A number may be somebody's reference, and the id of somebody else's quote; a whole phone number is none.
    const isNumber = /^\d{1,9}$/.test(query.text);
    // Ids have digits: a word without any that is somebody's name is none.
    const isName = fits.best > FIT.none && !query.isLink && !/\d/.test(query.text);
    if (!isName && (fits.best < FIT.whole || isNumber)) await this.#readJournals(query, fits);
    const { rows: found, best } = fits;
    if (query.beside.length > 0)
      for (const [dir, rows] of (await this.#lookUp(emailsQuery(query.beside))).rows)
        found.set(dir, new Set([...(found.get(dir) ?? []), ...rows]));
    return { found, isPart: best === FIT.part || best === FIT.word };
  }

  /** Looks for the rows of which some login link was ever written down. */
  async findLinks(links: readonly string[]): Promise<FoundRows> {
    const fits = new BestFits();
    const query = parseLeadQuery(links.join(" "));
    if (query) await this.#readJournals(query, fits);
    return fits.rows;
  }

  /** The rows of each run that have a key of somebody who is wanted. @param kinds Of keys. */
  async rowsLike(wanted: PeopleRegister, kinds: readonly IndexedKey[] = INDEXED_KEYS): Promise<FoundRows> {
    const found: FoundRows = new Map();
    await this.#each(async (dir) => {
      const people = this.people.get(dir) ?? (await this.#peopleLike(wanted, dir));
      if (!people) return;
      this.people.set(dir, people);
      found.set(dir, rowsWith(people, wanted, kinds));
    });
    return found;
  }

  async #peopleLike(wanted: PeopleRegister, dir: string): Promise<PeopleRegister | null> {
    const filter = this.#filters.get(dir) ?? filterIn(dir);
    if (filter) this.#filters.set(dir, filter);
    // A process that still reads its sheet may be about to send it.
    else if (!existsSync(runPaths(dir).plan) && (await readLockOwner(dir))) this.unread.add(dir);
    return peopleLike(wanted, dir, filter).catch(async () => {
      this.unread.add(dir);
      // What is left of a plan that was cut off still says something.
      const left = new PeopleRegister();
      await readPeople(dir, left).catch(() => undefined);
      return left;
    });
  }

  async #lookUp({ like, fitOfLead }: LeadQuery): Promise<BestFits> {
    const [wanted, fits] = [new PeopleRegister(), new BestFits()];
    for (const lead of like) wanted.add(0, personKeys(lead));
    const found = await this.rowsLike(wanted);
    await this.#each(async (dir) => {
      for await (const { row, lead } of versionsOf(dir, found.get(dir) ?? []))
        fits.add(dir, row, fitOfLead(lead));
    });
    return fits;
  }

  async #readJournals({ recordTexts, fitOfRecord }: LeadQuery, fits: BestFits): Promise<void> {
    if (recordTexts.length === 0) return;
    await this.#each(async (dir) => {
      const path = runPaths(dir).journal;
      if (!existsSync(path)) return;
      for await (const record of eachRecord(path, recordTexts)) {
        // It has what is looked for, and cannot be read.
        if (!record) this.unread.add(dir);
        else if ("row" in record) fits.add(dir, record.row, fitOfRecord(record));
      }
    });
  }

  /** Goes through the runs; those that cannot be read are noted. */
  async #each(work: (dir: string) => Promise<void>): Promise<void> {
    for (const dir of this.#dirs) await work(dir).catch(() => void this.unread.add(dir));
  }

  /** Looks for what is nearest to what a person asked for: as few letters away as anything is. */
  async findNear(query: LeadQuery): Promise<NearMiss[]> {
    const found = new Map<string, { slips: number; dirs: Set<string> }>();
    await this.#each(async (dir) => {
      for await (const { lead } of leadsIn(dir))
        for (const { known, slips } of likeTexts(lead, query)) {
          const { dirs = new Set<string>() } = found.get(known) ?? {};
          found.set(known, { slips, dirs: dirs.add(dir) });
        }
    });
    const fewest = Math.min(...[...found.values()].map(({ slips }) => slips));
    const near = [...found].filter(([, { slips }]) => slips === fewest);
    // The neighbours of an id are other people's more often than slips: only one that stands alone is told.
    const isId = query.email === null && query.phone === null && /\d/.test(query.text);
    return (isId && near.length > 1 ? [] : near)
      .slice(0, NEAR_MAX)
      .map(([text, { dirs }]) => ({ text, dirs: [...dirs] }));
  }
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
