import { type CodedText, type ParamsOf, personal } from "../base/finding.ts";
import { isSameName, type PersonName } from "../lead/person-keys.ts";
import { isOwnSandbox, targetKey } from "../settings/target.ts";
import type { EmailOwner } from "./answer.ts";
import type { RowEvidence } from "./evidence.ts";
import { askOwner, type Guidance, rowGuidance } from "./guidance.ts";
import { actionFinding } from "./guidance-texts.ts";
import type { Told } from "./happened-texts.ts";
import { isFixable, isTurnedAway } from "./lead-state.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import {
  type Missing,
  type Never,
  reasonFinding,
  type VERDICT_TEXTS,
  verdictActionFinding,
  verdictFinding,
} from "./verdict-texts.ts";

/** What one row of one run says of a lead with one e-mail address at one service. */
export interface Sighting {
  evidence: RowEvidence;
  /** What the run is bound to; null where it has sent nothing to anybody. */
  target: { baseUrl: string; partner: string } | null;
  /** When something last happened to the row, else to its run, as an ISO time. */
  at: string;
  quoteId: string | null;
  /** The holder of the address by any answer of the service, whatever came after it; null where none said so. */
  holder: EmailOwner | null;
  /** The run has a login link of it. */
  hasLink: boolean;
  /** Whose the row is, as it is read; empty where it has no name. */
  name: string;
  /** Whether its sheet is wrong still, where its run is not. */
  isCorrected: boolean;
  /** The same to compare, and whose it was before a correction. */
  names: readonly PersonName[];
  /** The address with which it went, or would go; null where the row has none. */
  email: string | null;
  /** The address that a correction put in the place of this one: what is said holds for the time before. */
  replacedBy: string | null;
}

/** Places that cannot be searched from here, but may hold the lead. */
export interface Blind {
  /** Folders of runs that cannot be searched. */
  unread: readonly string[];
  /** How many runs `runs --purge` removed. */
  purgedCount: number;
  /** Folders of runs, or with runs in them, that should be there and are not. */
  absent: readonly string[];
}

/** What is known of one address, and of those that corrections put in its place, at first or later. */
export interface KnownOfAddress {
  /** Sightings of the address: those that were asked for first, then the newest; at least one. */
  sightings: readonly Sighting[];
  /** Sightings of the addresses in its place, newest first. */
  corrected: readonly Sighting[];
  /** Sightings of other addresses, perhaps of the same people: their sheet may have been corrected, and submitted as a new one. */
  alike: readonly Sighting[];
}

/**
 * Whether a lead exists at the service: `yes` by an answer or a person's word, `maybe` where some evidence allows it, `no`
 * where no run sent it, or each was refused.
 */
export type Existence = "yes" | "maybe" | "no";

/**
 * Whether it may be sent again.
 *
 * - `no`: the service has it, or may have it, or a process sends it just now.
 * - `by-word`: an attempt may have created it; the service's owner says that it did not.
 * - `unclear`: nothing that can be read forbids it, but not all can be read.
 * - `yes`: nothing that any run knows allows a second quote.
 */
export type SendAgain = "no" | "by-word" | "unclear" | "yes";

export type VerdictCode = keyof typeof VERDICT_TEXTS;

/** What all runs together say of a lead at one service: a code for all of it, with its sentence. */
export interface Verdict extends CodedText<VerdictCode> {
  target: Sighting["target"];
  /** Whether the service is a sandbox inside the program, which is gone. */
  isSandbox: boolean;
  exists: Existence;
  sendAgain: SendAgain;
  /** The sighting that decides it. */
  decisive: Sighting;
  /** The row whose run has the login link; null where none has. */
  link: Sighting | null;
  /** What happened. */
  why: Told;
  /** What to do next; nothing where the next steps say it, or nothing is left to do. */
  action: Told;
  nextSteps: readonly NextStep[];
}

