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
import { type KeyGroup, KeyList, PeopleRegister } from "./people-register.ts";

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
  /** Does something with the people in it. */
  withPeople(work: (people: PeopleRegister) => void | Promise<void>): Promise<void>;
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
  const unread = new Set<string>();
  const readable: Attempt = async ({ dir }, work) => {
    try {
      await work();
    } catch {
      unread.add(dir);
    }
  };
  const { known, former } = await matchEmails(due, others, readable);
  const isOpen = (at: number): boolean => due.isDue(at) && !known.has(at);
  const sharing = await readSharing(due, others, isOpen, readable);
  const matches = [
    ...former.map((match) => ({ ...match, own: match.own.filter(isOpen) })),
    ...matchShared(due, sharing, isOpen),
  ];
  const found = await settled(due, matches, matchesMax, readable);
  const nths = new Map(others.map(({ dir }, nth) => [dir, nth]));
  const nthOf = ({ dir }: KnownRow): number => nths.get(dir) ?? 0;
  const inOrder = [...known.values()].sort((a, b) => nthOf(a) - nthOf(b) || a.row - b.row);
  return { known: inOrder, ...found, unread: [...unread] };
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
 * Looks for the e-mails of the sheet in other runs.
 *
 * @returns The rows that are known by theirs, by place; and those whose e-mail another row had before a correction.
 */
async function matchEmails(due: DuePeople, others: readonly OtherPeople[], readable: Attempt) {
  const [known, former] = [new Map<number, KnownRow>(), [] as Match[]];
  const look = async (people: PeopleRegister, other: OtherPeople): Promise<void> => {
    let run: { existing: ExistingOf; replaced: BitSet } | undefined;
    for (const { own, theirs } of sameEmails(due, emails, people)) {
      run ??= { existing: await other.existing(), replaced: people.replaced() };
      const { existing, replaced } = run;
      const rowsOf = (places: readonly number[]) => places.map((place) => people.rowAt(place));
      const now = new Set(rowsOf(theirs.filter((place) => !replaced.has(place))));
      const before = rowsOf(theirs).filter((row) => !now.has(row));
      if (before.length > 0)
        former.push({ own, other, theirs: before, reasons: ["email"], isQuestion: true });
      const rowWith = (what: Existing) => [...now].find((row) => existing(row) === what);
      const created = rowWith("created");
      const row = created ?? rowWith("maybe");
      if (row === undefined) continue;
      const isNews = (at: number): boolean =>
        !known.has(at) || (created !== undefined && known.get(at)?.existing === "maybe");
      const found = {
        dir: other.dir,
        theirs: row,
        existing: created === undefined ? "maybe" : "created",
      } as const;
      for (const at of own.filter(isNews)) known.set(at, { row: due.register.rowAt(at), ...found });
    }
  };
  if (others.length === 0) return { known, former };
  const emails = new KeyList(due.register, "email");
  for (const other of emails.isEmpty ? [] : others)
    await readable(other, () => other.withPeople((people) => look(people, other)));
  return { known, former };
}

/** The places of rows that have one e-mail, and not only the same hash of 32 bits. */
function* sameEmails(
  due: DuePeople,
  emails: KeyList<"email">,
  people: PeopleRegister,
): Generator<Pick<KeyGroup<"email">, "own" | "theirs">> {
  for (const group of emails.shared(people)) {
    const sought = group.theirs.length === 0 ? [] : group.own.filter((at) => due.isSought(at));
    for (const email of new Set(sought.map((at) => due.register.emailAt(at)))) {
      const theirs = group.theirs.filter((place) => people.emailAt(place) === email);
      if (theirs.length > 0) yield { own: sought.filter((at) => due.register.emailAt(at) === email), theirs };
    }
  }
}

/** Keys that say nothing. */
type SilentKeys = Readonly<Record<SharedKey, Set<number>>>;

/** The leads of other runs that share a key with a row that is open. */
interface Sharing {
  register: PeopleRegister;
  /** Whose each is, by its place. */
  owners: OtherPeople[];
  /** The keys that stand under too many names in one run and the sheet. */
  silent: SilentKeys;
  /** The keys of the sheet that may stand twice in it, or in the register too. */
  lists: readonly KeyList<SharedKey>[];
}

async function readSharing(
  due: DuePeople,
  others: readonly OtherPeople[],
  isOpen: (at: number) => boolean,
  readable: Attempt,
): Promise<Sharing> {
  const [register, owners] = [new PeopleRegister(), [] as OtherPeople[]];
  const silent: SilentKeys = { reference: new Set(), phone: new Set(), place: new Set() };
  const listsOf = (isAlone: boolean) => SHARED_KEYS.map((kind) => new KeyList(due.register, kind, isAlone));
  if (others.length === 0) return { register, owners, silent, lists: listsOf(true) };
  const lists = listsOf(false);
  const look = (people: PeopleRegister, other: OtherPeople): void => {
    const taken = new BitSet();
    for (const list of lists)
      for (const { kind, key, own, theirs } of list.shared(people)) {
        if (theirs.length === 0 || !own.some(isOpen) || silent[kind].has(key)) continue;
        if (hasManyNames([due.register, own], [people, theirs])) silent[kind].add(key);
        else
          for (const place of theirs.filter((each) => !taken.has(each))) {
            taken.add(place);
            register.add(people.rowAt(place), people.keysAt(place));
            owners.push(other);
          }
      }
  };
  for (const other of lists.every(({ isEmpty }) => isEmpty) ? [] : others)
    await readable(other, async () => other.withPeople((people) => look(people, other)));
  return { register, owners, silent, lists: register.count > 0 ? lists : listsOf(true) };
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
  { register, owners, silent, lists }: Sharing,
  isOpen: (at: number) => boolean,
): Generator<Match> {
  const groups = function* (): Generator<KeyGroup<SharedKey>> {
    for (const list of lists) yield* list.shared(register);
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
    !(register.emailAt(at) !== 0 && register.emailAt(at) === register.emailAt(place));
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
