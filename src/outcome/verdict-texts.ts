import { finder, type Personal } from "../base/finding.ts";
import { LINK_FAULTS, type LinkFault } from "../lead/login-link.ts";
import type { Status } from "./status.ts";

/** Whose lead it is, where a name is known. */
interface Who {
  who?: Personal;
  /** Somebody else with the same e-mail, who was asked for. */
  asked?: Personal;
}

/** What nobody here can look into: each may hold the lead. */
export interface Blind {
  /** Folders of runs that cannot be read. */
  unread: readonly string[];
  /** Folders of runs, or with runs in them, that should be there and are not. */
  absent: readonly string[];
  /** How many runs were removed. */
  purged: number;
}

/** The same, and a row that may be of the same person, with another e-mail. */
export interface Missing extends Blind {
  alike?: string;
}

/** Why the service has the e-mail: perhaps an attempt in a row, or one that was said not to have created it. */
interface KnownBy extends Who, Linked {
  by: "attempt" | "denied" | "others";
  place?: string;
}

interface InUse extends Who {
  run: string;
  isInDoubt: boolean;
}

interface Denied extends Who, Linked {
  /** The service itself answered that it has the e-mail. */
  isRefused: boolean;
}

/** A login link that arrived, and is not to be given out; left out where none did. */
interface Linked {
  link?: "doubted" | "unproven";
}

function lead({ who, asked }: Who): string {
  if (who === undefined) return "The lead";
  const shared = asked === undefined ? "" : `${asked.personal} shares an e-mail with ${who.personal}. `;
  return `${shared}The lead of ${who.personal}`;
}

const NO_LINK = "There is no login link here.";
const LINKS = {
  none: NO_LINK,
  doubted: "A login link arrived that may belong to another row: do not give it out.",
  unproven: "A login link arrived, but its answer proves no quote: do not give it out.",
} as const;

const THEN_MAY = {
  resume: ": continue its run",
  replay: ": send it again only from its run",
  owner: " before the service's owner has answered",
} as const;

/** Why no run is known to have created a lead. */
const NEVER = {
  "held-back": "it was held back here, and never sent",
  refused: "the service refused it",
  /** Among such refusals are those of an e-mail that the service has, in other words than the interface's. */
  unexplained: "the service refused it, and named no field",
  redirected: "its request was answered with a redirect, which may follow a create",
  unsent: "it was never sent",
  "not-taken": "no attempt reached the service, or each was refused",
} as const;

export type Never = keyof typeof NEVER;

/** Whether it rules out that the service has the lead. */
export function isCertain(why: Never): why is Exclude<Never, keyof typeof FIRST> {
  return !Object.hasOwn(FIRST, why);
}

const SAFE = {
  "ask-why": "Safe to send again, once you know why it was refused.",
  correct: "Safe to send, once it is corrected.",
  resume: "Safe to send: continue its run.",
  replay: "Safe to send again, from its run.",
} as const;

/** What comes before sending again, where nobody knows that it does not exist. */
const FIRST = {
  unexplained: "Read its answer before you send it again: it may say that the e-mail is in use.",
  redirected: "Ask the service's owner whether it was created before you send it again.",
} as const;

export function missingText({ alike, unread, absent, purged }: Missing): string {
  const [run] = unread;
  const [folder] = absent;
  return [
    alike === undefined ? [] : `${alike} may be of the same person, with another e-mail`,
    run === undefined
      ? []
      : unread.length === 1
        ? `${run} cannot be read`
        : `${unread.length} runs cannot be read`,
    folder === undefined
      ? []
      : absent.length === 1
        ? `${folder} is missing`
        : `${absent.length} folders of runs are missing`,
    purged === 0 ? [] : purged === 1 ? "1 run was removed" : `${purged} runs were removed`,
  ]
    .flat()
    .join(", and ");
}

function knownText({ by, place }: KnownBy): string {
  if (by === "attempt") return `Perhaps ${place} created it.`;
  return by === "denied"
    ? `Perhaps ${place} created it after all, though the service's owner said that it did not.`
    : "No run here created it.";
}

function notBefore({ run, isInDoubt }: InUse): string {
  return isInDoubt
    ? `Do not send it yet: ${run} has it, and may still be in progress.`
    : `Do not send it yet: ${run} has it, and is in progress.`;
}

function deniedText({ isRefused, link, ...who }: Denied): string {
  const but = isRefused
    ? "But the service itself answered that it has this e-mail."
    : "But an attempt may have created it.";
  return `${lead(who)} does not exist, says the service's owner. ${but} ${LINKS[link ?? "none"]}`;
}

