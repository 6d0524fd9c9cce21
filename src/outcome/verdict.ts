import { type CodedText, personal } from "../base/finding.ts";
import type { LinkFault } from "../lead/login-link.ts";
import { folded, isSameName, type PersonName } from "../lead/person-keys.ts";
import { isOwnSandbox, targetKey } from "../settings/target.ts";
import type { EmailOwner } from "./answer.ts";
import type { RowEvidence } from "./evidence.ts";
import { askOwner, type Guidance, rowGuidance } from "./guidance.ts";
import { actionFinding } from "./guidance-texts.ts";
import type { Told } from "./happened-texts.ts";
import { isFixable, isTurnedAway } from "./lead-state.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import {
  type Blind,
  isCertain,
  type Missing,
  missingText,
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
  /** What speaks against it. */
  linkFault?: LinkFault;
  /** Whose the row is, as it is read; empty where it has no name. */
  name: string;
  /** Whether its sheet is wrong still, where its run is not. */
  isCorrected: boolean;
  /** The same to compare, and whose it was before a correction. */
  names: readonly PersonName[];
  /** The address with which it went, or would go, in the form in which two are the same; null where the row has none. */
  email: string | null;
  /** A correction put another address in the place of this one: what is said holds for the time before. */
  isFormer: boolean;
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
 * - `unclear`: nothing that can be read forbids it, but not all can be read, or an answer leaves it open.
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
  /** A row of each name that has, or had, an address of the lead there: a person who asks for the link may mean one of them. */
  people: readonly Sighting[];
}

/**
 * Judges what the runs know of a lead, at each service on its own: another address or another partner is another service.
 * Those come first where sending it again would harm, then those with a link, then those where something happened last. A
 * sandbox counts where there is nothing else.
 *
 * @param sightings Of the addresses that the lead has: those that were asked for first, then the newest; at least one.
 * @param alike Of other leads, perhaps of the same people: their sheet may have been corrected, and submitted as a new one.
 */
export function judgeLead(
  sightings: readonly Sighting[],
  alike: readonly Sighting[],
  blind: Blind,
): Verdict[] {
  const bound = sightings.flatMap(({ target }) => target ?? []);
  const real = bound.filter((target) => !isOwnSandbox(target));
  const services = new Set((real.length > 0 ? real : bound).map(targetKey));
  const keys = services.size === 0 ? [null] : [...services];
  const verdicts = keys.map((key) => {
    // What a run may send that is bound to nobody yet, or cannot be read, may go to any of them.
    const isHere = ({ target }: Sighting): boolean => target === null || targetKey(target) === key;
    // What went nowhere real yet may go to any service.
    const isThere = real.length === 0 ? isReal : isHere;
    const theirs = alike.filter((each) => each.target === null || isThere(each));
    const other = theirs.find(mayExist);
    const aliked = other && { alike: placeText(other) };
    return verdictOf(sightings.filter(isHere), { ...aliked, ...blind });
  });
  return verdicts.sort(
    (one, other) => harmOf(one) - harmOf(other) || Number(!one.link) - Number(!other.link),
  );
}

/**
 * The verdict for who asked for somebody else than the one whom it is about: people may share an e-mail.
 *
 * @param asked Who was asked for: those of rows, or one by name.
 */
