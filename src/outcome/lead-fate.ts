import { isSameName, type PersonName } from "../lead/person-keys.ts";
import { isOwnSandbox, targetKey } from "../settings/target.ts";
import type { EmailOwner } from "./answer.ts";
import type { RowEvidence } from "./evidence.ts";
import { askOwner, type Guidance, rowGuidance } from "./guidance.ts";
import { isFixable, isTurnedAway } from "./lead-state.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/** What one row of one run says of a lead with one e-mail address at one service. */
export interface Sighting {
  evidence: RowEvidence;
  /** Name of the run's input. */
  input: string;
  /** What the run is bound to; null where it has sent nothing to anybody. */
  target: { baseUrl: string; partner: string } | null;
  /** When something last happened to the row, else to its run, as an ISO time. */
  at: string;
  quoteId: string | null;
  /** Who held the address by any answer of the service, whatever came after it; null where none said so. */
  holder: EmailOwner | null;
  /** The run has a login link of it. */
  hasLink: boolean;
  /** Folder of another run that created it for the same target, as its own run saw before it sent; null where it saw none. */
  createdIn: string | null;
  /** Whose the row is, or was before a correction. */
  names: readonly PersonName[];
  /** With which address it went, or would go; null where the row has none. */
  email: string | null;
  /** The address that a correction put in the place of this one: what is said holds for the time before. */
  replacedBy: string | null;
}

/** What nobody here can look into, and may hold the lead all the same. */
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
  /** Of the address, newest first; at least one. */
  sightings: readonly Sighting[];
  /** Of the addresses in its place, newest first. */
  corrected: readonly Sighting[];
  /** Of other addresses, perhaps of the same people: their sheet may have been corrected, and submitted as a new one. */
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

/** What all runs together say of a lead at one service. */
export interface LeadFate {
  target: Sighting["target"];
  /** Whether the service is a sandbox inside the program, which is gone. */
  isSandbox: boolean;
  exists: Existence;
  /** The sighting that decides it. */
  decisive: Sighting;
  /** The row whose run has the login link; null where none has. */
  link: Sighting | null;
  sendAgain: SendAgain;
  /** Existence, link, and whether to send it again, as one or two short sentences. */
  headline: string;
  /** What happened, as sentences. */
  why: string;
  /** What to do next, as sentences; null where nothing is left to do. */
  action: string | null;
  nextSteps: readonly NextStep[];
}

/**
 * Judges what the runs know of a lead, at each service on its own: another address or another partner is another service.
 * The real ones come first: of them those where sending it again would harm, then those with a link, then those where
 * something happened last.
 */