/**
 * Judges what the runs know of a lead, at each service on its own: another address or another partner is another service.
 * The real ones come first: of them those where sending it again would harm, then those with a link, then those where
 * something happened last.
 */
export function judgeLead({ sightings, corrected, alike }: KnownOfAddress, blind: Blind): Verdict[] {
  const bound = new Set(sightings.flatMap(({ target }) => (target ? [targetKey(target)] : [])));
  const keys = bound.size === 0 ? [null] : [...bound];
  const groups = keys.map((key): KnownOfAddress => {
    // What a run may send that is bound to nobody yet, or cannot be read, may go to any of them.
    const isHere = ({ target }: Sighting): boolean => target === null || targetKey(target) === key;
    const isReal = ({ target }: Sighting): boolean => target !== null && !isOwnSandbox(target);
    const here = sightings.filter(isHere);
    // What went nowhere real yet may go to any service.
    const isFree = key === null || isOfSandbox(here);
    return {
      sightings: here,
      corrected: corrected.filter((each) => isHere(each) || (key === null && isReal(each))),
      alike: alike.filter((each) => each.target === null || (isFree ? isReal(each) : isHere(each))),
    };
  });
  const real = groups
    .filter((group) => !isOfSandbox(group.sightings))
    .map((group) => verdictOf(group, blind))
    .sort((one, other) => harmOf(one) - harmOf(other) || Number(!one.link) - Number(!other.link));
  const practised = groups.filter((group) => isOfSandbox(group.sightings));
  return [...real, ...practised.map((group) => sandboxVerdict(group, blind, real[0]))];
}

/**
 * The verdict for who asked for somebody else than the one whom it is about: people may share an e-mail.
 *
 * @param asked The rows that were asked for.
 */
export function verdictFor(asked: readonly Sighting[], verdict: Verdict): Verdict {
  const { link, decisive, finding, params } = verdict;
  const owner = link ?? decisive;
  const named = asked.filter(({ name }) => name !== "");
  const [first] = named;
  if (!first || owner.name === "" || named.some((each) => isSame(each, owner))) return verdict;
  const who = personal(first.name);
  if (!link) {
    const ofAnother = verdictFinding as (code: VerdictCode, params: object) => CodedText<VerdictCode>;
    return params?.who === undefined
      ? verdict
      : { ...verdict, ...ofAnother(finding, { ...params, asked: who }) };
  }
  return {
    ...verdict,
    ...verdictFinding("link-of-another", { who, owner: personal(link.name), place: placeText(link) }),
    action: [verdictActionFinding("ask-for-another-e-mail", { who })],
    nextSteps: [],
  };
}

function isSame({ names: [one] }: Sighting, { names: [other] }: Sighting): boolean {
  return one !== undefined && other !== undefined && isSameName(one, other);
}

/** The first is where sending it again does most harm. */
const BY_HARM: readonly SendAgain[] = ["no", "unclear", "by-word", "yes"];

function harmOf({ sendAgain }: Verdict): number {
  return BY_HARM.indexOf(sendAgain);
}

function isOfSandbox(group: readonly Sighting[]): boolean {
  const target = targetOf(group);
  return target !== null && isOwnSandbox(target);
}

function targetOf(group: readonly Sighting[]): Sighting["target"] {
  return group.find(({ target }) => target !== null)?.target ?? null;
}

/** What a sighting says, from the strongest to the weakest. */
const WEIGHTS = [
  "created",
  "said created",
  "created elsewhere",
  "under way",
  "known to service",
  "may exist",
  "not to be judged",
  "in use",
  "said not created",
  "not there",
] as const;

type Weight = (typeof WEIGHTS)[number];

/** Whether a row says that its lead is there, or may be. */
export function mayExist(sighting: Sighting): boolean {
  return weightOf(sighting) !== "not there";
}

