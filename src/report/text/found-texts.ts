import { type Missing, missingText } from "../../outcome/verdict-texts.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";

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
