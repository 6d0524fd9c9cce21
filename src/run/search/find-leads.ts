import { existsSync } from "node:fs";
import leven from "leven";
import { emailKey } from "../../lead/email.ts";
import { folded, nationalDigits } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { readLockOwner } from "../folder/lock.ts";
import { findRecords } from "../journal/read-journal.ts";
import { runPaths } from "../run-paths.ts";
import { emailsQuery, type Fit, isBetterFit, type LeadQuery, parseLeadQuery } from "./lead-query.ts";
import { keySets, leadsIn, lookUpPeople, versionsOf } from "./people-index.ts";

/** Rows of runs, each with how well it fits, by the folder of the run. */
export type FoundRows = Map<string, Map<number, Fit>>;

export interface LeadSearch {
  /** Only those that fit best: where a whole address is found, nothing that only holds it in part. */
  found: FoundRows;
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
  const search = new Search();
  await search.lookUp(dirs, query);
  if (search.best !== "whole") for (const dir of dirs) await search.readPlans(dir, query);
  // A number may be somebody's reference, and the id of somebody else's quote; a whole phone number is none.
  const isNumber = /^\d{1,9}$/.test(query.text);
  // Ids have digits: a word without any that is somebody's name is none.
  const isName = search.best !== null && !query.isLink && !/\d/.test(query.text);
  if (query.recordTexts.length > 0 && !isName && (search.best !== "whole" || isNumber))
    for (const dir of dirs) await search.readJournal(dir, query);
  const result = search.result();
  if (query.beside.length === 0) return result;
  const beside = await findEmails(dirs, query.beside);
  // What they stood beside is nobody's here.
  if (result.found.size === 0)
    for (const rows of beside.found.values()) for (const row of rows.keys()) rows.set(row, "part");
  const found: FoundRows = new Map(result.found);
  for (const [dir, rows] of beside.found) found.set(dir, new Map([...(found.get(dir) ?? []), ...rows]));
  return { found, unread: [...new Set([...result.unread, ...beside.unread])] };
}

/**
 * Looks for the rows that have one of some addresses, and nothing else.
 *
 * @param dirs Folders of runs.
 * @param emails In the form in which two are the same.
 */
export async function findEmails(dirs: readonly string[], emails: readonly string[]): Promise<LeadSearch> {
  const search = new Search();
  await search.lookUp(dirs, emailsQuery(emails));
  return search.result();
}

/**
 * Looks for the rows of which some login link was ever written down, in the journals of runs. What cannot be read is left out.
 *
 * @param dirs Folders of runs.
 */
export async function findLinks(dirs: readonly string[], links: readonly string[]): Promise<FoundRows> {
  const search = new Search();
  const query = parseLeadQuery(links.join(" "));
  if (query) for (const dir of dirs) await search.readJournal(dir, query);
  return search.result().found;
}

class Search {
  readonly #found: FoundRows = new Map();
  readonly #unread = new Set<string>();
  best: Fit | null = null;

  async lookUp(dirs: readonly string[], { keys, fitOfLead }: LeadQuery): Promise<void> {
    const wanted = keySets(keys);
    for (const dir of dirs)
      await this.#try(dir, async () => {
        // A process that still reads its sheet may be about to send it.
        if (!existsSync(runPaths(dir).plan) && (await readLockOwner(dir))) this.#unread.add(dir);
        const rows = await lookUpPeople(dir, wanted).catch(() => null);
        // What is left of a plan that was cut off still says something.
        const leads = rows === null ? leadsIn(dir) : rows.length === 0 ? [] : versionsOf(dir, rows);
        for await (const { row, lead } of leads) this.#add(dir, row, fitOfLead(lead));
      });
  }

  async readPlans(dir: string, { fitOfLead, word }: LeadQuery): Promise<void> {
    await this.#try(dir, async () => {
      for await (const { row, lead } of leadsIn(dir, word)) this.#add(dir, row, fitOfLead(lead));
    });
  }

  async readJournal(dir: string, query: LeadQuery): Promise<void> {
    const path = runPaths(dir).journal;
    if (!existsSync(path)) return;
    await this.#try(dir, () =>
      findRecords(path, query.recordTexts, (record) => {
        // It has what is looked for, and cannot be read.
        if (!record) this.#unread.add(dir);
        else if ("row" in record) this.#add(dir, record.row, query.fitOfRecord(record));
      }),
    );
  }

  result(): LeadSearch {
    return { found: this.#found, unread: [...this.#unread] };
  }

  #add(dir: string, row: number, fit: Fit | null): void {
    if (fit === null || (this.best !== null && isBetterFit(this.best, fit))) return;
    if (isBetterFit(fit, this.best)) {
      this.best = fit;
      this.#found.clear();
    }
    const rows = this.#found.get(dir) ?? new Map<number, Fit>();
    rows.set(row, fit);
    this.#found.set(dir, rows);
  }

  async #try(dir: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.#unread.add(dir);
    }
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