function weightOf({ evidence, holder, replacedBy }: Sighting): Weight {
  const { state, turn, run } = evidence;
  const { status, maybeCreated, word, resumable, dismissed, linkIn } = state;
  if (status === "created") return "created";
  if (word === "created") return "said created";
  if (linkIn !== undefined) return "created elsewhere";
  if (run.condition === "in progress" && (resumable || turn === "in-flight")) return "under way";
  // The owner's word is the later one: any answer since would have taken it back.
  const isDenied = word === "not-created";
  if ((holder !== null && !isDenied) || status === "duplicate") return "known to service";
  if (run.condition === "older journal" || run.condition === "damaged") return "not to be judged";
  if (run.condition === "in doubt" && resumable) return "not to be judged";
  // A process may be about to send it again, or a correction of it.
  const isInUse = replacedBy === null && (run.condition === "in progress" || run.condition === "in doubt");
  if (isInUse && (isDenied || !(maybeCreated || dismissed))) return "in use";
  if (!maybeCreated) return "not there";
  return isDenied ? "said not created" : "may exist";
}

function verdictOf({ sightings: group, corrected, alike }: KnownOfAddress, blind: Blind): Verdict {
  const weights = new Map(group.map((sighting) => [sighting, weightOf(sighting)]));
  const rank = (sighting: Sighting): number => WEIGHTS.indexOf(weights.get(sighting) ?? "not there");
  const link = group.find(({ hasLink, evidence }) => hasLink && evidence.state.status === "created") ?? null;
  const strongest = Math.min(...group.map(rank));
  const strong = group.filter((sighting) => rank(sighting) === strongest);
  // What a row has now comes before what one had.
  const decisive = link ?? strong.find(({ replacedBy }) => replacedBy === null) ?? strong[0];
  if (!decisive) throw new Error("nothing is known of the lead");
  const weight = weights.get(decisive) ?? "not there";
  const isHeld = group.some(({ replacedBy }) => replacedBy === null);
  const isOpen = weight === "not there" || weight === "in use" || (weight === "said not created" && isHeld);
  const { same, namesakes } = isOpen ? byName(group, corrected) : { same: [], namesakes: [] };
  const inItsPlace = verdictInItsPlace(same, blind);
  if (inItsPlace) return { ...inItsPlace, target: targetOf(group) ?? inItsPlace.target };
  const attempt = [decisive, ...group].find(
    (each) =>
      weights.get(each) === "may exist" ||
      // It was refused as known after an attempt of its own.
      (weights.get(each) === "known to service" && each.evidence.state.maybeCreated),
  );
  const facts: Facts = {
    decisive,
    attempt,
    denied: group.find((each) => weights.get(each) === "said not created"),
    isDenied: group.some(({ evidence }) => evidence.state.word === "not-created"),
    isHeld,
    missing: missingOf(
      blind,
      verdictInItsPlace(namesakes, blind)?.decisive,
      verdictInItsPlace(alike, blind)?.decisive,
    ),
    guidance: guidanceOf(decisive),
  };
  const line = TABLE[weight].find(({ fits }) => fits(facts));
  if (!line) throw new Error(`no line of the table fits what is ${weight}`);
  return { target: targetOf(group), isSandbox: false, decisive, link, ...line.judge(facts) };
}

/** Some row may have an address still that a correction took from another: that may be of somebody else, with another name. */
function byName(group: readonly Sighting[], corrected: readonly Sighting[]) {
  const current = group.filter(({ replacedBy }) => replacedBy === null);
  const known = current.flatMap(({ names }) => names);
  const isSame = ({ names }: Sighting): boolean =>
    current.length === 0 || names.some((name) => known.some((each) => isSameName(each, name)));
  return { same: corrected.filter(isSame), namesakes: corrected.filter((each) => !isSame(each)) };
}

/** Judges an address with which nothing was created, while something was, or may have been, with one in its place. */
function verdictInItsPlace(corrected: readonly Sighting[], blind: Blind): Verdict | undefined {
  if (corrected.length === 0) return undefined;
  const theirs = verdictOf({ sightings: corrected, corrected: [], alike: [] }, blind);
  return theirs.exists === "no" ? undefined : theirs;
}