/** Whether a lead exists, where its link is, and whether to send it again: one code for all of it. */
export const VERDICT_TEXTS = {
  created: ({ place, ...who }: Who & { place: string }) =>
    `${lead(who)} exists: the login link is in ${place}. Do not send it again.`,
  "created-by-word": (who: Who) =>
    `${lead(who)} exists, says the service's owner. ${NO_LINK} Do not send it again.`,
  "created-elsewhere": ({ run, ...who }: Who & { run: string }) =>
    `${lead(who)} exists: ${run} created it, but that run cannot be read here. ${NO_LINK} Do not send it again.`,
  "link-of-another": ({ owner, place, who }: Who & { owner: Personal; place: string }) =>
    `${who?.personal} has no login link here. The login link that was found is for ${owner.personal} (${place}): the service accepts no second lead with the same e-mail.`,
  "under-way": ({ run, ...who }: Who & { run: string }) =>
    `${lead(who)} may exist: ${run} has it, and is in progress. Do not send it again.`,
  "known-quote": (known: KnownBy) =>
    `${lead(known)} exists: the service has a quote with this e-mail. ${knownText(known)} ${LINKS[known.link ?? "none"]} Do not send it again.`,
  "known-account": (known: KnownBy) =>
    `${lead(known)} may exist: the service has a user account with this e-mail. ${knownText(known)} ${LINKS[known.link ?? "none"]} Do not send it again.`,
  "may-exist": ({ link, next, ...who }: Who & { link: keyof typeof LINKS; next: keyof typeof THEN_MAY }) =>
    `${lead(who)} may exist. ${LINKS[link]} Do not submit it again${THEN_MAY[next]}.`,
  "run-in-doubt": ({ run, ...who }: Who & { run: string }) =>
    `${lead(who)} may exist: this computer cannot tell whether ${run}, which has it, is still in progress. ${NO_LINK} Do not send it again before you know that.`,
  "run-unreadable": ({ run, ...who }: Who & { run: string }) =>
    `${lead(who)} may exist: not all of ${run} can be read. ${NO_LINK} Do not send it again before you know whether it exists.`,
  "in-use": ({ why, ...use }: InUse & { why: Never }) =>
    `${lead(use)} does not exist: ${NEVER[why]}. ${notBefore(use)}`,
  "denied-in-use": (use: InUse) => `${lead(use)} does not exist, says the service's owner. ${notBefore(use)}`,
  denied: (denied: Denied) => `${deniedText(denied)} The owner's answer permits sending it again.`,
  "denied-unclear": (denied: Denied & Missing) =>
    `${deniedText(denied)} It may still not be safe to send again: ${missingText(denied)}.`,
  "not-a-lead": ({ why, ...who }: Who & { why: Never }) =>
    `${lead(who)} does not exist: ${NEVER[why]}. Do not send it: somebody took it out as not a lead.`,
  "not-a-lead-unclear": (missing: Who & Missing) =>
    `${lead(missing)} does not exist as far as the runs here say. Do not send it: somebody took it out as not a lead. It may exist after all: ${missingText(missing)}.`,
  absent: ({ why, next, ...who }: Who & { why: Never; next: keyof typeof SAFE }) => {
    const [known, then] = isCertain(why)
      ? ["does not exist", SAFE[next]]
      : ["is not known to exist", FIRST[why]];
    return `${lead(who)} ${known}: ${NEVER[why]}. ${then}`;
  },
  "absent-unclear": (missing: Who & Missing) =>
    `${lead(missing)} does not exist as far as the runs here say. It may not be safe to send again: ${missingText(missing)}.`,
  practised: ({ isSent, isWrong, ...who }: Who & { isSent: boolean; isWrong: boolean }) =>
    `${lead(who)} does not exist at a real service: ${isSent ? "it went only to a sandbox" : "its run is for a sandbox, and did not send it"}. Safe to send to a real one${isWrong ? ", once it is corrected" : ""}.`,
  "practised-unclear": (missing: Who & Missing) =>
    `${lead(missing)} does not exist at a real service, as far as the runs here say. It may not be safe to send to a real one: ${missingText(missing)}.`,
};

/** What there is to say besides of how a verdict came about. */
export const REASON_TEXTS = {
  "created-by": ({ quoteId, place, byWord }: { quoteId?: string; place: string; byWord: boolean }) =>
    `${quoteId === undefined ? "A quote" : `Quote ${quoteId}`} was created by ${place}${byWord ? ", says the service's owner" : ""}.`,
  "link-odd": ({ fault }: { fault: LinkFault }) =>
    `The login link ${LINK_FAULTS[fault]}: check it before you give it out.`,
  "not-readable": () => "The run has this lead, but its result cannot be read.",
  "practised-in": ({ place, status }: { place: string; status: Status }) =>
    `In the sandbox of ${place}, it was ${status}.`,
};

/** What to do about a verdict, where the row's own guidance does not say it. */
export const VERDICT_ACTION_TEXTS = {
  "put-folder-back": () =>
    "That run has the login link: put its folder back, or name the folder that holds it with --runs.",
  "restore-or-ask": () =>
    "Restore the run's files from a backup, as leadctl runs says. Without one, ask the service's owner whether a quote exists for this e-mail.",
  "look-first": () =>
    "Look into what is named above first, or ask the service's owner whether a quote exists for this person. Send it only if there is none.",
  "send-for-real": ({ isWrong }: { isWrong: boolean }) =>
    `${isWrong ? "Correct it in its sheet, and send that" : "Send its sheet"} to a real service.`,
  "ask-for-another-e-mail": ({ who }: { who: Personal }) =>
    `Do not give the login link to ${who.personal}. Ask for another e-mail.`,
};

export const verdictFinding = finder(VERDICT_TEXTS);
export const reasonFinding = finder(REASON_TEXTS);
export const verdictActionFinding = finder(VERDICT_ACTION_TEXTS);
