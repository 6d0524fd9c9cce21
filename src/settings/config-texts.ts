import { finder } from "../base/finding.ts";

/** What is wrong with one place of a configuration file. None repeats a value: somebody may have put a secret there. */
export const CONFIG_TEXTS = {
  "not-json": () => "it is not valid JSON",
  "too-large": () => "it is larger than 1 MB",
  repeated: () => "it is there twice",
  missing: () => "it is missing",
  "environment-name": () => "a name begins with a letter or digit and holds only letters, digits, ., _ and -",
  "variable-name": () => "it takes the name of a variable, as in STAGING_API_KEY, and never the key itself",
  "header-name": () => "it is not the name of a header",
  "header-own": () => "leadctl sets this header itself",
  "header-twice": () => "the same header is there twice, spelled with different capitals",
  duration: () => "it takes a duration with its unit, as in 250ms, 30s or 2m",
  "no-duration": () => "it must be more than zero",
  "option-value": () => "it takes the same values as the option of this name",
  "other-partner": () => "the address names another partner: give it without /api/…",
  "setting-unknown": (known: Known) => `there is no such setting; ${meant(known)}`,
  "setting-is-key": () =>
    "the key does not belong in this file: set it as a variable, and name that variable as keyVariable",
  "default-unknown": (known: Known) => `there is no environment of this name; ${meant(known)}`,
};

type Known = {
  /** The name that was probably meant; empty for none. */
  near: string;
  names: readonly string[];
};

function meant({ near, names }: Known): string {
  if (near !== "") return `did you mean ${near}?`;
  return names.length === 0 ? "none is defined" : `there are ${names.join(", ")}`;
}

export const configFinding = finder(CONFIG_TEXTS);
