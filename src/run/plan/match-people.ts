import { addTo, BitSet } from "../../base/growable.ts";
import {
  comparePeople,
  isSameName,
  NAMES_MAX,
  type PersonName,
  type PersonReason,
  SHARED_KEYS,
  type SharedKey,
} from "../../lead/person-keys.ts";
import {
  groupsOf,
  type IndexedKey,
  KeySet,
  NO_KEYS,
  PeopleRegister,
  type SortedKeys,
} from "./people-register.ts";

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
  /** @param kinds The keys that are asked for, where nothing else is. */
  people(kinds?: readonly IndexedKey[]): Promise<PeopleRegister>;
  /** Which of some rows have a quote, or may have one. */
  existing(rows: readonly number[]): Promise<Map<number, Existing>>;
}

export type Existing = "created" | "maybe";

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

/** Rows whose e-mail another run has: no question, since the service refuses a second one. */
export interface KnownEmails {
  dir: string;
  /** Ascending, each with the run's own row of the lead. */
  created: KnownRow[];
  /** Those that it may have created, where no other run did. */
  maybe: KnownRow[];
}

export interface KnownRow {
  row: number;
  theirs: number;
}

export interface PeopleFound {
  known: KnownEmails[];
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
 * @param matchesMax How many others are named beside a row.
 */
export async function matchPeople(
  due: DuePeople,
  others: readonly OtherPeople[],
  matchesMax = MATCHES_MAX,
): Promise<PeopleFound> {
  const unread = new Set<string>();
  const readable: Attempt = async (other, work) => {
    try {
      await work();
    } catch {
      unread.add(other.dir);
    }
  };
  const { register } = due;
  const keysOf: KeysOf = (kind) =>
    new KeySet(register.sorted(kind, others.length > 0 ? undefined : register.repeated(kind)));
  const { known, isKnown, byEmail } = await matchEmails(due, others, keysOf, readable);
  const isOpen = (at: number): boolean => due.isDue(at) && !isKnown.has(at);
  const sharing = await readSharing(due, others, isOpen, keysOf, readable);
  const matches = [
    ...byEmail.filter(({ own: [at = 0] }) => isOpen(at)),
    ...matchShared(due, sharing, isOpen),
  ];
  return { known, ...(await settled(due, matches, matchesMax, readable)), unread: [...unread] };
}

/** The keys of the sheet that may stand there more than once, or in another run. */
type KeysOf = (kind: IndexedKey) => KeySet;

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

async function matchEmails(
  due: DuePeople,
  others: readonly OtherPeople[],
  keysOf: KeysOf,
  readable: Attempt,
) {
  const { register } = due;
  const emails = keysOf("email");
  const known: KnownEmails[] = [];
  const isKnown = new BitSet();
  const maybe = new Map<number, { found: KnownEmails; each: KnownRow }>();
  const byEmail: Match[] = [];
  for (const other of emails.list.length === 0 ? [] : others)
    await readable(other, async () => {
      const { now, before } = await withEmails(other, emails, due);
      if (now.size + before.size === 0) return;
      const existing = await other.existing([...now.keys(), ...before.keys()]);
      const found: KnownEmails = { dir: other.dir, created: [], maybe: [] };
      known.push(found);
      for (const [row, at] of now) {
        const what = existing.get(row);
        const each = { row: register.rowAt(at), theirs: row };
        if (what === "maybe" && !maybe.has(at)) maybe.set(at, { found, each });
        if (what !== "created" || isKnown.has(at)) continue;
        isKnown.add(at);
        found.created.push(each);
      }
      for (const [row, at] of before)
        byEmail.push({ own: [at], other, theirs: [row], reasons: ["email"], isQuestion: true });
    });
  for (const [at, { found, each }] of maybe) {
    if (isKnown.has(at)) continue;
    isKnown.add(at);
    found.maybe.push(each);
  }
  const repeated = repeatedIn(due, emails.list);
  for (const { created, maybe } of known)
    for (const rows of [created, maybe]) {
      for (const { row, theirs } of [...rows])
        rows.push(...(repeated.get(row) ?? []).map((row) => ({ row, theirs })));
      rows.sort((one, other) => one.row - other.row);
    }
  return { known: known.filter(({ created, maybe }) => created.length + maybe.length > 0), isKnown, byEmail };
}

/** The rows of a run that have the e-mail of a row of the sheet now, and those that had it before a correction; beside each the place of that row. */
async function withEmails(other: OtherPeople, emails: KeySet, due: DuePeople) {
  const [now, before] = [new Map<number, number>(), new Map<number, number>()];
  const shared = (await other.people(["email"])).sorted("email", emails);
  if (shared.length === 0) return { now, before };
  const theirs = await other.people();
  const replaced = theirs.replaced();
  for (const group of groupsOf(emails.list, shared))
    for (const place of group.theirs) {
      const email = theirs.emailAt(place);
      const at = group.own.find((each) => due.isSought(each) && due.register.emailAt(each) === email);
      if (at !== undefined) (replaced.has(place) ? before : now).set(theirs.rowAt(place), at);
    }
  for (const [row, at] of now) if (before.get(row) === at) before.delete(row);
  return { now, before };
}

/** The rows that repeat the e-mail of an earlier row of the sheet, by that row. */
function repeatedIn(due: DuePeople, emails: SortedKeys): Map<number, number[]> {
  const repeated = new Map<number, number[]>();
  for (const { own } of groupsOf(emails, NO_KEYS)) {
    const [first, ...others] = own.filter((at) => due.isSought(at));
    if (first === undefined) continue;
    const email = due.register.emailAt(first);
    const same = others.filter((at) => due.register.emailAt(at) === email);
    if (same.length > 0)
      repeated.set(
        due.register.rowAt(first),
        same.map((at) => due.register.rowAt(at)),
      );
  }
  return repeated;
}

/** Keys that stand under too many names. */
type SilentKeys = ReadonlyMap<SharedKey, Set<number>>;

/** The leads of other runs that share a key with a row that is open. */
interface Sharing {
  register: PeopleRegister;
  /** Whose each is, by its place. */
  owners: OtherPeople[];
  /** The keys of the sheet, and those of the register. */
  keys: readonly { kind: SharedKey; own: SortedKeys; theirs: SortedKeys }[];
  /** Those that one run and the sheet show. */
  silent: SilentKeys;
}

async function readSharing(
  due: DuePeople,
  others: readonly OtherPeople[],
  isOpen: (at: number) => boolean,
  keysOf: KeysOf,
  readable: Attempt,
): Promise<Sharing> {
  const [register, owners] = [new PeopleRegister(), [] as OtherPeople[]];
  const wanted = SHARED_KEYS.map((kind) => ({ kind, set: keysOf(kind) }));
  const kinds = wanted.filter(({ set }) => set.list.length > 0).map(({ kind }) => kind);
  const silent: SilentKeys = new Map(SHARED_KEYS.map((kind) => [kind, new Set<number>()]));
  for (const other of kinds.length === 0 ? [] : others)
    await readable(other, async () => {
      const keys = await other.people(kinds);
      const shared = wanted.map(({ kind, set }) => ({ kind, own: set.list, theirs: keys.sorted(kind, set) }));
      if (shared.every(({ theirs }) => theirs.length === 0)) return;
      const people = await other.people();
      const taken = new BitSet();
      for (const { kind, ...lists } of shared)
        for (const { key, own, theirs } of groupsOf(lists.own, lists.theirs)) {
          if (theirs.length === 0 || !own.some(isOpen) || silent.get(kind)?.has(key)) continue;
          const names: PersonName[] = [];
          if (areTooMany(names, due.register, own) || areTooMany(names, people, theirs)) {
            silent.get(kind)?.add(key);
            continue;
          }
          for (const place of theirs.filter((each) => !taken.has(each))) {
            taken.add(place);
            register.add(people.rowAt(place), people.keysAt(place));
            owners.push(other);
          }
        }
    });
  const keys = wanted.map(({ kind, set }) => ({ kind, own: set.list, theirs: register.sorted(kind) }));
  return { register, owners, keys, silent };
}

/** Compares rows that are open with others that share a key. */
function* matchShared(
  due: DuePeople,
  { register, owners, keys, silent }: Sharing,
  isOpen: (at: number) => boolean,
): Generator<Match> {
  const groups = function* () {
    for (const { kind, own, theirs } of keys)
      for (const group of groupsOf(own, theirs)) yield { kind, ...group };
  };
  for (const { kind, key, own, theirs } of groups()) {
    const names: PersonName[] = [];
    if (areTooMany(names, due.register, own) || areTooMany(names, register, theirs))
      silent.get(kind)?.add(key);
  }
  const isTelling = (kind: SharedKey, key: number): boolean => silent.get(kind)?.has(key) !== true;
  for (const { kind, key, own, theirs } of groups()) {
    if (!isTelling(kind, key)) continue;
    const mine = alike(due.register, own);
    const others = alike(register, theirs, owners);
    for (const one of mine) {
      const open = one.filter(isOpen);
      const [first] = open;
      if (first === undefined) continue;
      // `matchEmails` has looked for those who share an e-mail.
      const keys = { ...due.register.keysAt(first), email: 0 };
      for (const [people, all] of [[due.register, mine] as const, [register, others] as const])
        for (const places of all) {
          const place = places[0] ?? 0;
          const { verdict, reasons, hasOtherProperty } = comparePeople(keys, people.keysAt(place), isTelling);
          if (verdict !== "maybe") continue;
          const other = people === register ? (owners[place] ?? null) : null;
          const those = other ? places.map((each) => register.rowAt(each)) : places;
          yield { own: open, other, theirs: those, reasons, isQuestion: !hasOtherProperty };
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

/** Adds names to those of a key. @returns Whether these are more than one person or one home has. */
function areTooMany(names: PersonName[], people: PeopleRegister, places: readonly number[]): boolean {
  return places.some((place) => addName(names, people.keysAt(place).name));
}

/** Adds one that is not there yet. @returns Whether they are too many. */
function addName(names: PersonName[], name: PersonName): boolean {
  const isNone = name.given.length + name.last.length === 0;
  const isKnown = names.length > NAMES_MAX || names.some((each) => isSameName(each, name));
  if (!isNone && !isKnown) names.push(name);
  return names.length > NAMES_MAX;
}

/** Row by row: one that is asked about is not there for those behind it. */
async function settled(
  due: DuePeople,
  matches: readonly Match[],
  matchesMax: number,
  readable: Attempt,
): Promise<Pick<PeopleFound, "asked" | "noticed">> {
  const matchesOf = new Map<number, Match[]>();
  const rows = new Map<OtherPeople, Set<number>>();
  for (const match of matches) {
    for (const at of match.own) addTo(matchesOf, at, match);
    const { other, theirs } = match;
    if (other) for (const row of theirs) rows.set(other, (rows.get(other) ?? new Set()).add(row));
  }
  const existing = new Map<OtherPeople, Map<number, Existing>>();
  for (const [other, theirs] of rows)
    await readable(other, async () => void existing.set(other, await other.existing([...theirs])));

  const isHeld = new BitSet();
  const hasSameEmail = (at: number, place: number): boolean =>
    due.register.emailAt(at) !== 0 && due.register.emailAt(at) === due.register.emailAt(place);
  // If two rows are due, the first one goes; any other one is there already. The service itself refuses a second one with an e-mail.
  const isBefore = (at: number, place: number): boolean =>
    due.goes(place) &&
    place !== at &&
    !(due.isDue(place) && place > at) &&
    !isHeld.has(place) &&
    !hasSameEmail(at, place);
  /** Undefined where nobody is there. */
  const existingOf = (at: number, other: OtherPeople | null, each: number): Existing | null | undefined =>
    other ? existing.get(other)?.get(each) : isBefore(at, each) ? null : undefined;
  const matchedRow = (at: number, isQuestion: boolean, max: number): MatchedRow[] => {
    const found = new Map<string, PersonMatch>();
    for (const { other, theirs, reasons, ...match } of matchesOf.get(at) ?? []) {
      if (match.isQuestion !== isQuestion) continue;
      for (const each of theirs) {
        if (found.size >= max) break;
        const what = existingOf(at, other, each);
        if (what === undefined) continue;
        const [dir, row] = [other?.dir ?? null, other ? each : due.register.rowAt(each)];
        const key = `${row} ${dir}`;
        if (!found.has(key)) found.set(key, { dir, row, reasons, existing: what });
      }
    }
    return found.size === 0 ? [] : [{ row: due.register.rowAt(at), matches: [...found.values()] }];
  };
  const places = [...matchesOf.keys()].sort(ascending);
  const asked = places.flatMap((at) => {
    const row = matchedRow(at, true, matchesMax);
    if (row.length > 0) isHeld.add(at);
    return row;
  });
  // Only now: the first of an investor's rows may all stay behind, and the next one goes.
  const noticed = places.flatMap((at) => (isHeld.has(at) ? [] : matchedRow(at, false, NOTICES_MAX)));
  return { asked, noticed };
}

function ascending(one: number, other: number): number {
  return one - other;
}
