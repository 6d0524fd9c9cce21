import { existsSync } from "node:fs";
import { join } from "node:path";
import leven from "leven";
import { emailKey } from "../../lead/email.ts";
import type { Lead } from "../../lead/schema.ts";
import { readLockOwner } from "../folder/lock.ts";
import { mayHoldRun } from "../folder/run-folder.ts";
import { findRecords } from "../journal/read-journal.ts";
import { leadBytesOf } from "../plan/plan-record.ts";
import { readRowLines } from "../plan/read-plan.ts";
import { runPaths } from "../run-paths.ts";
import { emailHash, lookUpEmails, plansIn, requireWhole } from "./email-index.ts";
import {
  emailsQuery,
  type Fit,
  folded,
  foldedJson,
  isBetterFit,
  isLikeName,
  type LeadQuery,
  mayHoldLikeName,
  mayHoldNear,
  mayHoldNearPhone,
  nationalDigits,
  type Person,
  parseLeadQuery,
  peopleQuery,
} from "./lead-query.ts";

/** Rows of runs, each with how well it fits, by the folder of the run. */
export type FoundRows = Map<string, Map<number, Fit>>;

export interface LeadSearch {
  /** Only those that fit best: where a whole address is found, nothing that only holds it in part. */
  found: FoundRows;
  /** Folders that could not be searched. */
  unread: string[];
  /** Folders whose plans were read: those that have no index of addresses are among them. */
  read: string[];
}

/**
 * Looks for leads in the plans of runs, and for ids and links in their journals. An address is looked up in a run's index
 * where there is one; everything else is read through, which takes little more than reading the plans.
 *
 * @param dirs Folders of runs, and others.
 */
export async function findLeads(dirs: readonly string[], query: LeadQuery): Promise<LeadSearch> {
  const search = new Search();
  await search.take(dirs, query, query.email === null ? null : [emailHash(query.email)]);
  if (search.best !== "whole") for (const dir of search.indexed) await search.readPlans(dir, query);
  // What is a number may be anything: somebody's phone, and the id of somebody else's quote.
  if (query.isOfJournal && (search.best !== "whole" || /^\d+$/.test(query.text)))
    for (const dir of new Set([...search.indexed, ...search.read])) await search.readJournal(dir, query);
  const result = search.result();
  if (query.beside.length === 0) return result;
  const beside = await findEmails(dirs, query.beside);
  // What they stood beside is nobody's here.
  if (result.found.size === 0)
    for (const rows of beside.found.values()) for (const row of rows.keys()) rows.set(row, "part");
  return together(result, beside);
}

function together(one: LeadSearch, other: LeadSearch): LeadSearch {
  const found: FoundRows = new Map(one.found);
  for (const [dir, rows] of other.found) found.set(dir, new Map([...(found.get(dir) ?? []), ...rows]));
  const both = (key: "unread" | "read"): string[] => [...new Set([...one[key], ...other[key]])];
  return { found, unread: both("unread"), read: both("read") };
}

/**
 * Looks for the rows that have one of some addresses, and nothing else.
 *
 * @param dirs Folders of runs, and others.
 * @param emails In the form in which two are the same.
 */
export async function findEmails(dirs: readonly string[], emails: readonly string[]): Promise<LeadSearch> {
  const search = new Search();
  await search.take(dirs, emailsQuery(emails), emails.map(emailHash));
  return search.result();
}

/**
 * Looks for the rows of some people, under whatever address.
 *
 * @param dirs Folders of runs, and others.
 */
export async function findPeople(dirs: readonly string[], people: readonly Person[]): Promise<LeadSearch> {
  const search = new Search();
  if (people.length > 0) await search.take(dirs, peopleQuery(people), null);
  return search.result();
}

/**
 * Looks for the rows of which some login link was ever written down, in the journals of runs. What cannot be read is left out.
 *
 * @param dirs Folders of runs, and others.
 */
export async function findLinks(dirs: readonly string[], links: readonly string[]): Promise<FoundRows> {
  const queries = links.flatMap((link) => parseLeadQuery(link) ?? []);
  const mayFitRecord: LeadQuery["mayFitRecord"] = (line) => queries.some((query) => query.mayFitRecord(line));
  const fitOfRecord: LeadQuery["fitOfRecord"] = (record) =>
    queries.some((query) => query.fitOfRecord(record) === "whole") ? "whole" : null;
  const search = new Search();
  for (const dir of dirs) await search.readJournal(dir, { mayFitRecord, fitOfRecord });
  return search.result().found;
}

/**
 * The addresses that some rows have in the plans of a run, whatever else of it can be read.
 *
 * @throws The system's error where no plan can be read.
 */
export async function addressesOf(dir: string, rows: ReadonlySet<number>): Promise<string[]> {
  const addresses: string[] = [];
  for (const [name] of plansIn(dir))
    for await (const lines of readRowLines(join(dir, name)))
      for (const line of lines.filter(({ row }) => rows.has(row)))
        addresses.push(...addressOf(JSON.parse(leadBytesOf(line).toString()) as Lead));
  return addresses;
}

