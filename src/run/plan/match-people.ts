import { BitSet } from "../../base/growable.ts";
import { emailKey } from "../../lead/email.ts";
import {
  comparePeople,
  emailHash,
  isSameName,
  NAMES_MAX,
  type PersonKeys,
  type PersonName,
  type PersonReason,
  personKeys,
  SHARED_KEYS,
  type SharedKey,
} from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import {
  groupsOf,
  type IndexedKey,
  type KeyGroup,
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

/** Keys of a kind. */
export interface AskedKeys {
  kind: IndexedKey;
  /** Where only some are asked for: these, ascending. */
  wanted?: readonly number[];
}

/** Leads of another run for the same target. */
export interface OtherPeople {
  dir: string;
  /** For each that is asked for its keys, with rows beside them, as any version of a row has them. */
  keys(asked: readonly AskedKeys[]): AsyncIterable<SortedKeys>;
  /** The leads of some rows in all their versions, the oldest first. @param rows In ascending order. */
  versions(rows: readonly number[]): AsyncIterable<{ row: number; lead: Lead }>;
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

/** Rows of a run, or of the sheet, that are looked at for one key: nobody has more properties. */
const GROUP_MAX = 1_000;
/** Rows of a run that are looked at first: an office's or a campaign's key shows at once. */
const FIRST_ROWS = 8;
/** What is not a question is only told. */
const NOTICES_MAX = 5;
/** So few keys are looked up one by one. */
const LOOKED_UP_MAX = 200;

/**
 * Finds the rows that may be of somebody who goes before them, or has a quote already, or may have one. A row whose e-mail another run
 * has is none of them. What cannot be read is named.
 */
export async function matchPeople(due: DuePeople, others: readonly OtherPeople[]): Promise<PeopleFound> {
  const unread = new Set<string>();
  const readable: Attempt = async (other, work) => {
    try {
      await work();
    } catch {
      unread.add(other.dir);
    }
  };
  const { known, isKnown, byEmail } = await matchEmails(due, others, readable);
  const isOpen = (at: number): boolean => due.isDue(at) && !isKnown.has(at);
  const sharing = await readSharing(due, others, isOpen, readable);
  const matches = function* (): Generator<Match> {
    for (const match of byEmail) if (isOpen(match.at)) yield match;
    yield* matchShared(due, sharing, isOpen);
  };
  return { known, ...(await settled(due.register, matches, readable)), unread: [...unread] };
}

/** Does something with a run, unless that cannot be read. */
type Attempt = (other: OtherPeople, work: () => Promise<void>) => Promise<void>;

/** A row that may be the same person as another row. */
interface Match {
  /** The place of the row. */
  at: number;
  /** Null for the sheet itself. */
  other: OtherPeople | null;
  /** Place of a row in the sheet. */
  place: number;
  row: number;
  reasons: readonly PersonReason[];
  isQuestion: boolean;
}

/** By the place of a row. */
type Matches = Map<number, Match[]>;

function note(matches: Matches, match: Match): void {
  const noted = matches.get(match.at) ?? [];
  if (!noted.some(({ other, row }) => other === match.other && row === match.row)) noted.push(match);
  matches.set(match.at, noted);
}

/** Keys of the sheet, which are compared with those of other runs. */
interface OwnKeys {
  kind: IndexedKey;
  keys: SortedKeys;
}

/**
 * The keys of another run that are to be compared with some of the sheet, in turn.
 *
 * @param isWanted Whether one of few is looked up.
 */
async function* keysBeside<Own extends OwnKeys>(
  other: OtherPeople,
  own: readonly Own[],
  isWanted: (kind: Own["kind"], key: number) => boolean = () => true,
): AsyncGenerator<Own & { theirs: SortedKeys }> {
  const asked = own.map(({ kind, keys }): AskedKeys => {
    if (keys.length > 2 * LOOKED_UP_MAX) return { kind };
    const wanted = [...new Set(keys.filter((_, at) => at % 2 === 1))];
    return { kind, wanted: wanted.filter((key) => isWanted(kind, key)) };
  });
  if (asked.every(({ wanted }) => wanted?.length === 0)) return;
  let nth = 0;
  for await (const theirs of other.keys(asked)) {
    const one = own[nth++];
    if (one) yield { ...one, theirs };
  }
}

async function matchEmails(due: DuePeople, others: readonly OtherPeople[], readable: Attempt) {
  const { register } = due;
  const emails = register.sorted("email", "place");
  const known: KnownEmails[] = [];
  const isKnown = new BitSet();
  const maybe = new Map<number, { found: KnownEmails; each: KnownRow }>();
  const byEmail: Match[] = [];
  for (const other of others)
    await readable(other, async () => {
      const places = new Map<number, number>();
      for await (const { theirs: all } of keysBeside(other, [{ kind: "email", keys: emails }]))
        for (const { beside } of groupsOf(emails, [all], GROUP_MAX)) {
          const [mine = [], theirs = []] = beside;
          const at = theirs.length === 0 ? undefined : mine.find((each) => due.isSought(each));
          if (at !== undefined) for (const row of theirs) places.set(row, at);
        }
      if (places.size === 0) return;
      const { now, before } = await emailsOf(places, register, other);
      const existing = await other.existing([...now, ...before]);
      const found: KnownEmails = { dir: other.dir, created: [], maybe: [] };
      known.push(found);
      for (const row of now) {
        const [what, at = 0] = [existing.get(row), places.get(row)];
        const each = { row: register.rowAt(at), theirs: row };
        if (what === "maybe" && !maybe.has(at)) maybe.set(at, { found, each });
        if (what !== "created" || isKnown.has(at)) continue;
        isKnown.add(at);
        found.created.push(each);
      }
      for (const row of before)
        byEmail.push({
          at: places.get(row) ?? 0,
          other,
          place: -1,
          row,
          reasons: ["email"],
          isQuestion: true,
        });
    });
  for (const [at, { found, each }] of maybe) {
    if (isKnown.has(at)) continue;
    isKnown.add(at);
    found.maybe.push(each);
  }
  const repeated = repeatedIn(due, emails);
  for (const { created, maybe } of known)
    for (const rows of [created, maybe]) {
      for (const { row, theirs } of [...rows])
        rows.push(...(repeated.get(row) ?? []).map((row) => ({ row, theirs })));
      rows.sort((one, other) => one.row - other.row);
    }
  return { known: known.filter(({ created, maybe }) => created.length + maybe.length > 0), isKnown, byEmail };
}

/** The rows that repeat the e-mail of an earlier row of the sheet, by that row. */
function repeatedIn(due: DuePeople, emails: SortedKeys): Map<number, number[]> {
  const repeated = new Map<number, number[]>();
  for (const { beside } of groupsOf(emails, [], GROUP_MAX)) {
    const [first, ...others] = (beside[0] ?? []).filter((at) => due.isSought(at));
    if (first === undefined) continue;
    const { email } = due.register.keysAt(first);
    const same = others.filter((at) => due.register.keysAt(at).email === email);
    if (same.length > 0)
      repeated.set(
        due.register.rowAt(first),
        same.map((at) => due.register.rowAt(at)),
      );
  }
  return repeated;
}

/** The rows of a run that have the e-mail of a row now, and those that had it before a correction. */
async function emailsOf(
  places: ReadonlyMap<number, number>,
  register: PeopleRegister,
  other: OtherPeople,
): Promise<{ now: ReadonlySet<number>; before: ReadonlySet<number> }> {
  const [now, before] = [new Set<number>(), new Set<number>()];
  for await (const { row, lead } of other.versions([...places.keys()].sort(ascending))) {
    const email = emailHash(emailKey(lead.contactInfo?.email ?? ""));
    if (email === register.keysAt(places.get(row) ?? 0).email) now.add(row);
    else if (now.delete(row)) before.add(row);
  }
  return { now, before };
}

/** Leads of a run that share a key with a row that is open; or those of the sheet. */
interface Party {
  /** Null for the sheet. */
  other: OtherPeople | null;
  register: PeopleRegister;
}

/** Keys that stand under too many names. */
type SilentKeys = ReadonlyMap<SharedKey, Set<number>>;

interface Sharing {
  /** The keys of the sheet. */
  shared: readonly { kind: SharedKey; keys: SortedKeys }[];
  parties: Party[];
  /** Those that showed before all rows that have them were read. */
  silent: SilentKeys;
}

async function readSharing(
  due: DuePeople,
  others: readonly OtherPeople[],
  isOpen: (at: number) => boolean,
  readable: Attempt,
): Promise<Sharing> {
  const shared = SHARED_KEYS.map((kind) => ({ kind, keys: due.register.sorted(kind, "place") }));
  const names = new SharedNames();
  const parties: Party[] = [];
  for (const other of others)
    await readable(other, async () => {
      const register = new PeopleRegister();
      const [first, rest] = [new Set<number>(), new Set<number>()];
      const large: { kind: SharedKey; key: number; theirs: readonly number[] }[] = [];
      const isOfInterest = (kind: SharedKey, key: number): boolean => !names.isSilent(kind, key);
      for await (const { kind, keys, theirs: all } of keysBeside(other, shared, isOfInterest)) {
        const isFew = keys.length <= 2 * LOOKED_UP_MAX;
        for (const { key, beside } of groupsOf(keys, [all], GROUP_MAX)) {
          const [mine = [], theirs = []] = beside;
          if (theirs.length === 0 || !mine.some(isOpen) || names.isSilent(kind, key)) continue;
          if (isSilent([[due.register, mine]])) continue;
          for (const row of theirs.slice(0, FIRST_ROWS)) first.add(row);
          const isLarge = theirs.length > FIRST_ROWS;
          if (isLarge) large.push({ kind, key, theirs });
          if (isFew || isLarge) names.follow(kind, key, due.register, mine);
        }
      }
      const read = async (rows: ReadonlySet<number>): Promise<void> => {
        for await (const { row, lead } of rows.size === 0 ? [] : other.versions([...rows].sort(ascending))) {
          const keys = personKeys(lead);
          register.add(row, keys);
          names.add(keys);
        }
      };
      await read(first);
      for (const { kind, key, theirs } of large)
        if (!names.isSilent(kind, key)) for (const row of theirs) if (!first.has(row)) rest.add(row);
      await read(rest);
      if (register.count > 0) parties.push({ other, register });
    });
  return { shared, parties, silent: names.silent };
}

/** The names under which some keys stand, as far as rows were read: whose are too many need no further rows. */
class SharedNames {
  readonly silent: SilentKeys = new Map(SHARED_KEYS.map((kind) => [kind, new Set<number>()]));
  readonly #names = new Map(SHARED_KEYS.map((kind) => [kind, new Map<number, PersonName[]>()]));

  isSilent(kind: SharedKey, key: number): boolean {
    return this.silent.get(kind)?.has(key) === true;
  }

  /** @param places Of rows in a register that have the key. */
  follow(kind: SharedKey, key: number, register: PeopleRegister, places: readonly number[]): void {
    const ofKind = this.#names.get(kind);
    if (ofKind?.has(key)) return;
    const names: PersonName[] = [];
    for (const place of places) addName(names, register.keysAt(place).name);
    ofKind?.set(key, names);
  }

  add(keys: PersonKeys): void {
    for (const [kind, ofKind] of this.#names) {
      const names = ofKind.get(keys[kind]);
      if (names && addName(names, keys.name)) this.silent.get(kind)?.add(keys[kind]);
    }
  }
}

/** Compares rows that are open with others that share a key. */
function* matchShared(
  due: DuePeople,
  { shared, parties: theirs, silent }: Sharing,
  isOpen: (at: number) => boolean,
): Generator<Match> {
  const parties: readonly Party[] = [{ other: null, register: due.register }, ...theirs];
  const groups = (kind: SharedKey, keys: SortedKeys): Generator<KeyGroup> => {
    const others = theirs.map(({ register }) => register.sorted(kind, "place"));
    return groupsOf(keys, others, GROUP_MAX);
  };
  for (const { kind, keys } of shared)
    for (const { key, beside } of groups(kind, keys))
      if (isSilent(beside.map((places, of) => [parties[of]?.register, places]))) silent.get(kind)?.add(key);
  const isTelling = (kind: SharedKey, key: number): boolean => silent.get(kind)?.has(key) !== true;
  for (const { kind, keys: all } of shared)
    for (const { key, beside } of groups(kind, all)) {
      if (!isTelling(kind, key)) continue;
      for (const at of (beside[0] ?? []).filter(isOpen)) {
        const keys = due.register.keysAt(at);
        for (const [of, places] of beside.entries())
          for (const place of places) {
            const party = parties[of];
            // If two rows are due, the first one goes; any other one is there already.
            if (
              !party ||
              (of === 0 && (!due.goes(place) || place === at || (due.isDue(place) && place > at)))
            )
              continue;
            const { verdict, reasons, hasOtherProperty } = comparePeople(
              keys,
              party.register.keysAt(place),
              isTelling,
            );
            const row = party.register.rowAt(place);
            if (verdict === "maybe")
              yield { at, other: party.other, place, row, reasons, isQuestion: !hasOtherProperty };
          }
      }
    }
}

/** Whether a key stands under more names than one person or one home has. */
function isSilent(entries: readonly (readonly [PeopleRegister | undefined, readonly number[]])[]): boolean {
  const names: PersonName[] = [];
  return entries.some(([register, places]) =>
    places.some((place) => register !== undefined && addName(names, register.keysAt(place).name)),
  );
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
  register: PeopleRegister,
  matches: () => Iterable<Match>,
  readable: Attempt,
): Promise<Pick<PeopleFound, "asked" | "noticed">> {
  const [questions, notices]: [Matches, Matches] = [new Map(), new Map()];
  const theirs = new Map<OtherPeople, Set<number>>();
  let hasNotices = false;
  for (const match of matches()) {
    if (match.isQuestion) note(questions, match);
    else hasNotices = true;
    if (match.other) theirs.set(match.other, (theirs.get(match.other) ?? new Set()).add(match.row));
  }
  const existing = new Map<OtherPeople, Map<number, Existing>>();
  for (const [other, rows] of theirs)
    await readable(other, async () => void existing.set(other, await other.existing([...rows])));

  const isHeld = new BitSet();
  /** Undefined where nobody is there. */
  const existingOf = ({ other, place, row }: Match): Existing | null | undefined =>
    other ? existing.get(other)?.get(row) : isHeld.has(place) ? undefined : null;
  const matchedRow = (at: number, found: readonly Match[] = []): MatchedRow[] => {
    const there = found.flatMap((match) => {
      const what = existingOf(match);
      const { other, row, reasons } = match;
      return what === undefined ? [] : [{ dir: other?.dir ?? null, row, reasons, existing: what }];
    });
    return there.length === 0 ? [] : [{ row: register.rowAt(at), matches: there }];
  };
  const asked: MatchedRow[] = [];
  for (const at of [...questions.keys()].sort(ascending)) {
    const [row] = matchedRow(at, questions.get(at));
    if (!row) continue;
    isHeld.add(at);
    asked.push(row);
  }
  // Only now: the first of an investor's rows may all stay behind, and the next one goes.
  for (const match of hasNotices ? matches() : []) {
    const isTooMany = (notices.get(match.at)?.length ?? 0) >= NOTICES_MAX;
    if (match.isQuestion || isTooMany || isHeld.has(match.at) || existingOf(match) === undefined) continue;
    note(notices, match);
  }
  const places = [...notices.keys()].sort(ascending);
  return { asked, noticed: places.flatMap((at) => matchedRow(at, notices.get(at))) };
}

function ascending(one: number, other: number): number {
  return one - other;
}
