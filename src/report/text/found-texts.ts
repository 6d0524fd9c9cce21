import { finder } from "../../base/finding.ts";
import { type Missing, missingText } from "../../outcome/verdict-texts.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";
import { utcText } from "../../terminal/time-text.ts";

/** An address as it may be shown, and where a row is that has it. */
interface Other {
  email: string;
  place: string;
  isCreated: boolean;
}

/** What is told of what was found, beside verdicts and rows. */
export const FOUND_TEXTS = {
  "too-many": ({ count }: { count: number }) =>
    `${amountText(count, "row")} match: too many people to judge one by one. Ask with more of the name, or with an e-mail.`,
  several: ({ count }: { count: number }) =>
    `${amountText(count, "lead")} match, and each has its own answer. Ask with an e-mail to see one.`,
  "also-as": ({ others, more }: { others: readonly Other[]; more: number }) => {
    const places = others.map(
      ({ email, place, isCreated }) =>
        `${isCreated ? "there is a quote" : "there may be a quote"} for ${email} (${place})`,
    );
    return `The same person may have another lead: ${places.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
  },
  shared: ({ people, isNow }: { people: readonly string[]; isNow: boolean }) =>
    `Several people ${isNow ? "have" : "have or had"} this e-mail: ${people.join(", ")}.`,
  corrected: ({ before, now }: { before: readonly string[]; now: string }) =>
    before.includes(now)
      ? `A correction replaced the e-mail by another one that looks the same masked: ${now}.`
      : `A correction replaced ${before.join(" and ")} by ${now}.`,
  "link-cut": () => "The login link was cut off on its way. This lead's login link begins the same way.",
  "could-not-search": ({ runs }: { runs: readonly string[] }) =>
    `${namesText(runs)} could not be searched: leadctl runs says why.`,
  near: ({ text, others }: { text: string; others: readonly { text: string; dirs: readonly string[] }[] }) =>
    `${text} was not found; ${others.map((each) => `${each.text} is in ${each.dirs.join(" and ")}`).join("; ")}.`,
  nothing: ({ text, runs }: { text: string; runs: number }) =>
    `Nothing found: no lead in ${amountText(runs, "run")} has "${text}" as its e-mail, name, phone, affiliate id, quote id or login link.`,
  "maybe-sent": (missing: Missing) => `It may still have been sent: ${missingText(missing)}.`,
  "check-spelling": () => "Check the spelling, or name another folder of runs with --runs.",
};

interface Places {
  places: readonly string[];
  /** The files that list them. */
  lists: readonly string[];
}

/** Folders that should hold runs but could not be read, and what to do about it. */
export const ABSENT_TEXTS = {
  runs: ({ places, lists }: Places) =>
    `Runs are missing: ${namesText(places)}. Put them back. If they are gone for good, and you know what they sent, remove their lines from ${namesText(lists)}.`,
  replaced: ({ places, lists }: Places) =>
    `Earlier runs are missing, and other runs are in their folders: ${namesText(places)}. If the earlier runs are gone for good, and you know what they sent, remove their lines (the older ones for each folder) from ${namesText(lists)}.`,
  links: ({ places }: Places) =>
    `Links lead nowhere: ${namesText(places)}. Connect the disk or folder that they lead to. If it is gone for good, remove the links.`,
  folders: ({ places }: Places) =>
    `Folders that the configuration lists under "runs" are not there, or may not be read: ${namesText(places)}. Connect them, or take them off that list.`,
};

/** Sentences about other runs that matter to a sheet that is submitted, or to a run that goes on. */
export const EARLIER_TEXTS = {
  "same-rows": ({ times, dir, at, condition, counts }: SameRows) =>
    `The same rows went to the same target before${times === 1 ? "" : ` (${amountText(times, "time")}, the last one here)`}: ${dir} (${utcText(at, "minute")}, ${condition}): ${counts}.`,
  "sending-now": ({ pid }: { pid: number }) =>
    `Process ${pid} is working on that run now. The leads that it creates first come back here as duplicates, without their login links.`,
  "created-nothing": () => "It created nothing.",
  "come-back": ({ areMaybe }: { areMaybe: boolean }) =>
    `The leads that it created come back as duplicates: their login links are only in that run.${areMaybe ? " The leads that may exist may come back as duplicates, too." : ""}`,
  "have-quotes": ({ count, what }: OfOthers) => {
    const [have, them] =
      count === 1
        ? ["has a quote", "it as a duplicate. Its login link is"]
        : ["have quotes", "them as duplicates. Their login links are"];
    return `${amountText(count, "lead")} of this ${what} ${have} already, from ${OTHER_RUNS[what]} for the same target: the service will refuse ${them} in the reports of those runs.`;
  },
  "may-exist": ({ count, what, isMore }: OfOthers & { isMore: boolean }) =>
    `${amountText(count, isMore ? "more lead" : "lead")} of ${OTHER_RUNS[what]} may exist.`,
  "not-looked-into": ({ dirs }: { dirs: readonly string[] }) =>
    `More may have been sent before: ${namesText(dirs)} could not be searched.`,
};

export const earlierFinding = finder(EARLIER_TEXTS);

interface SameRows {
  times: number;
  /** The last run that sent them, when it did so, its state, and what it created. */
  dir: string;
  at: string;
  condition: string;
  counts: string;
}

interface OfOthers {
  count: number;
  what: keyof typeof OTHER_RUNS;
}

const OTHER_RUNS = { sheet: "earlier runs", run: "other runs" } as const;