class Search {
  readonly #found: FoundRows = new Map();
  readonly #unread = new Set<string>();
  /** Folders of runs whose plans were read, and others in which addresses were looked up. */
  readonly read = new Set<string>();
  readonly indexed: string[] = [];
  best: Fit | null = null;

  /** @param hashes Of addresses; null where it is no address that is looked for. */
  async take(dirs: readonly string[], query: LeadQuery, hashes: readonly number[] | null): Promise<void> {
    for (const dir of dirs) {
      const rows = hashes === null ? undefined : lookUpEmails(dir, hashes);
      if (rows) this.indexed.push(dir);
      for (const row of rows ?? []) this.add(dir, row, "whole");
      if (!rows && mayHoldRun(dir)) await this.readPlans(dir, query);
    }
  }

  add(dir: string, row: number, fit: Fit): void {
    if (this.best !== null && isBetterFit(this.best, fit)) return;
    if (isBetterFit(fit, this.best)) {
      this.best = fit;
      this.#found.clear();
    }
    const rows = this.#found.get(dir) ?? new Map<number, Fit>();
    rows.set(row, fit);
    this.#found.set(dir, rows);
  }

  async readPlans(dir: string, query: LeadQuery): Promise<void> {
    this.read.add(dir);
    await this.#try(dir, async () => {
      const plans = plansIn(dir);
      for (const [name] of plans) {
        for await (const { row, lead } of leadsIn(join(dir, name), query.mayFitLead)) {
          const fit = query.fitOfLead(lead);
          if (fit) this.add(dir, row, fit);
        }
      }
      requireWhole(plans, dir);
      // A process that still reads its sheet may be about to send it.
      if (plans.length === 0 && (await readLockOwner(dir))) this.#unread.add(dir);
    });
  }

  async readJournal(dir: string, query: Pick<LeadQuery, "mayFitRecord" | "fitOfRecord">): Promise<void> {
    const path = runPaths(dir).journal;
    if (!existsSync(path)) return;
    await this.#try(dir, () =>
      findRecords(path, query.mayFitRecord, (record) => {
        // It has what is looked for, and cannot be read.
        if (!record) this.#unread.add(dir);
        const fit = record ? query.fitOfRecord(record) : null;
        if (record && fit && "row" in record) this.add(dir, record.row, fit);
      }),
    );
  }

  result(): LeadSearch {
    return { found: this.#found, unread: [...this.#unread], read: [...this.read] };
  }

  async #try(dir: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.#unread.add(dir);
    }
  }
}

/** The leads of a plan that may fit. */
async function* leadsIn(
  path: string,
  mayFit: LeadQuery["mayFitLead"],
): AsyncGenerator<{ row: number; lead: Lead }> {
  for await (const lines of readRowLines(path))
    for (const line of lines) {
      const json = leadBytesOf(line);
      if (mayFit(foldedJson(json))) yield { row: line.row, lead: JSON.parse(json.toString()) as Lead };
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
  /** Whether a lead may be that near, by its folded JSON. */
  mayBeNear: LeadQuery["mayFitLead"];
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
  const mayBeNear = (json: string): boolean => likenesses.some((likeness) => likeness.mayBeNear(json));
  const found = new Map<string, { distance: number; dirs: Set<string> }>();
  const look = (dir: string, lead: Lead, { wanted, slipsMax, textsOf, formOf }: Likeness): void => {
    for (const known of textsOf(lead)) {
      const form = formOf(known);
      const slips = Math.min(
        leven(wanted, form, { maxDistance: slipsMax + 1 }),
        leven(untagged(wanted), untagged(form), { maxDistance: slipsMax + 1 }),
      );
      // Of a longer address, more than slips may be left out, and so of a name.
      const isLonger = form.includes(wanted) || (form.includes(" ") && isLikeName(wanted, form));
      const distance = isLonger ? Math.min(slips, slipsMax) : slips;
      if (distance > slipsMax) continue;
      const near = found.get(known) ?? { distance, dirs: new Set() };
      found.set(known, { distance, dirs: near.dirs.add(dir) });
    }
  };
  for (const dir of dirs) {
    try {
      const plans = plansIn(dir);
      for (const [name] of plans)
        for await (const { lead } of leadsIn(join(dir, name), mayBeNear))
          for (const likeness of likenesses) look(dir, lead, likeness);
      requireWhole(plans, dir);
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
  const holdsPiece = mayHoldNear(folded(wanted), slipsMax + 1);
  const holdsWord = mayHoldLikeName(wanted);
  return [
    {
      wanted,
      slipsMax,
      mayBeNear: (json) => holdsPiece(json) || (email === null && holdsWord(json)),
      textsOf: email === null ? namesOf : addressOf,
      formOf: folded,
    },
    ...(phone === null
      ? []
      : [
          {
            wanted: phone,
            slipsMax: SLIPS_MAX,
            mayBeNear: mayHoldNearPhone(phone, SLIPS_MAX + 1),
            textsOf: phoneOf,
            formOf: nationalDigits,
          },
        ]),
  ];
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