/** One way in which a lead may be near to what was asked for. */
interface Likeness {
  wanted: string;
  slipsMax: number;
  /** What a lead has of the kind. */
  textsOf(lead: Lead): string[];
  /** In which it is compared. */
  formOf(text: string): string;
}

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
  const likenesses = likenessesOf(query);
  const found = new Map<string, { distance: number; dirs: Set<string> }>();
  const look = (dir: string, lead: Lead, { wanted, slipsMax, textsOf, formOf }: Likeness): void => {
    for (const known of textsOf(lead)) {
      const form = formOf(known);
      const slips = Math.min(
        leven(wanted, form, { maxDistance: slipsMax + 1 }),
        leven(untagged(wanted), untagged(form), { maxDistance: slipsMax + 1 }),
      );
      // The user may have left out more of a longer address or name than slips explain.
      const distance = form.includes(wanted) || isLonger(form, wanted) ? Math.min(slips, slipsMax) : slips;
      if (distance > slipsMax) continue;
      const near = found.get(known) ?? { distance, dirs: new Set() };
      found.set(known, { distance, dirs: near.dirs.add(dir) });
    }
  };
  for (const dir of dirs) {
    try {
      for await (const { lead } of leadsIn(dir)) for (const likeness of likenesses) look(dir, lead, likeness);
    } catch {
      onUnread(dir);
    }
  }
  const nearest = Math.min(...[...found.values()].map(({ distance }) => distance));
  const near = [...found].filter(([, { distance }]) => distance === nearest);
  // The neighbours of an id are other people's more often than slips: only one that stands alone is told.
  const isId = query.email === null && query.phone === null && /\d/.test(query.text);
  return (isId && near.length > 1 ? [] : near)
    .slice(0, NEAR_MAX)
    .map(([text, { dirs }]) => ({ text, dirs: [...dirs] }));
}

function likenessesOf({ text, email, phone }: LeadQuery): Likeness[] {
  const wanted = email ?? folded(text);
  const slipsMax = wanted.length <= SHORT_CHARACTERS_MAX ? 1 : SLIPS_MAX;
  const ofText = { wanted, slipsMax, textsOf: email === null ? namesOf : addressOf, formOf: folded };
  if (phone === null) return [ofText];
  return [ofText, { wanted: phone, slipsMax: SLIPS_MAX, textsOf: phoneOf, formOf: nationalDigits }];
}

/** Whether one of two names has all words of the other one, of which there are two at least. */
function isLonger(one: string, other: string): boolean {
  const [few = [], many = []] = [one, other]
    .map((name) => name.split(/[\s.,]+/).filter(Boolean))
    .sort((a, b) => a.length - b.length);
  return few.length > 1 && few.every((word) => many.includes(word));
}

function addressOf({ contactInfo }: Lead): string[] {
  const email = emailKey(contactInfo?.email ?? "");
  return email === "" ? [] : [email];
}

/** `ann@example.com`, of `ann+loan@example.com`: as a rule one letter box. */
function untagged(text: string): string {
  return text.replace(/(?<=^[^+@]+)\+[^@]*(?=@)/, "");
}

function phoneOf({ contactInfo }: Lead): string[] {
  return contactInfo?.phone === undefined ? [] : [contactInfo.phone];
}

function namesOf({ affiliateId, contactInfo }: Lead): string[] {
  const { firstName = "", lastName = "" } = contactInfo ?? {};
  return [`${firstName} ${lastName}`.trim(), firstName, lastName, affiliateId ?? ""].filter(Boolean);
}
