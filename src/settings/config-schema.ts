import * as z from "zod";
import { CliError } from "../base/cli-error.ts";
import { parseBaseUrl, parsePartner } from "./target.ts";

/**
 * The shape of `leadctl.config.json`. What is published in docs/config.schema.json is made from it. Messages
 * never repeat a value: somebody may have put a secret there.
 */

const CONCURRENCY_MAX = 256;
const ATTEMPTS_MAX = 1_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NOT_A_VARIABLE = "it takes the name of a variable, as in STAGING_API_KEY, and never the key itself";
const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const DURATION = /^\d+(?:\.\d+)?(?:ms|s|m|h)$/;

const name = z
  .string()
  .max(64)
  .regex(ENVIRONMENT_NAME, "a name begins with a letter or digit and holds only letters, digits, ., _ and -");

const duration = z.string().regex(DURATION, "it takes a duration with its unit, as in 250ms, 30s or 2m");

const timeout = duration.refine((text) => !/^[0.]+[a-z]/.test(text), "it must be more than nothing");

export const environment = z.strictObject({
  baseUrl: z
    .string()
    .superRefine((text, context) => report(context, () => parseBaseUrl(text)))
    .describe("Address of the service, without /api/…; https, or plain http for this machine."),
  partner: z
    .string()
    .superRefine((text, context) => report(context, () => parsePartner(text)))
    .describe("On whose behalf leads go: the partner in /api/<partner>/lead/create."),
  keyVariable: z
    .string()
    .regex(VARIABLE, { error: NOT_A_VARIABLE, abort: true })
    .refine((text) => !looksLikeKey(text), NOT_A_VARIABLE)
    .optional()
    .describe("Name of the environment variable that holds the key. Default: LEADCTL_API_KEY."),
  concurrency: z.int().min(1).max(CONCURRENCY_MAX).optional().describe("Requests under way at once."),
  rate: z.number().positive().optional().describe("Requests a second at most, retries included."),
  attempts: z.int().min(1).max(ATTEMPTS_MAX).optional().describe("Attempts for each lead."),
  retryBase: duration.optional().describe("Bound of the first backoff, doubled each time, as in 500ms."),
  retryMax: duration.optional().describe("Cap of the backoff, as in 20s."),
  timeout: timeout.optional().describe("Total deadline of one attempt, as in 90s."),
  grace: duration.optional().describe("How long SIGTERM waits for what is under way, as in 25s."),
  confirm: z
    .boolean()
    .optional()
    .describe("Whether its name has to be typed, or given as --confirm, before anything is sent."),
});

export const configFile = z.strictObject({
  $schema: z.string().optional(),
  environments: z.record(name, environment).describe("Places that leads can go to, by name."),
  default: name
    .optional()
    .describe("The environment that is taken where neither --env nor another address is given."),
});

export type ConfigFile = z.infer<typeof configFile>;

/** The settings that an environment can have. */
export const ENVIRONMENT_KEYS: readonly string[] = Object.keys(environment.shape);
export const FILE_KEYS: readonly string[] = Object.keys(configFile.shape);

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
    context.addIssue({ code: "custom", message: error.message });
  }
}