/** A sandbox inside the program is gone with it: what it made is nowhere. */
function sandboxVerdict(
  { sightings: group, corrected, alike }: KnownOfAddress,
  blind: Blind,
  real: Verdict | undefined,
): Verdict {
  const [newest] = group;
  const told = group.find(({ evidence }) => evidence.state.status === "created") ?? newest;
  if (!told) throw new Error("nothing is known of the lead");
  const unbound = group.filter(({ target }) => target === null);
  // What may go to a real service decides, as long as it may.
  if (!real && unbound.some(mayExist)) return verdictOf({ sightings: unbound, corrected, alike }, blind);
  const { status, dismissed } = told.evidence.state;
  // A row that is not a lead is not one at a real service either.
  if (dismissed && !real)
    return { ...verdictOf({ sightings: [told], corrected: [], alike }, blind), isSandbox: true };
  const practice: Omit<Verdict, "sendAgain" | keyof CodedText> = {
    ...{ target: targetOf(group), isSandbox: true, exists: "no", decisive: told, link: null },
    why: [reasonFinding("practised-in", { place: placeText(told), status })],
    ...none(),
  };
  if (real) return { ...practice, sendAgain: real.sendAgain, ...verdictFinding("practised-too") };
  const missing = missingOf(blind, undefined, verdictInItsPlace(alike, blind)?.decisive);
  const who = whoOf(told);
  const isSent = told.evidence.last !== null;
  const isWrong = told.isCorrected || isFixable(told.evidence.state);
  return {
    ...practice,
    ...(missing === null
      ? { sendAgain: "yes", ...verdictFinding("practised", { ...who, isSent, isWrong }) }
      : { sendAgain: "unclear", ...verdictFinding("practised-unclear", { ...who, ...missing }) }),
    action: [verdictActionFinding("send-for-real", { isWrong })],
  };
}

/** What a line of the table may look at. */
interface Facts {
  decisive: Sighting;
  /** The row by whose attempt the service may have the e-mail, and one that was said not to have created it. */
  attempt: Sighting | undefined;
  denied: Sighting | undefined;
  /** The service's owner denied any of its rows. */
  isDenied: boolean;
  /** Some row has the address still. */
  isHeld: boolean;
  /** Null where all could be read, and nobody else may be the same. */
  missing: Missing | null;
  guidance: Guidance;
}

type Judged = Pick<Verdict, "finding" | "message" | "exists" | "sendAgain" | "why" | "action" | "nextSteps">;

/** One line: what is said where it fits. */
interface Line {
  fits(facts: Facts): boolean;
  judge(facts: Facts): Judged;
}

/** @param more What is told or advised otherwise than of the row that decides. */
function line<C extends VerdictCode>(
  code: C,
  [exists, sendAgain]: readonly [Existence, SendAgain],
  params: (facts: Facts) => ParamsOf<(typeof VERDICT_TEXTS)[C]>[0],
  more: (facts: Facts) => Partial<Guidance> | undefined = () => undefined,
  fits: Line["fits"] = () => true,
): Line {
  const finding = verdictFinding as (code: C, params: object) => CodedText<C>;
  return {
    fits,
    judge: (facts) => {
      const { meaning, action, nextSteps } = { ...facts.guidance, ...more(facts) };
      const said = finding(code, { ...whoOf(facts.decisive), ...params(facts) });
      return { ...said, exists, sendAgain, why: meaning, action, nextSteps };
    },
  };
}

const isReplaced = ({ decisive }: Facts): boolean => decisive.replacedBy !== null;
const isUnclear = ({ missing }: Facts): boolean => missing !== null;
const runOf = ({ decisive }: Facts) => ({ run: decisive.evidence.run.dir });
const denialOf = ({ decisive }: Facts) => ({ isRefused: decisive.holder !== null, ...linkFrom(decisive) });
const whyNot = ({ decisive }: Facts) => ({ why: neverOf(decisive) });
const missingIn = ({ missing }: Facts) => missing ?? { unread: [], absent: [], purged: 0 };
const useOf = ({ decisive }: Facts) => ({
  run: decisive.evidence.run.dir,
  isInDoubt: decisive.evidence.run.condition === "in doubt",
});
const none = (): Omit<Guidance, "meaning"> => ({ action: [], nextSteps: [] });
const lookFirst = () => ({ action: [verdictActionFinding("look-first")], nextSteps: [] });