export function judgeLead({ sightings, corrected, alike }: KnownOfAddress, blind: Blind): LeadFate[] {
  const bound = new Map(
    sightings.flatMap(({ target }) => (target ? [[targetKey(target), target] as const] : [])),
  );
  const keys = bound.size === 0 ? [null] : [...bound.keys()];
  // What a run may send that is bound to nobody yet, or cannot be read, may go to any of them.
  const groups = keys.map((key) => {
    const isHere = ({ target }: Sighting): boolean => target === null || targetKey(target) === key;
    const isReal = ({ target }: Sighting): boolean => target !== null && !isOwnSandbox(target);
    // What went nowhere real yet may go to any service.
    const isFree = key === null || isOfSandbox(sightings.filter(isHere));
    return {
      sightings: sightings.filter(isHere),
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

/** The first is where sending it again does most harm. */
const BY_HARM: readonly SendAgain[] = ["no", "unclear", "by-word", "yes"];

function harmOf({ sendAgain }: LeadFate): number {
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
type Weight =
  | "created"
  | "said created"
  | "created elsewhere"
  | "under way"
  | "known to service"
  | "may exist"
  | "not to be judged"
  | "in use"
  | "said not created"
  | "not there";

const WEIGHTS: readonly Weight[] = [
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
];

/** Whether a row says that its lead is there, or may be. */
export function mayExist(sighting: Sighting): boolean {
  return weightOf(sighting) !== "not there";
}

function weightOf({ evidence, holder, createdIn, replacedBy }: Sighting): Weight {
  const { state, turn, run } = evidence;
  const { status, maybeCreated, word, resumable, dismissed } = state;
  if (status === "created") return "created";
  if (word === "created") return "said created";
  if (createdIn !== null) return "created elsewhere";
  if (run.condition === "in progress" && (resumable || turn === "in flight")) return "under way";
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

function verdictOf({ sightings: group, corrected, alike }: KnownOfAddress, blind: Blind): LeadFate {
  const weights = new Map(group.map((sighting) => [sighting, weightOf(sighting)]));
  const rank = (sighting: Sighting): number => WEIGHTS.indexOf(weights.get(sighting) ?? "not there");
  const link = group.find(({ hasLink, evidence }) => hasLink && evidence.state.status === "created") ?? null;
  const strongest = Math.min(...group.map(rank));
  const strong = group.filter((sighting) => rank(sighting) === strongest);
  // What a row has now comes before what one had.
  const decisive = link ?? strong.find(({ replacedBy }) => replacedBy === null) ?? strong[0];
  if (!decisive) throw new Error("nothing is known of the lead");
  const weight = WEIGHTS[rank(decisive)] ?? "not there";
  const isHeld = group.some(({ replacedBy }) => replacedBy === null);
  const isOpen = weight === "not there" || weight === "in use" || (weight === "said not created" && isHeld);
  const { same, namesakes } = isOpen ? byName(group, corrected) : { same: [], namesakes: [] };
  const inItsPlace = verdictInItsPlace(same, blind);
  if (inItsPlace) return { ...inItsPlace, target: targetOf(group) ?? inItsPlace.target };
  const others = {
    namesake: verdictInItsPlace(namesakes, blind)?.decisive,
    alike: verdictInItsPlace(alike, blind)?.decisive,
  };
  const guidance = guidanceOf(decisive);
  return {
    target: targetOf(group),
    isSandbox: false,
    decisive,
    link,
    ...JUDGES[weight]({
      decisive,
      others: group.filter((sighting) => sighting !== decisive),
      guidance,
      weights,
      missing: missingText(blind, others),
    }),
  };
}

/** Some row may have an address still that a correction took from another: that may be of somebody else, with another name. */
function byName(group: readonly Sighting[], corrected: readonly Sighting[]) {
  const current = group.filter(({ replacedBy }) => replacedBy === null);
  const known = current.flatMap(({ names }) => names);
  const isSame = ({ names }: Sighting): boolean =>
    current.length === 0 || names.some((name) => known.some((each) => isSameName(each, name)));
  return { same: corrected.filter(isSame), namesakes: corrected.filter((each) => !isSame(each)) };
}

/** Of an address with which nothing was created, while something was, or may have been, with one in its place. */
function verdictInItsPlace(corrected: readonly Sighting[], blind: Blind): LeadFate | undefined {
  if (corrected.length === 0) return undefined;
  const theirs = verdictOf({ sightings: corrected, corrected: [], alike: [] }, blind);
  if (theirs.exists === "no") return undefined;
  const headline = `${theirs.headline} It went with ${theirs.decisive.email}, by which a correction replaced this address.`;
  return { ...theirs, headline };
}

/** A sandbox inside the program is gone with it: what it made is nowhere. */
function sandboxVerdict(
  { sightings: group, corrected, alike }: KnownOfAddress,
  blind: Blind,
  real: LeadFate | undefined,
): LeadFate {
  const [newest] = group;
  const told = group.find(({ evidence }) => evidence.state.status === "created") ?? newest;
  if (!told) throw new Error("nothing is known of the lead");
  const unbound = group.filter(({ target }) => target === null);
  // What may go to a real service decides, as long as it may.
  if (!real && unbound.some((sighting) => weightOf(sighting) !== "not there"))
    return verdictOf({ sightings: unbound, corrected, alike }, blind);
  if (real) {
    const { sendAgain } = real;
    return {
      ...practice(told, group),
      sendAgain,
      headline: "It went to a sandbox too, which is no real service: nothing of that counts.",
      action: null,
    };
  }
  const missing = missingText(blind, { alike: verdictInItsPlace(alike, blind)?.decisive });
  const safety =
    missing === null
      ? "Safe to send to a real one."
      : `Whether it is safe to send to a real one is not certain: ${missing}.`;
  return {
    ...practice(told, group),
    sendAgain: missing === null ? "yes" : "unclear",
    headline: `Does not exist at a real service: it went to a sandbox only. ${safety}`,
    action: "Send its sheet to a real service.",
  };
}

function practice(told: Sighting, group: readonly Sighting[]) {
  return {
    target: targetOf(group),
    isSandbox: true,
    exists: "no",
    decisive: told,
    link: null,
    why: `In the sandbox of ${placeText(told)}, it was ${told.evidence.state.status}.`,
    nextSteps: [],
  } as const satisfies Partial<LeadFate>;
}

type Judged = Pick<LeadFate, "exists" | "sendAgain" | "headline" | "why" | "action" | "nextSteps">;

interface Case {
  decisive: Sighting;
  others: readonly Sighting[];
  guidance: Guidance;
  weights: ReadonlyMap<Sighting, Weight>;
  /** Why nothing is certain to be safe, as a clause; null where all is known. */
  missing: string | null;
}

const NO_LINK = "no login link is known here";

/** One for each weight. */
const JUDGES: Readonly<Record<Weight, (facts: Case) => Judged>> = {
  created: ({ decisive, guidance }) => ({
    exists: "yes",
    sendAgain: "no",
    headline: `Exists: the login link is in ${placeText(decisive)}. Do not send it again.`,
    why: `${quoteText(decisive)} was created by ${placeText(decisive)}.`,
    action: guidance.action,
    nextSteps: [
      nextStep({
        step: "show-link",
        dir: decisive.evidence.run.dir,
        rows: String(decisive.evidence.row),
      }),
    ],
  }),
  "said created": ({ guidance }) => ({
    exists: "yes",
    sendAgain: "no",
    headline: `Exists, by the word of the service's owner; ${NO_LINK}. Do not send it again.`,
    why: guidance.meaning,
    ...stepsOf(guidance),
  }),
  "created elsewhere": ({ decisive, guidance }) => ({
    exists: "yes",
    sendAgain: "no",
    headline: `Exists: ${decisive.createdIn} created it, and cannot be looked into here; ${NO_LINK}. Do not send it again.`,
    why: guidance.meaning,
    action:
      "Put the folder of that run back, or name the folder that holds it with --runs: it has the login link.",
    nextSteps: [],
  }),
  "under way": ({ decisive, guidance }) => ({
    exists: "maybe",
    sendAgain: "no",
    headline: `May exist soon: ${decisive.evidence.run.dir} is in progress, and has it. Do not send it again.`,
    why: guidance.meaning,
    ...stepsOf(guidance),
  }),
  "known to service": ({ decisive, others, guidance, weights }) => {
    const attempt = [decisive, ...others].find(
      (other) =>
        weights.get(other) === "may exist" ||
        // It was refused as known after an attempt of its own.
        (weights.get(other) === "known to service" && other.evidence.state.maybeCreated),
    );
    const denied = others.find((other) => weights.get(other) === "said not created");
    const from = attempt
      ? `perhaps by ${placeText(attempt)}, whose answer was lost`
      : denied
        ? `perhaps by ${placeText(denied)} after all, though the service's owner said that it was not`
        : "not by a run that is known here";
    const { holder } = decisive;
    const doubted = attempt ?? denied;
    // To send it again would say no more than that the service has it.
    const asked = !doubted
      ? guidance
      : weights.get(doubted) === "known to service"
        ? guidanceOf(doubted)
        : askOwnerAbout(doubted, "Tell them that the service has this e-mail.");
    return {
      exists: holder === "account" ? "maybe" : "yes",
      sendAgain: "no",
      headline:
        holder === "account"
          ? `The service has a user account with this e-mail, ${from}; ${NO_LINK}. Do not send it again.`
          : `Exists, created ${from}; ${NO_LINK}. Do not send it again.`,
      why: guidance.meaning,
      ...stepsOf(asked),
    };
  },
  "may exist": ({ decisive, guidance }) => ({
    exists: "maybe",
    sendAgain: "no",
    headline: `May exist; ${linkPieceText(decisive)}. Do not submit it again${replayText(decisive)}.`,
    why: guidance.meaning,
    ...stepsOf(guidance),
  }),
  "not to be judged": ({ decisive: { evidence }, guidance }) => {
    const { condition, dir } = evidence.run;
    const why =
      condition === "in doubt"
        ? `nobody here can say whether ${dir}, which has it, is still in progress`
        : `not all of ${dir} can be read`;
    return {
      exists: "maybe",
      sendAgain: "no",
      headline: `May exist: ${why}; ${NO_LINK}. Do not send it again before that is settled.`,
      ...(condition === "damaged" ? UNREADABLE : { why: guidance.meaning, ...stepsOf(guidance) }),
    };
  },
  "in use": ({ decisive, others, guidance }) => {
    const { run } = decisive.evidence;
    // Of any of its rows, that word is all that speaks against a quote.
    const isDenied = [decisive, ...others].some(({ evidence }) => evidence.state.word === "not-created");
    const not = isDenied ? " by the word of the service's owner" : `: ${neverText(decisive)}`;
    const before =
      run.condition === "in doubt"
        ? `it is settled whether ${run.dir}, which has it, is still in progress`
        : `${run.dir}, which has it and is in progress, has ended`;
    return {
      exists: isDenied ? "maybe" : "no",
      sendAgain: "no",
      headline: `Does not exist${not}. Do not send it again before ${before}.`,
      why: guidance.meaning,
      ...stepsOf(guidance),
    };
  },
  "said not created": ({ decisive, others, guidance, missing }) => {
    const isRefused = decisive.holder !== null;
    const isReplaced = [decisive, ...others].every(({ replacedBy }) => replacedBy !== null);
    const but = isRefused
      ? "though the service itself answered that it has this e-mail"
      : "though an attempt may have created it";
    const onWord = isReplaced
      ? "Nothing is to be sent with it."
      : missing === null
        ? "On that word it may be sent again."
        : `Whether it may be sent again on that word is not certain: ${missing}.`;
    return {
      exists: "maybe",
      sendAgain: isReplaced ? "no" : missing === null ? "by-word" : "unclear",
      headline: `Does not exist by the word of the service's owner, ${but}; ${NO_LINK}. ${onWord}`,
      why: guidance.meaning,
      ...(missing === null || isReplaced ? stepsOf(guidance) : LOOK_FIRST),
    };
  },
  "not there": ({ decisive, guidance, missing }) => {
    if (decisive.replacedBy !== null)
      return {
        exists: "no",
        sendAgain: "no",
        headline: `Does not exist: ${neverText(decisive)}. Nothing is to be sent with it.`,
        why: guidance.meaning,
        action: null,
        nextSteps: [],
      };
    if (decisive.evidence.state.dismissed)
      return {
        exists: "no",
        sendAgain: missing === null ? "no" : "unclear",
        headline: `Does not exist${missing === null ? `: ${neverText(decisive)}` : ` as far as the runs here say; ${missing}`}. Do not send it: a person took it out as not a lead.`,
        why: guidance.meaning,
        ...(missing === null ? stepsOf(guidance) : LOOK_FIRST),
      };
    return {
      exists: "no",
      sendAgain: missing === null ? "yes" : "unclear",
      headline:
        missing === null
          ? `Does not exist: ${neverText(decisive)}. ${safeText(decisive)}`
          : `Does not exist as far as the runs here say; ${missing}, so that it is not certain to be safe to send again.`,
      why: guidance.meaning,
      ...(missing === null ? stepsOf(guidance) : LOOK_FIRST),
    };
  },
};

/** Nothing that is known of such a row is of itself. */
const UNREADABLE: Pick<Judged, "why" | "action" | "nextSteps"> = {
  why: "The run has this lead. What became of it cannot be read.",
  action:
    "Restore the run's files from a backup, as leadctl runs says. Without one, ask the service's owner whether a quote exists for this e-mail.",
  nextSteps: [nextStep({ step: "see-runs", dir: "" })],
};

/** Before anything of a lead goes that nobody could look for everywhere. */
const LOOK_FIRST: Steps = {
  action:
    "Look there first, or ask the service's owner whether a quote exists for this person. Send it only where there is none.",
  nextSteps: [],
};

type Steps = Pick<Judged, "action" | "nextSteps">;

/** What a row says of an address that it has no longer is not to be written down, corrected or sent any more. */
function guidanceOf({ evidence, replacedBy }: Sighting): Guidance {
  const guidance = rowGuidance(evidence);
  if (replacedBy === null) return guidance;
  const { maybeCreated, word } = evidence.state;
  return { ...guidance, ...(maybeCreated && word === undefined ? ASK_ALONE : NOTHING_LEFT) };
}

function askOwnerAbout({ evidence, replacedBy }: Sighting, more: string): Steps {
  return replacedBy === null ? askOwner(evidence, more) : ASK_ALONE;
}

const ASK_ALONE: Steps = {
  action: "Ask the service's owner whether a quote exists for this e-mail.",
  nextSteps: [],
};

const NOTHING_LEFT: Steps = { action: null, nextSteps: [] };

function stepsOf({ action, nextSteps }: Steps): Steps {
  return { action, nextSteps };
}

/** `leadctl-runs/one, row 3` */
export function placeText({ evidence }: Sighting): string {
  return `${evidence.run.dir}, row ${evidence.row}`;
}

function quoteText({ quoteId, evidence }: Sighting): string {
  const by = evidence.state.word === "created" ? ", by the word of the service's owner," : "";
  return `${quoteId === null ? "A quote" : `Quote ${quoteId}`}${by}`;
}

/** A link that arrived without a proof is not to be given out, nor to be denied. */
function linkPieceText({ evidence: { pieces, state } }: Sighting): string {
  if (pieces?.loginUrl === undefined) return NO_LINK;
  return state.doubted
    ? "a login link arrived, which may be that of another row: do not give it out"
    : "a login link arrived with an answer that proves no quote";
}

function replayText({ evidence }: Sighting): string {
  const { status, resumable } = evidence.state;
  if (resumable) return ": go on with its run";
  return status === "unknown" || status === "failed"
    ? ": its run can ask the service's own e-mail check"
    : " before the service's owner has answered";
}

/** Why a lead is certain not to exist. */
function neverText({ evidence, replacedBy }: Sighting): string {
  const { state, last } = evidence;
  if (replacedBy !== null) return "its address was corrected before anything was created";
  if (state.status === "invalid") return "it was refused here, and never sent";
  if (state.status === "rejected") return "the service refused it";
  if (last === null) return "it was never sent";
  return "no attempt reached the service, or each was refused";
}

function safeText({ evidence }: Sighting): string {
  const { state } = evidence;
  if (isTurnedAway(state)) return "Safe to send again, once it is known why it was refused.";
  if (isFixable(state)) return "Safe to send again, once it is corrected.";
  if (state.resumable) return "Safe to send: go on with its run.";
  return "Safe to send again, from its run.";
}

/** Rows that exist, or may, and may be of the same person. */
interface OtherRows {
  /** Of another name, with this address before a correction. */
  namesake?: Sighting | undefined;
  /** Perhaps of the same person, with another address. */
  alike?: Sighting | undefined;
}

/** Why nothing is certain to be safe, as a clause; null where all could be read. */
function missingText(
  { unread, purgedCount, absent }: Blind,
  { namesake, alike }: OtherRows = {},
): string | null {
  const parts = [
    ...(namesake ? [`${placeText(namesake)} had this e-mail before a correction, under another name`] : []),
    ...(alike ? [`${placeText(alike)} may be of the same person, with another e-mail`] : []),
    ...(unread.length > 0
      ? [unread.length === 1 ? `${unread[0]} cannot be read` : `${unread.length} runs cannot be read`]
      : []),
    ...(absent.length > 0
      ? [absent.length === 1 ? `${absent[0]} is not there` : `${absent.length} folders of runs are not there`]
      : []),
    ...(purgedCount > 0 ? [`${purgedCount === 1 ? "1 run was" : `${purgedCount} runs were`} removed`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", and ");
}
