import * as z from "zod";
import { CliError } from "../base/cli-error.ts";
import type { CodedText } from "../base/finding.ts";
import { ifPossible } from "../base/if-possible.ts";
import { readJsonSource } from "../base/json-source.ts";
import { isObject } from "../base/json-value.ts";
import { nearestName } from "../base/nearest-name.ts";
import { sentence } from "../base/sentence.ts";
import { shapeText } from "../base/shape-text.ts";
import { DURATION, parseValue } from "./option-values.ts";
import { CONFIGURABLE, choiceText, type OptionDeclaration } from "./options.ts";
import { CONFIG_TEXTS, type ConfigProblem, configFinding } from "./settings-errors.ts";
import { parseAddress, parsePartner } from "./target.ts";

/**
 * The shape of `leadctl.config.json`. What is published in docs/config.schema.json is made from it. A message of ours is the
 * code of its sentence.
 */

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A problem that needs no parameters. */
type PlainProblem = {
  [F in keyof typeof CONFIG_TEXTS]: (typeof CONFIG_TEXTS)[F] extends () => string ? F : never;
}[keyof typeof CONFIG_TEXTS];

const told = (finding: PlainProblem): string => finding;

const name = z.string().max(64).regex(ENVIRONMENT_NAME, told("environment-name"));

/** An option as an environment sets it: numbers as numbers, else as it is typed. */
function configured(option: OptionDeclaration) {
  const { takes, flags, about, fallback } = option;
  const sample = takes.is === "duration" ? `, as in ${fallback}` : "";
  return schemaOf()
    .optional()
    .describe(sentence(`${choiceText(option)} ${about}${sample}`.trim()));

  function schemaOf(): z.ZodType<string | number | boolean> {
    switch (takes.is) {
      case "count":
        return z.int().min(takes.min).max(takes.max);
      case "switch":
        return z.boolean();
      case "rate":
        return z.number().positive();
      case "duration":
        return z
          .string()
          .regex(DURATION, { error: told("duration"), abort: true })
          .refine((text) => isTaken(text), told("no-duration"));
      default:
        return z.string().refine((text) => isTaken(text), told("option-value"));
    }
  }

  function isTaken(text: string): boolean {
    return ifPossible(() => parseValue(takes, text, flags)) !== undefined;
  }
}

const limits: Record<string, z.ZodOptional<z.ZodType<string | number | boolean>>> = Object.fromEntries(
  [...CONFIGURABLE].map(([key, option]) => [key, configured(option)]),
);

const variable = z
  .string()
  .regex(VARIABLE, { error: told("variable-name"), abort: true })
  .refine((text) => !looksLikeKey(text), told("variable-name"));

/** What HTTP allows in the name of a header. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What the client sets itself, and what frames a message. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...["authorization", "content-type", "content-length", "content-encoding", "accept", "accept-encoding"],
  ...["user-agent", "host", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"],
  ...["expect", "proxy-authorization", "proxy-connection"],
]);

const headers = z
  .record(
    z
      .string()
      .max(128)
      .regex(HEADER_NAME, told("header-name"))
      .refine((text) => !OWN_HEADERS.has(text.toLowerCase()), told("header-own")),
    variable,
  )
  .refine((named) => {
    const names = Object.keys(named).map((one) => one.toLowerCase());
    return new Set(names).size === names.length;
  }, told("header-twice"));

const environmentFields = z.strictObject({
  baseUrl: z
    .string()
    .superRefine((text, context) => report(context, () => parseAddress(text)))
    .describe("Address of the service, without /api/…; https, or plain http for this machine."),
  partner: z
    .string()
    .superRefine((text, context) => report(context, () => parsePartner(text)))
    .describe("The partner for whom leads are sent, as in /api/<partner>/lead/create."),
  keyVariable: variable
    .optional()
    .describe("Name of the environment variable that holds the key. Default: LEADCTL_API_KEY."),
  headers: headers
    .optional()
    .describe(
      "Headers for a gateway before the service, each with the name of the variable that holds its value.",
    ),
  ...limits,
  confirm: z
    .boolean()
    .optional()
    .describe("Whether its name has to be typed, or given as --confirm, before anything is sent."),
});

/** An address that was pasted whole names the partner as well. */
const environment = environmentFields.superRefine(({ baseUrl, partner }, context) => {
  const { partner: named = partner } = ifPossible(() => parseAddress(baseUrl)) ?? {};
  if (named !== partner)
    context.addIssue({ code: "custom", path: ["baseUrl"], message: told("other-partner") });
});