const EXISTS = ["yes", "no"] as const;
const MAY_EXIST = ["maybe", "no"] as const;

/** Judges a lead by what the runs say of it: by the strongest thing that is said, then the first line that fits. */
const TABLE: Readonly<Record<Weight, readonly Line[]>> = {
  created: [
    line(
      "created",
      EXISTS,
      ({ decisive }) => ({ place: placeText(decisive) }),
      ({ decisive }) => ({ meaning: [createdTold(decisive)], action: [], nextSteps: [showLink(decisive)] }),
    ),
  ],
  "said created": [line("created-by-word", EXISTS, () => ({}))],
  "created elsewhere": [
    line(
      "created-elsewhere",
      EXISTS,
      ({ decisive }) => ({ run: decisive.evidence.state.linkIn ?? "" }),
      () => ({ action: [verdictActionFinding("put-folder-back")], nextSteps: [] }),
    ),
  ],
  "under way": [line("under-way", MAY_EXIST, runOf)],
  "known to service": [
    line("known-account", MAY_EXIST, knownBy, askKnown, ({ decisive }) => decisive.holder === "account"),
    line("known-quote", EXISTS, knownBy, askKnown),
  ],
  "may exist": [
    line("may-exist", MAY_EXIST, ({ decisive }) => ({ link: pieceOf(decisive), next: thenMay(decisive) })),
  ],
  "not to be judged": [
    line("run-in-doubt", MAY_EXIST, runOf, undefined, ({ decisive }) => isOf(decisive, "in doubt")),
    line(
      "run-unreadable",
      MAY_EXIST,
      runOf,
      () => ({
        meaning: [reasonFinding("not-readable")],
        action: [verdictActionFinding("restore-or-ask")],
        nextSteps: [nextStep({ step: "see-runs", dir: "" })],
      }),
      ({ decisive }) => isOf(decisive, "damaged"),
    ),
    line("run-unreadable", MAY_EXIST, runOf),
  ],
  "in use": [
    line("denied-in-use", MAY_EXIST, useOf, undefined, ({ isDenied }) => isDenied),
    line("in-use", ["no", "no"], (facts) => ({ ...useOf(facts), ...whyNot(facts) })),
  ],
  "said not created": [
    line("denied-replaced", MAY_EXIST, denialOf, undefined, ({ isHeld }) => !isHeld),
    line(
      "denied-unclear",
      ["maybe", "unclear"],
      (facts) => ({ ...denialOf(facts), ...missingIn(facts) }),
      lookFirst,
      isUnclear,
    ),
    line("denied", ["maybe", "by-word"], denialOf),
  ],
  "not there": [
    line("replaced", ["no", "no"], () => ({}), none, isReplaced),
    line(
      "not-a-lead-unclear",
      ["no", "unclear"],
      missingIn,
      (facts) => ({ ...besidesDismissed(facts), ...lookFirst() }),
      (facts) => isDismissed(facts) && isUnclear(facts),
    ),
    line("not-a-lead", ["no", "no"], whyNot, besidesDismissed, isDismissed),
    line("absent-unclear", ["no", "unclear"], missingIn, lookFirst, isUnclear),
    line("absent", ["no", "yes"], (facts) => ({ ...whyNot(facts), next: thenSafe(facts.decisive) })),
  ],
};

function isOf({ evidence }: Sighting, condition: RowEvidence["run"]["condition"]): boolean {
  return evidence.run.condition === condition;
}

