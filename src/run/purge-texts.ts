import { type Catalogue, type CodedText, finder } from "../base/finding.ts";
import { amountText } from "../terminal/number-text.ts";

/** Why a run that is old enough to be removed stays, or what of it. */
export const PURGE_TEXTS = {
  "in-use": () => "a process works on it",
  "in-doubt": () => "a process may still work on it: this computer cannot tell",
  "worked-on": () => "somebody worked on it a moment ago",
  locked: ({ why }: { why: string }) => why,
  "older-journal": () => "its journal is older than the run: look at it",
  interrupted: () => "it is interrupted: resume it first",
  damaged: () => "it is damaged, and may hold login links: look at it",
  "may-exist": ({ count }: { count: number }) =>
    `${count === 1 ? "the lead" : "the leads"} of ${amountText(count, "row")} may exist, and only this run says so: ask the service's owner first`,
  "other-files": ({ names }: { names: readonly string[] }) =>
    `everything was removed except files that are not leadctl's: ${names.join(", ")}`,
} satisfies Catalogue;

/** Why a run stays. */
export type KeptWhy = CodedText<keyof typeof PURGE_TEXTS>;

export const keptWhy = finder(PURGE_TEXTS);
