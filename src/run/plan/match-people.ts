import { addTo, BitSet, type NumberColumn } from "../../base/growable.ts";
import {
  comparePeople,
  isSameName,
  NAMES_MAX,
  type PersonName,
  type PersonReason,
  SHARED_KEYS,
  type SharedKey,
} from "../../lead/person-keys.ts";
import { FATES, type Fate, PeopleRegister, type RowFate } from "./people-register.ts";

/** The rows that are about to be sent. */
export interface DuePeople {
  register: PeopleRegister;
  /** What becomes of a row, by its place in the register. */
  fateOf(at: number): RowFate;
}

/** Leads of another run for the same target. */
export interface OtherPeople {
  dir: string;
  /** Everybody in it; null where nobody has a key of somebody who is wanted. */
  peopleLike(wanted: PeopleRegister): Promise<PeopleRegister | null>;
  /**
   * Tells which rows have a quote, or may have one, and of which the service only said that it knows the e-mail.
   *
   * @throws where nobody can tell: then each may have one.
   */
  existing(): Promise<ExistingOf>;
}

export type Existing = "created" | "maybe";
export type ExistingOf = (row: number) => Existing | "known" | undefined;

/** Somebody who may be the one in a row. */
export interface PersonMatch {
  /** Folder of the run; null for the sheet itself. */
  dir: string | null;
  row: number;
  /** `email`: with the one that it had before a correction. */
  reasons: readonly PersonReason[];
  /** Null for a row of the same sheet, which goes first. */
  existing: Existing | null;
}

/** A row, and all those who it may be. */
export interface MatchedRow {
  row: number;
  matches: readonly PersonMatch[];
}

/** A row whose e-mail another run has: no question, since the service refuses a second one. */
export interface KnownRow {
  row: number;
  /** The first run that has a quote with it, else the first that may have one; and its row. */
  dir: string;
  theirs: number;
  existing: Existing;
}

export interface PeopleFound {
  /** Run by run, and in each by row. */
  known: KnownRow[];
  /** Rows that may be somebody twice, as a question. If both rows are in the sheet, this is the second one. */
  asked: MatchedRow[];
  /** Rows of somebody who has another property: no question. */
  noticed: MatchedRow[];
  /** Folders of runs that could not be read. */
  unread: string[];
}

/** How many others are kept for a row: the first ones say enough. */
const MATCHES_MAX = 10;
/** How many are kept for a notice, which asks nothing. */
const NOTICES_MAX = 5;
/** A row is compared with so many beside one key: nobody has more properties. */
const COMPARED_MAX = 1_000;

/**
 * Finds the rows that may be of somebody who goes before them, or has a quote already, or may have one. A row whose e-mail another run
 * has is none of them. What cannot be read is named.
 *
 * @param others The newest first.
 * @param matchesMax How many others are named beside a row.
 */
export async function matchPeople(
  due: DuePeople,
  others: readonly OtherPeople[],
  matchesMax = MATCHES_MAX,
): Promise<PeopleFound> {
  const matcher = new PeopleMatcher(due);
  for (const other of due.register.count === 0 ? [] : others) await matcher.look(other);
  const nths = new Map(others.map(({ dir }, nth) => [dir, nth]));
  const nthOf = ({ dir }: KnownRow): number => nths.get(dir) ?? 0;
  const known = matcher.told.sort((a, b) => nthOf(a) - nthOf(b) || a.row - b.row);
  const { asked, noticed } = await matcher.settle(matchesMax);
  return { known, asked, noticed, unread: [...matcher.unread] };
}

const NOTHING = { questions: [], notices: [] };

/** Somebody who may be the one in a row, whether anything of them exists or not. */
interface Candidate {
  /** Null for the sheet itself. */
  other: OtherPeople | null;
  row: number;
  reasons: readonly PersonReason[];
  isQuestion: boolean;
}

