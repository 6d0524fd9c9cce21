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
import { PeopleRegister } from "./people-register.ts";

/** The rows that are about to be sent. */
export interface DuePeople {
  register: PeopleRegister;
  /** Whether a row, by its place in the register, is about to go, and may be asked about. */
  isDue(at: number): boolean;
  /** Whether it goes, or went and is there: another one may be the same person's. */
  goes(at: number): boolean;
  /** Whether its e-mail is looked for in other runs. */
  isSought(at: number): boolean;
}

/** Leads of another run for the same target. */
export interface OtherPeople {
  dir: string;
  people(): Promise<PeopleRegister>;
  /** Tells which rows have a quote, or may have one. */
  existing(): Promise<ExistingOf>;
}

export type Existing = "created" | "maybe";
export type ExistingOf = (row: number) => Existing | undefined;

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
  /** Rows that may be somebody twice: a question. Of two rows of a sheet, the second one. */
  asked: MatchedRow[];
  /** Rows of somebody who has another property: no question. */
  noticed: MatchedRow[];
  /** Folders of runs that could not be read. */
  unread: string[];
}

/** Of how many others a row is told: the first of them says enough. */
const MATCHES_MAX = 10;
/** What is not a question is only told. */
const NOTICES_MAX = 5;
/** So many properties that differ are compared beside one key: nobody has more. */
const ALIKE_MAX = 1_000;

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
  const [unread, known, found] = [new Set<string>(), new Map<number, KnownRow>(), [] as Match[]];
  const isOpen = (at: number): boolean => due.isDue(at) && !known.has(at);
  const sharing: Sharing = {
    register: new PeopleRegister(),
    owners: [],
    silent: { reference: new Set(), phone: new Set(), place: new Set() },
  };
  const readable: Attempt = async ({ dir }, work) => {
    try {
      await work();
    } catch {
      unread.add(dir);
    }
  };
  for (const other of due.register.count === 0 ? [] : others)
    await readable(other, async () => {
      const people = await other.people();
      const emails = () => matchEmails(due, other, people, known);
      await readable(other, async () => void found.push(...(await emails())));
      // If its journal cannot be read, its people still tell whose a key is.
      gather(due, other, people, isOpen, sharing);
    });
  for (const match of found) match.own = match.own.filter(isOpen);
  found.push(...matchShared(due, sharing, isOpen));
  const nths = new Map(others.map(({ dir }, nth) => [dir, nth]));
  const nthOf = ({ dir }: KnownRow): number => nths.get(dir) ?? 0;
  const inOrder = [...known.values()].sort((a, b) => nthOf(a) - nthOf(b) || a.row - b.row);
  const settledRows = await settled(due, found, matchesMax, readable);
  return { known: inOrder, ...settledRows, unread: [...unread] };
}

/** Does something with a run, unless that cannot be read. */
type Attempt = (other: OtherPeople, work: () => Promise<void>) => Promise<void>;

/** Rows that may be the same person as others. */
interface Match {
  /** Their places. */
  own: readonly number[];
  /** Null for the sheet itself. */
  other: OtherPeople | null;
  /** Rows of the other run, or places in the sheet. */
  theirs: readonly number[];
  reasons: readonly PersonReason[];
  isQuestion: boolean;
}

/**
 * Looks for the e-mails of the sheet in another run.
 *
 * @param known Those that are known by theirs, by place: to be added to.
 * @returns Rows whose e-mail another row had before a correction.
 */
async function matchEmails(
  due: DuePeople,
  other: OtherPeople,
  people: PeopleRegister,
  known: Map<number, KnownRow>,
): Promise<Match[]> {
  const former: Match[] = [];
  let run: { existing: ExistingOf; latest: NumberColumn } | undefined;
  for (const email of people.shared("email", due.register)) {
    const own = due.register.placesOf("email", email).filter((at) => due.isSought(at));
    if (own.length === 0) continue;
    run ??= { existing: await other.existing(), latest: people.latest() };
    const { existing, latest } = run;
    const rows = new Set(people.placesOf("email", email).map((place) => people.rowAt(place)));
    const hasIt = (row: number): boolean => people.keyAt(latest.get(row), "email") === email;
    const before = [...rows].filter((row) => !hasIt(row));
    if (before.length > 0) former.push({ own, other, theirs: before, reasons: ["email"], isQuestion: true });
    for (const what of ["created", "maybe"] as const) {
      const theirs = [...rows].find((row) => hasIt(row) && existing(row) === what);
      if (theirs === undefined) continue;
      // A quote that is certain comes before one that may exist in a newer run.
      for (const at of own)
        if (!known.has(at) || (what === "created" && known.get(at)?.existing === "maybe"))
          known.set(at, { row: due.register.rowAt(at), dir: other.dir, theirs, existing: what });
    }
  }
  return former;
}

/** The leads of other runs that share a key with a row that is open. */
interface Sharing {
  register: PeopleRegister;
  /** Whose each is, by its place. */
  owners: OtherPeople[];
  /** Keys that say nothing. */
  silent: Readonly<Record<SharedKey, Set<number>>>;
}