export const configFile = z.strictObject({
  $schema: z.string().optional(),
  environments: z.record(name, environment).describe("Places that leads can go to, by name."),
  default: name
    .optional()
    .describe("The environment that is used if neither --env nor another address is given."),
  runs: z
    .array(z.string().min(1))
    .optional()
    .describe(
      "Folders that hold runs, which `explain` and `runs` look into beside leadctl-runs; relative to this file.",
    ),
});

export type ConfigFile = z.infer<typeof configFile>;

/** The settings that an environment can have. */
const ENVIRONMENT_KEYS: readonly string[] = Object.keys(environmentFields.shape);
const FILE_KEYS: readonly string[] = Object.keys(configFile.shape);

const KEY_LENGTH_MIN = 20;

/** Variables have words in capitals; what mixes letters and digits at length is what people are given as keys. */
function looksLikeKey(text: string): boolean {
  const isName = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(text);
  return !isName && text.length >= KEY_LENGTH_MIN && /\d/.test(text);
}

function report(context: z.core.$RefinementCtx, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    context.addIssue({ code: "custom", params: { error } });
  }
}

/** What a configuration file says, or all that is wrong with it, in the order of its lines. */
export type Findings =
  | { content: ConfigFile; problems: null }
  | { content: null; problems: readonly ConfigProblem[] };

/** Reads the text of a configuration file. Nothing of its values is repeated. */
export function findProblems(text: string): Findings {
  const source = readJsonSource(text);
  if ("faultLine" in source) {
    return {
      content: null,
      problems: [{ path: "", line: source.faultLine, ...configFinding("not-json") }],
    };
  }
  const { content, repeated } = source;
  const result = configFile.safeParse(content, { error: shapeText, reportInput: true });
  const faults: Fault[] = [
    ...repeated.map((fault) => ({ ...fault, ...configFinding("repeated") })),
    ...(result.success ? [] : result.error.issues.flatMap(faultsOf)),
    ...missingDefault(content),
  ];
  if (result.success && faults.length === 0) return { content: result.data, problems: null };
  const problems = faults.map(({ path, line = source.lineOf(path), ...found }) => {
    return { path: path.join("."), line, ...found };
  });
  return { content: null, problems: problems.sort((a, b) => a.line - b.line) };
}

interface Fault extends CodedText {
  path: readonly PropertyKey[];
  line?: number;
}

function faultsOf({ path, ...issue }: z.core.$ZodIssue): Fault[] {
  if (issue.code === "unrecognized_keys") {
    const known = path.length === 0 ? FILE_KEYS : ENVIRONMENT_KEYS;
    return issue.keys.map((key) => ({ path: [...path, key], ...unknownKey(key, known) }));
  }
  // What stands under a name that cannot be is not looked at.
  if (issue.code === "invalid_key") return issue.issues.map((one) => ({ path, ...foundIn(one) }));
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [{ path, ...(isMissing ? configFinding("missing") : foundIn(issue)) }];
}

function foundIn(issue: Omit<z.core.$ZodIssue, "path">): CodedText {
  const { error } = (issue as { params?: { error?: CliError } }).params ?? {};
  if (error) return { finding: error.finding, message: error.message };
  const { message } = issue;
  if (isPlain(message)) return configFinding(message);
  return { finding: String(issue.code), message };
}

function isPlain(text: string): text is PlainProblem {
  return Object.hasOwn(CONFIG_TEXTS, text);
}

const SECRET = /key|token|secret|passw|credential|auth|bearer/i;

function unknownKey(key: string, names: readonly string[]): CodedText {
  const near = nearestName(key, names) ?? "";
  if (near === "" && SECRET.test(key)) return configFinding("setting-is-key");
  return configFinding("setting-unknown", { near, names });
}

function missingDefault(content: unknown): Fault[] {
  if (!isObject(content)) return [];
  const { environments, default: wanted } = content;
  if (typeof wanted !== "string" || !isObject(environments) || Object.hasOwn(environments, wanted)) return [];
  const names = Object.keys(environments);
  const near = nearestName(wanted, names) ?? "";
  return [{ path: ["default"], ...configFinding("default-unknown", { near, names }) }];
}