export function verdictFor(asked: readonly Pick<Sighting, "name" | "names">[], verdict: Verdict): Verdict {
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

type Named = Pick<Sighting, "names">;

function isSame({ names: [one] }: Named, { names: [other] }: Named): boolean {
  return one !== undefined && other !== undefined && isSameName(one, other);
}

/** The first is where sending it again does most harm. */
const BY_HARM: readonly SendAgain[] = ["no", "unclear", "by-word", "yes"];

function harmOf({ sendAgain }: Verdict): number {
  return BY_HARM.indexOf(sendAgain);
}

function isReal({ target }: Sighting): boolean {
  return target !== null && !isOwnSandbox(target);
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
  "practised",
  "not there",
] as const;

type Weight = (typeof WEIGHTS)[number];

/** Whether a row says that its lead is there, or may be. */
export function mayExist(sighting: Sighting): boolean {
  return WEIGHTS.indexOf(weightOf(sighting)) < WEIGHTS.indexOf("practised");
}

function weightOf({ evidence, holder, isFormer, target }: Sighting): Weight {
  const { state, turn, run } = evidence;
  const { status, maybeCreated, word, resumable, dismissed, linkIn } = state;
  // A sandbox inside the program is gone with it: what it made is nowhere. A row that is not a lead is not one anywhere.
  if (target !== null && isOwnSandbox(target)) return dismissed ? "not there" : "practised";
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
  const isInUse = !isFormer && (run.condition === "in progress" || run.condition === "in doubt");
  if (isInUse && (isDenied || !(maybeCreated || dismissed))) return "in use";
  if (!maybeCreated) return "not there";
  return isDenied ? "said not created" : "may exist";
}

function verdictOf(group: readonly Sighting[], missing: Missing): Verdict {
  const weights = new Map(group.map((sighting) => [sighting, weightOf(sighting)]));
  const strongest = WEIGHTS.find((weight) => [...weights.values()].includes(weight));
  const strong = group.filter((sighting) => weights.get(sighting) === strongest);
  const created = strong.find(({ evidence }) => evidence.state.status === "created");
  const link = (strongest === "created" && strong.find(({ hasLink }) => hasLink)) || null;
  // What a row has now comes before what one had.
  const decisive = link ?? created ?? strong.find(({ isFormer }) => !isFormer) ?? strong[0];
  if (!decisive || !strongest) throw new Error("nothing is known of the lead");
  const attempt = [decisive, ...group].find(
    (each) =>
      weights.get(each) === "may exist" ||
      // It was refused as known after an attempt of its own.
      (weights.get(each) === "known to service" && isOwnMaybe(each)),
  );
  const facts: Facts = {
    decisive,
    attempt,
    denied: group.find((each) => weights.get(each) === "said not created"),
    isDenied: group.some(
      (each) => each.evidence.state.word === "not-created" && weights.get(each) !== "practised",
    ),
    missing: missingText(missing) === "" ? null : missing,
  };
  const { target } = group.find(isReal) ?? decisive;
  const isSandbox = decisive.target !== null && isOwnSandbox(decisive.target);
  return { target, isSandbox, decisive, link, people: peopleIn(group), ...judge(strongest, facts) };
}

/** Whether an attempt with the address that a row has may have created it. */
function isOwnMaybe({ evidence: { state } }: Sighting): boolean {
  return state.maybeCreated && !state.former;
}

function peopleIn(group: readonly Sighting[]): Sighting[] {
  const people = new Map<string, Sighting>();
  for (const each of group)
    if (each.name !== "" && !people.has(folded(each.name))) people.set(folded(each.name), each);
  return [...people.values()];
}

/** What a lead is judged by. */
interface Facts {
  decisive: Sighting;
  /** The row by whose attempt the service may have the e-mail, and one that was said not to have created it. */
  attempt: Sighting | undefined;
  denied: Sighting | undefined;
  /** The service's owner denied any of its rows. */
  isDenied: boolean;
  /** Null where all could be read, and nobody else may be the same. */
  missing: Missing | null;
}

type Judged = Pick<Verdict, "finding" | "message" | "exists" | "sendAgain" | "why" | "action" | "nextSteps">;

/** Judges a lead by the strongest thing that is said of it. */
function judge(weight: Weight, facts: Facts): Judged {
  const { decisive, missing, isDenied } = facts;
  const { name, evidence, holder } = decisive;
  const { state, run, last } = evidence;
  const guidance = guidanceOf(decisive);
  const who = name === "" ? {} : { who: personal(name) };
  const inRun = { ...who, run: run.dir };
  /** @param more What is told or advised otherwise than of the row that decides. */
  const judged = (
    exists: Existence,
    sendAgain: SendAgain,
    said: CodedText<VerdictCode>,
    more: Partial<Guidance> = {},
  ): Judged => {
    const { meaning, action, nextSteps } = { ...guidance, ...more };
    return { ...said, exists, sendAgain, why: meaning, action, nextSteps };
  };
  switch (weight) {
    case "created":
      return judged("yes", "no", verdictFinding("created", { ...who, place: placeText(decisive) }), {
        meaning: createdTold(decisive),
        action: [],
        nextSteps: [nextStep({ step: "show-link", dir: run.dir, rows: String(evidence.row) })],
      });
    case "said created":
      return judged("yes", "no", verdictFinding("created-by-word", who));
    case "created elsewhere":
      return judged(
        "yes",
        "no",
        verdictFinding("created-elsewhere", { ...who, run: state.linkIn ?? "" }),
        advice(verdictActionFinding("put-folder-back")),
      );
    case "under way":
      return judged("maybe", "no", verdictFinding("under-way", inRun));
    case "known to service": {
      const known = { ...who, ...knownBy(facts) };
      return holder === "account"
        ? judged("maybe", "no", verdictFinding("known-account", known), askKnown(facts))
        : judged("yes", "no", verdictFinding("known-quote", known), askKnown(facts));
    }
    case "may exist": {
      const may = { ...who, link: pieceOf(decisive), next: thenMay(decisive) } as const;
      return judged("maybe", "no", verdictFinding("may-exist", may));
    }
    case "not to be judged":
      if (run.condition === "in doubt") return judged("maybe", "no", verdictFinding("run-in-doubt", inRun));
      return judged("maybe", "no", verdictFinding("run-unreadable", inRun), {
        ...(run.condition === "damaged" && {
          meaning: [reasonFinding("not-readable")],
          action: [verdictActionFinding("restore-or-ask")],
          nextSteps: [nextStep({ step: "see-runs", dir: "" })],
        }),
      });
    case "in use": {
      const use = { ...inRun, isInDoubt: run.condition === "in doubt" };
      return isDenied
        ? judged("maybe", "no", verdictFinding("denied-in-use", use))
        : judged("no", "no", verdictFinding("in-use", { ...use, why: neverOf(decisive) }));
    }
    case "said not created": {
      const denial = { ...who, isRefused: holder !== null, ...linkFrom(decisive) };
      return missing
        ? judged("maybe", "unclear", verdictFinding("denied-unclear", { ...denial, ...missing }), LOOK_FIRST)
        : judged("maybe", "by-word", verdictFinding("denied", denial));
    }
    case "practised": {
      const { status } = state;
      const isWrong = decisive.isCorrected || isFixable(state);
      const practice = {
        ...advice(verdictActionFinding("send-for-real", { isWrong })),
        meaning: [reasonFinding("practised-in", { place: placeText(decisive), status })],
      };
      return missing
        ? judged("no", "unclear", verdictFinding("practised-unclear", { ...who, ...missing }), practice)
        : judged(
            "no",
            "yes",
            verdictFinding("practised", { ...who, isSent: last !== null, isWrong }),
            practice,
          );
    }
    case "not there": {
      const why = neverOf(decisive);
      if (!state.dismissed)
        return missing
          ? judged("no", "unclear", verdictFinding("absent-unclear", { ...who, ...missing }), LOOK_FIRST)
          : judged(
              isCertain(why) ? "no" : "maybe",
              isCertain(why) ? "yes" : "unclear",
              verdictFinding("absent", { ...who, why, next: thenSafe(decisive) }),
            );
      // The verdict itself says that somebody took the row out.
      const meaning = guidance.meaning.filter(({ finding }) => finding !== "not-a-lead");
      return missing
        ? judged("no", "unclear", verdictFinding("not-a-lead-unclear", { ...who, ...missing }), {
            ...LOOK_FIRST,
            meaning,
          })
        : judged("no", "no", verdictFinding("not-a-lead", { ...who, why }), { meaning });
    }
  }
}

function advice(...action: Told): Omit<Guidance, "meaning"> {
  return { action, nextSteps: [] };
}

const LOOK_FIRST = advice(verdictActionFinding("look-first"));
const ASK_ALONE = advice(actionFinding("ask-owner-alone"));

/** `leadctl-runs/one, row 3` */
export function placeText({ evidence }: Sighting): string {
  return `${evidence.run.dir}, row ${evidence.row}`;
}

function createdTold(sighting: Sighting): Told {
  const { quoteId, evidence, linkFault } = sighting;
  const byWord = evidence.state.word === "created";
  return [
    reasonFinding("created-by", { ...(quoteId !== null && { quoteId }), place: placeText(sighting), byWord }),
    ...(linkFault === undefined ? [] : [reasonFinding("link-odd", { fault: linkFault })]),
  ];
}

function knownBy({ attempt, denied }: Facts) {
  const by = attempt ? "attempt" : denied ? "denied" : "others";
  const doubted = attempt ?? denied;
  return { by, ...(doubted && { place: placeText(doubted), ...linkFrom(doubted) }) } as const;
}

/** To send it again would say no more than that the service has it. */
function askKnown({ attempt, denied }: Facts): Partial<Guidance> {
  const doubted = attempt ?? denied;
  if (!doubted) return {};
  const { action, nextSteps } =
    weightOf(doubted) === "known to service"
      ? guidanceOf(doubted)
      : doubted.isFormer
        ? ASK_ALONE
        : askOwner(doubted.evidence, actionFinding("say-e-mail-is-known"));
  return { action, nextSteps };
}

/** What a row says of an address that it has no longer is not to be written down, corrected or sent any more. */
function guidanceOf({ evidence, isFormer }: Sighting): Guidance {
  const guidance = rowGuidance(evidence);
  if (!isFormer) return guidance;
  const { maybeCreated, word } = evidence.state;
  return { ...guidance, ...(maybeCreated && word === undefined ? ASK_ALONE : advice()) };
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

function neverOf({ evidence: { state, last } }: Sighting): Never {
  if (state.status === "invalid") return "held-back";
  if (state.status === "rejected") return last?.answer.kind === "refused" ? "unexplained" : "refused";
  if (last === null) return "unsent";
  return last.answer.kind === "redirected" ? "redirected" : "not-taken";
}

function thenSafe({ evidence: { state } }: Sighting) {
  if (isTurnedAway(state)) return "ask-why";
  if (isFixable(state)) return "correct";
  return state.resumable ? "resume" : "replay";
}