function gather(
  due: DuePeople,
  other: OtherPeople,
  people: PeopleRegister,
  isOpen: (at: number) => boolean,
  { register, owners, silent }: Sharing,
): void {
  const taken = new BitSet();
  for (const kind of SHARED_KEYS)
    for (const key of people.shared(kind, due.register)) {
      const own = due.register.placesOf(kind, key);
      if (!own.some(isOpen) || silent[kind].has(key)) continue;
      const theirs = people.placesOf(kind, key);
      // A key of a million rows is not to fill the memory.
      if (hasManyNames([due.register, own], [people, theirs])) silent[kind].add(key);
      else
        for (const place of theirs.filter((each) => !taken.has(each))) {
          taken.add(place);
          register.add(people.rowAt(place), people.keysAt(place));
          owners.push(other);
        }
    }
}

/** Whether some rows have more names than one person or one home has. */
function hasManyNames(...all: readonly (readonly [PeopleRegister, readonly number[]])[]): boolean {
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

/** Compares rows that are open with others that share a key. */
function* matchShared(
  due: DuePeople,
  { register, owners, silent }: Sharing,
  isOpen: (at: number) => boolean,
): Generator<Match> {
  const groups = function* () {
    const sheet = due.register;
    for (const kind of SHARED_KEYS) {
      for (const key of register.shared(kind, sheet))
        yield { kind, key, own: sheet.placesOf(kind, key), theirs: register.placesOf(kind, key) };
      for (const key of sheet.repeated(kind))
        if (register.firstOf(kind, key) === undefined)
          yield { kind, key, own: sheet.placesOf(kind, key), theirs: [] };
    }
  };
  for (const { kind, key, own, theirs } of groups())
    if (hasManyNames([due.register, own], [register, theirs])) silent[kind].add(key);
  const isTelling = (kind: SharedKey, key: number): boolean => !silent[kind].has(key);
  for (const { kind, key, own: ours, theirs } of groups()) {
    if (!isTelling(kind, key)) continue;
    const mine = alike(due.register, ours);
    const others = alike(register, theirs, owners);
    for (const one of mine) {
      const own = one.filter(isOpen);
      const [first] = own;
      if (first === undefined) continue;
      // `matchEmails` has looked for those who share an e-mail.
      const keys = { ...due.register.keysAt(first), email: 0 };
      for (const [people, all] of [[due.register, mine] as const, [register, others] as const])
        for (const places of all) {
          const place = places[0] ?? 0;
          const { verdict, reasons, hasOtherProperty } = comparePeople(keys, people.keysAt(place), isTelling);
          if (verdict !== "maybe") continue;
          const other = people === register ? (owners[place] ?? null) : null;
          const theirs = other ? places.map((each) => register.rowAt(each)) : places;
          yield { own, other, theirs, reasons, isQuestion: !hasOtherProperty };
        }
    }
  }
}

/** Places of rows that are the same but for their e-mails, and of one run: to compare one of them is to compare all. */
function alike(
  people: PeopleRegister,
  places: readonly number[],
  owners: readonly OtherPeople[] = [],
): number[][] {
  const groups = new Map<string, number[]>();
  for (const place of places) {
    const key = JSON.stringify([{ ...people.keysAt(place), email: 0 }, owners[place]?.dir]);
    if (groups.has(key) || groups.size < ALIKE_MAX) addTo(groups, key, place);
  }
  return [...groups.values()];
}

/** Row by row: one that is asked about is not there for those behind it. */
async function settled(
  due: DuePeople,
  matches: readonly Match[],
  matchesMax: number,
  readable: Attempt,
): Promise<Pick<PeopleFound, "asked" | "noticed">> {
  const matchesOf = new Map<number, Match[]>();
  const existing = new Map<OtherPeople, ExistingOf>();
  for (const match of matches) {
    for (const at of match.own) addTo(matchesOf, at, match);
    if (match.other) existing.set(match.other, () => undefined);
  }
  for (const other of existing.keys())
    await readable(other, async () => void existing.set(other, await other.existing()));

  const isHeld = new BitSet();
  const { register } = due;
  // If two rows are due, the first one goes; any other one is there already. The service itself refuses a second one with an e-mail.
  const isBefore = (at: number, place: number): boolean =>
    due.goes(place) &&
    place !== at &&
    !(due.isDue(place) && place > at) &&
    !isHeld.has(place) &&
    !(register.keyAt(at, "email") !== 0 && register.keyAt(at, "email") === register.keyAt(place, "email"));
  const matchedRow = (at: number, isQuestion: boolean, max: number): MatchedRow[] => {
    const found = new Map<string, PersonMatch>();
    const matches = (matchesOf.get(at) ?? []).filter((match) => match.isQuestion === isQuestion);
    for (const { other, theirs, reasons } of matches)
      for (const each of theirs) {
        if (found.size >= max) break;
        const what = other ? existing.get(other)?.(each) : isBefore(at, each) ? null : undefined;
        // Nobody is there.
        if (what === undefined) continue;
        const [dir, row] = other ? [other.dir, each] : [null, register.rowAt(each)];
        const key = `${row} ${dir}`;
        if (!found.has(key)) found.set(key, { dir, row, reasons, existing: what });
      }
    return found.size === 0 ? [] : [{ row: register.rowAt(at), matches: [...found.values()] }];
  };
  const places = [...matchesOf.keys()].sort((one, other) => one - other);
  const asked = places.flatMap((at) => {
    const row = matchedRow(at, true, matchesMax);
    if (row.length > 0) isHeld.add(at);
    return row;
  });
  // Only now: the first of an investor's rows may all stay behind, and the next one goes.
  const noticed = places.flatMap((at) => (isHeld.has(at) ? [] : matchedRow(at, false, NOTICES_MAX)));
  return { asked, noticed };
}