class PeopleMatcher {
  readonly #due: DuePeople;
  readonly #sheet: PeopleRegister;
  /** Rows whose e-mail another run has, by place. */
  readonly known = new Map<number, KnownRow>();
  readonly unread = new Set<string>();
  /** Those who had the e-mail of a row before a correction, by the row's place. */
  readonly #former = new Map<number, Candidate[]>();
  /** The leads of other runs that share a key with a row that is open. */
  readonly #theirs = new PeopleRegister();
  /** Whose each of them is, by its place. */
  readonly #owners: OtherPeople[] = [];
  /** Keys that say nothing. */
  readonly #silent: Readonly<Record<SharedKey, Set<number>>> = {
    reference: new Set(),
    phone: new Set(),
    place: new Set(),
  };
  readonly #existing = new Map<OtherPeople, ExistingOf>();
  /** The rows of the sheet that have a key and go, by place: of those that are asked about only what is settled. */
  readonly #there: Readonly<Record<SharedKey, Map<number, number[]>>> = {
    reference: new Map(),
    phone: new Map(),
    place: new Map(),
  };

  constructor(due: DuePeople) {
    this.#due = due;
    this.#sheet = due.register;
  }

  /** Those of them that this process sends. */
  get told(): KnownRow[] {
    return [...this.known].flatMap(([at, known]) => (this.#isTold(at) ? known : []));
  }

  /** Looks for the people of the sheet in another run. */
  async look(other: OtherPeople): Promise<void> {
    try {
      const people = await other.peopleLike(this.#sheet);
      if (!people) return;
      await this.#lookForEmails(other, people);
      this.#gather(other, people);
    } catch {
      this.unread.add(other.dir);
    }
  }

  /** Row by row, in order: those before a row are settled when it is looked at. */
  async settle(matchesMax: number): Promise<Pick<PeopleFound, "asked" | "noticed">> {
    const [asked, noticed] = [[] as MatchedRow[], [] as MatchedRow[]];
    const sharing = this.#sharing();
    for (const at of sharing) if (!this.#fateOf(at).isAsked) this.#join(at);
    for (const at of sharing.filter((each) => this.#fateOf(each).isAsked)) {
      const row = this.#sheet.rowAt(at);
      const { questions, notices } = this.#isOpen(at) ? await this.#matchesOf(at, matchesMax) : NOTHING;
      const isTold = this.#isTold(at);
      if (questions.length > 0) {
        if (isTold) asked.push({ row, matches: questions });
        continue;
      }
      if (isTold && notices.length > 0) noticed.push({ row, matches: notices });
      this.#join(at);
    }
    return { asked, noticed };
  }

  /** If a row goes, it is there for those behind it. */
  #join(at: number): void {
    if (!this.#fateOf(at).goes) return;
    for (const kind of SHARED_KEYS) {
      const key = this.#sheet.keyAt(at, kind);
      if (key !== 0) addTo(this.#there[kind], key, at);
    }
  }

  #fateOf(at: number): Fate {
    return FATES[this.#due.fateOf(at)];
  }

  #isTold(at: number): boolean {
    return this.#fateOf(at).isTold !== false;
  }

  /** The service itself refuses a second quote with an e-mail, but only where the first one is certain. */
  #isOpen(at: number): boolean {
    return this.#fateOf(at).isAsked && this.known.get(at)?.existing !== "created";
  }

  async #lookForEmails(other: OtherPeople, people: PeopleRegister): Promise<void> {
    const { known } = this;
    let latest: NumberColumn | undefined;
    for (const email of people.shared("email", this.#sheet)) {
      const own = [...this.#sheet.placesOf("email", email)].filter((at) => this.#fateOf(at).isSought);
      if (own.length === 0) continue;
      const existing = await this.#existingIn(other);
      latest ??= people.latest();
      for (const row of new Set(
        Array.from(people.placesOf("email", email), (place) => people.rowAt(place)),
      )) {
        const isFormer = people.keyAt(latest.get(row), "email") !== email;
        const what = isFormer ? undefined : existing(row);
        for (const at of own) {
          // A quote that is certain comes before one that may exist in a newer run.
          const isNews = !known.has(at) || (what === "created" && known.get(at)?.existing === "maybe");
          if (isFormer) addTo(this.#former, at, { other, row, reasons: ["email"], isQuestion: true });
          else if (what && what !== "known" && isNews)
            known.set(at, { row: this.#sheet.rowAt(at), dir: other.dir, theirs: row, existing: what });
        }
      }
    }
  }

  #gather(other: OtherPeople, people: PeopleRegister): void {
    const taken = new BitSet();
    for (const kind of SHARED_KEYS)
      for (const key of people.shared(kind, this.#sheet)) {
        const own = [...this.#sheet.placesOf(kind, key)];
        if (this.#silent[kind].has(key) || !own.some((at) => this.#isOpen(at))) continue;
        const theirs = [...people.placesOf(kind, key)];
        // A key of a million rows is not to fill the memory.
        if (hasManyNames([this.#sheet, own], [people, theirs])) this.#silent[kind].add(key);
        else
          for (const place of theirs.filter((each) => !taken.has(each))) {
            taken.add(place);
            this.#theirs.add(people.rowAt(place), people.keysAt(place));
            this.#owners.push(other);
          }
      }
  }

  /** The places of rows that share a key with another one, in order. Here it turns out which keys say nothing. */
  #sharing(): number[] {
    const places = new Set(this.#former.keys());
    for (const kind of SHARED_KEYS)
      for (const keys of [this.#theirs.shared(kind, this.#sheet), this.#sheet.repeated(kind)])
        for (const key of keys) {
          const own = [...this.#sheet.placesOf(kind, key)];
          const theirs = this.#theirs.placesOf(kind, key);
          if (hasManyNames([this.#sheet, own], [this.#theirs, theirs])) this.#silent[kind].add(key);
          else for (const at of own) places.add(at);
        }
    return [...places].sort((one, other) => one - other);
  }

  async #matchesOf(at: number, questionsMax: number) {
    const [questions, notices] = [new Map<string, PersonMatch>(), new Map<string, PersonMatch>()];
    for (const { other, row, reasons, isQuestion } of this.#candidates(at)) {
      if (questions.size >= questionsMax) break;
      if (!isQuestion && notices.size >= NOTICES_MAX) continue;
      const existing = other ? (await this.#existingIn(other))(row) : null;
      // Without a quote that exists, or may, nobody is there.
      if (existing === undefined) continue;
      const [found, key] = [isQuestion ? questions : notices, `${row} ${other?.dir}`];
      const what = existing === "known" ? "maybe" : existing;
      if (!found.has(key)) found.set(key, { dir: other?.dir ?? null, row, reasons, existing: what });
    }
    return { questions: [...questions.values()], notices: [...notices.values()] };
  }

  /** All who may be the one in a row. */
  *#candidates(at: number): Generator<Candidate> {
    yield* this.#former.get(at) ?? [];
    // Those who share an e-mail have been looked for.
    const { email, ...keys } = this.#sheet.keysAt(at);
    const own = { ...keys, email: 0 };
    const isTelling = (kind: SharedKey, key: number): boolean => !this.#silent[kind].has(key);
    const [here, there] = [new Set<number>(), new Set<number>()];
    for (const kind of SHARED_KEYS.filter((each) => isTelling(each, own[each])))
      for (const people of [this.#sheet, this.#theirs]) {
        const isHere = people === this.#sheet;
        const compared = isHere ? here : there;
        const comparedMax = compared.size + COMPARED_MAX;
        const places = isHere ? (this.#there[kind].get(own[kind]) ?? []) : people.placesOf(kind, own[kind]);
        for (const place of places) {
          if (compared.size >= comparedMax) break;
          if (compared.has(place) || (email !== 0 && people.keyAt(place, "email") === email)) continue;
          compared.add(place);
          const { verdict, reasons, hasOtherProperty } = comparePeople(own, people.keysAt(place), isTelling);
          const other = isHere ? null : (this.#owners[place] ?? null);
          if (verdict === "maybe")
            yield { other, row: people.rowAt(place), reasons, isQuestion: !hasOtherProperty };
        }
      }
  }

  async #existingIn(other: OtherPeople): Promise<ExistingOf> {
    const known = this.#existing.get(other);
    if (known) return known;
    const existing = await other.existing().catch((): ExistingOf => {
      this.unread.add(other.dir);
      return () => "maybe";
    });
    this.#existing.set(other, existing);
    return existing;
  }
}

/** Whether some rows have more names than one person or one home has. */
function hasManyNames(...all: readonly (readonly [PeopleRegister, Iterable<number>])[]): boolean {
  const names: PersonName[] = [];
  for (const [people, places] of all)
    for (const place of places) {
      const { name } = people.keysAt(place);
      const isNone = name.given.length + name.last.length === 0;
      if (isNone || names.some((each) => isSameName(each, name))) continue;
      names.push(name);
      if (names.length > NAMES_MAX) return true;
    }
  return false;
}
