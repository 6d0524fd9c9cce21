import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import type { Refused } from "../base/file-error.ts";
import { CLOSE_IT } from "../base/files.ts";
import { type CodedText, finder } from "../base/finding.ts";

interface Typed {
  flag: string;
  /** What was typed behind it. */
  text: string;
}

/** A setting's value and where it came from, as in `LEADCTL_PARTNER in staging.env`. */
export interface Found {
  value: string;
  source: string;
  /** The address says it, as part of its path. */
  isInAddress?: true;
}

interface Conflict {
  /** The environment's name, and where it is. */
  name: string;
  place: string;
  /** What names the environment; undefined where it is taken for other reasons. */
  environment: Found | undefined;
  /** What contradicts it. */
  other: Found;
}

const IN_ENVIRONMENT = "in the environment or in a file given as --vars";

/** Options and settings that cannot be, and places that leads cannot go to. */
export const SETTINGS_ERRORS = {
  "usage/duration": says('<flag> takes a duration, not "<text>"', "Write it with its unit: 250ms, 30s, 2m."),
  "usage/no-duration": says('<flag> must be more than zero, not "<text>"', "As in <flag> 90s."),
  "usage/duration-long": says("<flag> <text> is too long", "Give at most <hoursMax>h."),
  "usage/age": says('<flag> takes an age, not "<text>"', "Write it with its unit: 12h, 30d, 8w."),
  "usage/count": ({ flag, text, min, max }: Typed & { min: number; max: number | null }) => ({
    message: `${flag} takes a whole number from ${min} ${max === null ? "up" : `to ${max}`}, not "${text}"`,
    hint: `As in ${flag} ${Math.max(min, 8)}.`,
  }),
  "usage/rate": says('<flag> takes requests a second, not "<text>"', "As in <flag> 20."),
  "usage/choice": (it: Typed & { near: string | undefined; choices: readonly string[] }) => ({
    message: `${it.flag} does not know "${it.text}"`,
    hint: `${it.near === undefined ? "" : `Did you mean ${it.near}? `}It takes ${it.choices.join(", ")}.`,
  }),
  "usage/rows": says('<flag> takes row numbers and ranges, not "<text>"', "Write them as in <flag> 5,7-10."),
  "usage/shard": says(
    '<flag> takes i/n with i from 0 to n-1, not "<text>"',
    "For three machines: 0/3, 1/3 and 2/3.",
  ),
  "usage/vars": ({ file, why, isInUse }: { file: string } & Refused) => ({
    message: `The file ${file} cannot be read: ${why}`,
    hint: isInUse ? CLOSE_IT : "Check the path given as --vars.",
  }),

  // The key
  "key-missing": says(
    "There is no key: <variable> is not set",
    `Set <variable> ${IN_ENVIRONMENT}. To try without an account, use --sandbox.`,
  ),
  "key-missing/empty": says(
    "<variable> is empty",
    "Set <variable> to the key that the service's owner gave you.",
  ),
  "key-malformed": says(
    "<variable> holds a character that no key can have (a space, a line break, an accent)",
    "Copy the key again, without quotes or spaces, into <variable>.",
  ),
  "header-missing": says(
    "There is no value for the header <name>: <variable> is not set",
    `Set <variable> ${IN_ENVIRONMENT}.`,
  ),
  "header-malformed": says(
    "<variable> holds a character that the header <name> cannot have (a line break, an accent, a space at an end)",
    `Set <variable> ${IN_ENVIRONMENT}.`,
  ),

  // The configuration and its environments
  "config-missing": (it: { file: string; isNamed: boolean; why: string | null; isInUse: boolean }) => ({
    message: `The configuration ${it.file} ${it.why === null ? "is not there" : `cannot be read: ${it.why}`}`,
    hint: it.isInUse
      ? CLOSE_IT
      : it.isNamed
        ? "Check the path given as --config."
        : "Correct its permissions, or remove it.",
  }),
  "config-missing/environment": says(
    'There is no <file> here, and so no environment "<value>" (<source>)',
    "Call leadctl in the folder that holds the file, or name the file with --config.",
  ),
  "config-invalid": ({ file, problems }: { file: string; problems: readonly ConfigProblem[] }) => ({
    message: [`The configuration ${file} cannot be used:`, ...problems.map(placedText)].join("\n"),
    hint: "docs/configuration.md describes the file. Nothing was sent.",
  }),
  "environment-unknown": (
    it: Found & { file: string; near: string | undefined; names: readonly string[] },
  ) => ({
    message: `There is no environment "${it.value}" in ${it.file} (${it.source})`,
    hint: `${it.near === undefined ? "" : `Did you mean ${it.near}? `}There are: ${it.names.join(", ") || "none"}.`,
  }),
  "environment-conflict/partners": ({ address, other }: { address: Found; other: Found }) => ({
    message: `${address.source} names the partner ${address.value}, but ${other.source} says ${other.value}`,
    hint: `To use the address as it is, ${leave(other)}; else give the address without /api/…`,
  }),
  "environment-conflict/address": ({ name, place, environment, other }: Conflict) => ({
    message: `The environment ${name} is at ${place}, but ${other.source} says ${other.value}`,
    hint: eitherOf(name, environment, other),
  }),
  "environment-conflict/partner": ({ name, place, environment, other }: Conflict) => ({
    message: `The environment ${name} has the partner ${place}, but ${other.source} says ${other.value}`,
    hint: `${eitherOf(name, environment, other)} Or name the right partner with --partner.`,
  }),

  // The target
  "target-missing": says(
    "There is no target: the service's address is not set",
    "Set LEADCTL_BASE_URL, or give --base-url, or --env with a leadctl.config.json. To try without an account, use --sandbox.",
  ),
  "partner-missing": says(
    "There is no partner: leadctl does not know for whom to send the leads",
    "Set LEADCTL_PARTNER or give --partner.",
  ),
  "target-mismatch": ({ bound, target }: { bound: Place; target: Place }) => ({
    message: `This run is bound to ${placeText(bound)}, not to ${placeText(target)}`,
    hint: "Leave out --env, --base-url and --partner, and unset LEADCTL_ENV, LEADCTL_BASE_URL and LEADCTL_PARTNER: a run knows its own.",
  }),
  "tls-unverified": says(
    "NODE_TLS_REJECT_UNAUTHORIZED=0 is set: the service's identity would not be checked",
    "Unset it. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  ),
  "proxy-malformed": says(
    "HTTPS_PROXY does not hold the address of a proxy",
    "Write it as HTTPS_PROXY=http://proxy.example:8080; a user name and password in it must be URL-encoded.",
  ),
  "base-url-malformed": says("The base URL is not a web address", "Give it as https://host."),
  "base-url-user": says(
    "The base URL must not hold a user name or password",
    "Remove it; the key comes from LEADCTL_API_KEY.",
  ),
  "base-url-query": says(
    "The base URL must not have a query or a fragment",
    "End it after the host or path.",
  ),
  "base-url-plain": says(
    "<origin> is plain http: the key and the leads would travel unprotected",
    "Use https. Plain http is allowed only for this machine (127.0.0.1, localhost, [::1]).",
  ),
  "partner-malformed": () => ({
    message: "The partner may hold only letters, digits, -, _ and ., and not only dots",
    hint: "Use the partner name from the create address: /api/<partner>/lead/create.",
  }),
} satisfies ErrorTexts;

/** One thing that is wrong with a configuration file, by our code, by that of an error, or by the validation library's. */
export interface ConfigProblem extends CodedText {
  /** As in `environments.staging.baseUrl`; empty for the file as a whole. */
  path: string;
  /** 1-based; undefined where it has no place of its own. */
  line?: number;
}

/** `line 3, environments.staging.rate: expected number, received string` */
function placedText({ path, line, message }: ConfigProblem): string {
  const place = [...(line === undefined ? [] : [`line ${line}`]), ...(path === "" ? [] : [path])];
  return place.length === 0 ? message : `${place.join(", ")}: ${message}`;
}

interface Place {
  baseUrl: string;
  partner: string;
}

function placeText({ baseUrl, partner }: Place): string {
  return `${baseUrl} (partner ${partner})`;
}

function eitherOf(name: string, environment: Found | undefined, other: Found): string {
  return environment === undefined
    ? `To use ${name}, ${leave(other)}.`
    : `To use ${name}, ${leave(other)}; to use ${other.source}, ${leave(environment)}.`;
}

function leave({ source, isInAddress }: Found): string {
  if (isInAddress) return "give the address without /api/…";
  return source.startsWith("--") ? `leave out ${source}` : `unset ${source}`;
}

/** A command line or a setting that cannot be. */
export const settingsError = errorsOf(SETTINGS_ERRORS, EXIT.usage);

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
  "no-duration": () => "it must be more than zero, and at most 240h",
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

/** What somebody should know before anything is sent. */
export const SETTING_WARNING_TEXTS = {
  "address-of-no-environment": ({
    baseUrl,
    file,
    names,
  }: {
    baseUrl: string;
    file: string;
    names: readonly string[];
  }) =>
    `${baseUrl} belongs to no environment in ${file} (${names.join(", ")} ${names.length === 1 ? "is" : "are"} protected there). So that file is not used, and you are not asked to confirm.`,
  "key-quoted": ({ variable }: { variable: string }) =>
    `The key in ${variable} is in quotation marks, which are sent with it: remove them if they do not belong to it.`,
  "key-too-plain": ({ variable }: { variable: string }) =>
    `The key in ${variable} is too short, or too much like a word, to be hidden. If the service repeats it in an answer, the key is printed and stored.`,
};

export const settingWarning = finder(SETTING_WARNING_TEXTS);
export type SettingWarning = CodedText<keyof typeof SETTING_WARNING_TEXTS>;