/** The verdict itself says that somebody took the row out. */
function besidesDismissed({ guidance }: Facts): Pick<Guidance, "meaning"> {
  return { meaning: guidance.meaning.filter(({ finding }) => finding !== "not-a-lead") };
}

function isDismissed({ decisive }: Facts): boolean {
  return decisive.evidence.state.dismissed === true;
}

function whoOf({ name }: Sighting) {
  return name === "" ? {} : { who: personal(name) };
}

/** `leadctl-runs/one, row 3` */
export function placeText({ evidence }: Sighting): string {
  return `${evidence.run.dir}, row ${evidence.row}`;
}

function createdTold(sighting: Sighting): CodedText {
  const { quoteId, evidence } = sighting;
  const byWord = evidence.state.word === "created";
  return reasonFinding("created-by", {
    ...(quoteId !== null && { quoteId }),
    place: placeText(sighting),
    byWord,
  });
}

function showLink({ evidence: { row, run } }: Sighting): NextStep {
  return nextStep({ step: "show-link", dir: run.dir, rows: String(row) });
}

function knownBy({ attempt, denied }: Facts) {
  const by = attempt ? "attempt" : denied ? "denied" : "others";
  const doubted = attempt ?? denied;
  return { by, ...(doubted && { place: placeText(doubted), ...linkFrom(doubted) }) } as const;
}

/** To send it again would say no more than that the service has it. */
function askKnown({ attempt, denied }: Facts): Partial<Guidance> | undefined {
  const doubted = attempt ?? denied;
  if (!doubted) return undefined;
  const { action, nextSteps } =
    weightOf(doubted) === "known to service"
      ? guidanceOf(doubted)
      : doubted.replacedBy === null
        ? askOwner(doubted.evidence, actionFinding("say-e-mail-is-known"))
        : ASK_ALONE;
  return { action, nextSteps };
}

const ASK_ALONE = { action: [actionFinding("ask-owner-alone")], nextSteps: [] };

/** What a row says of an address that it has no longer is not to be written down, corrected or sent any more. */
function guidanceOf({ evidence, replacedBy }: Sighting): Guidance {
  const guidance = rowGuidance(evidence);
  if (replacedBy === null) return guidance;
  const { maybeCreated, word } = evidence.state;
  return { ...guidance, ...(maybeCreated && word === undefined ? ASK_ALONE : none()) };
}

/** A link that arrived without a proof is not to be given out, nor to be denied. */
function pieceOf({ evidence: { pieces, state } }: Sighting): "none" | "doubted" | "unproven" {
  if (pieces?.loginUrl === undefined) return "none";
  return state.doubted ? "doubted" : "unproven";
}

function linkFrom(sighting: Sighting) {
  const link = pieceOf(sighting);
  return link === "none" ? {} : ({ link } as const);
}

function thenMay({ evidence }: Sighting) {
  const { status, resumable } = evidence.state;
  if (resumable) return "resume";
  return status === "unknown" || status === "failed" ? "replay" : "owner";
}

function neverOf({ evidence, replacedBy }: Sighting): Never {
  const { state, last } = evidence;
  if (replacedBy !== null) return "corrected";
  if (state.status === "invalid") return "held-back";
  if (state.status === "rejected") return "refused";
  return last === null ? "unsent" : "not-taken";
}

function thenSafe({ evidence: { state } }: Sighting) {
  if (isTurnedAway(state)) return "ask-why";
  if (isFixable(state)) return "correct";
  return state.resumable ? "resume" : "replay";
}

/** @returns Null where all could be read, and nobody else may be the same. */
function missingOf(
  { unread, purgedCount, absent }: Blind,
  namesake: Sighting | undefined,
  alike: Sighting | undefined,
): Missing | null {
  const others = {
    ...(namesake && { namesake: placeText(namesake) }),
    ...(alike && { alike: placeText(alike) }),
  };
  const isAll = !namesake && !alike && unread.length + absent.length + purgedCount === 0;
  return isAll ? null : { ...others, unread, absent, purged: purgedCount };
}
