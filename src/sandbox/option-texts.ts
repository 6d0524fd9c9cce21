import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import type { RateLimit } from "./create-operation.ts";
import { FAULT_KINDS, type FaultKind, faultKind } from "./fault.ts";
import type { AnswerDelay } from "./sandbox-service.ts";

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const LATENCY_MS_MAX = 600_000;
const RATE_MAX = 100_000;

/**
 * Reads `50ms`, `50ms±20ms` or `50ms+-20ms`.
 *
 * @throws CliError with exit code 2.
 */
export function parseLatency(text: string): AnswerDelay {
  const [mean = "", jitter, ...rest] = text.trim().split(/\s*(?:±|\+-|\+\/-)\s*/);
  const meanMs = durationMs(mean);
  const jitterMs = jitter === undefined ? 0 : durationMs(jitter);
  if (meanMs === undefined || jitterMs === undefined || rest.length > 0) {
    throw refusal(`--latency ${text} is not a duration`, "Write it as 50ms, 2s or 50ms±20ms.");
  }
  if (meanMs + jitterMs > LATENCY_MS_MAX) {
    throw refusal(`--latency ${text} is too long`, "Choose at most 10 minutes in all.");
  }
  return { meanMs, jitterMs };
}

/**
 * Reads `20/s`, `100/m` or `1000/h`.
 *
 * @throws CliError with exit code 2.
 */
export function parseRateLimit(text: string): RateLimit {
  const [, count = "", unit = ""] = /^(\d+)\s*\/\s*([smh])$/.exec(text.trim()) ?? [];
  const requests = Number(count);
  if (requests < 1 || requests > RATE_MAX) {
    throw refusal(
      `--rate-limit ${text} is not a rate`,
      `Write it as 20/s, 100/m or 1000/h, from 1 to ${RATE_MAX}.`,
    );
  }
  return { requests, perMs: MS_PER_UNIT[unit] ?? 1_000 };
}

/**
 * Reads every `--fault <kind>=<probability>`.
 *
 * @throws CliError with exit code 2: unknown kind, a probability outside 0 to 1, or more than 1 in all.
 */
export function parseFaultChances(texts: readonly string[]): Partial<Record<FaultKind, number>> {
  const chances: Partial<Record<FaultKind, number>> = {};
  for (const text of texts) {
    const [name = "", chance = ""] = text.split("=");
    const kind = faultKind(name);
    if (!kind)
      throw refusal(`--fault ${text}: there is no fault "${name}"`, `Choose from ${FAULT_KINDS.join(", ")}.`);
    const probability = /^(\d+|\d*\.\d+)$/.test(chance) ? Number(chance) : Number.NaN;
    if (!(probability <= 1)) {
      throw refusal(
        `--fault ${text}: "${chance}" is not a probability`,
        `Write it as ${kind}=0.1, from 0 to 1.`,
      );
    }
    if (chances[kind] !== undefined) {
      throw refusal(`--fault ${kind} is given twice`, "Give every fault once.");
    }
    chances[kind] = probability;
  }
  const sum = Object.values(chances).reduce((total, chance) => total + chance, 0);
  // In binary fractions 0.2, 0.4, 0.3 and 0.1 sum up to a little more than 1.
  if (sum > 1 + 1e-9) {
    throw refusal(
      `The probabilities of --fault sum up to ${sum}`,
      "A request meets one fault at most: keep to 1.",
    );
  }
  return chances;
}

/**
 * Reads a whole number of an option within bounds.
 *
 * @throws CliError with exit code 2.
 */
export function parseWholeNumber(flag: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) {
    throw refusal(
      `${flag} ${text} is not a whole number from 0 to ${max}`,
      `Give ${flag} a number in that range.`,
    );
  }
  return value;
}

/**
 * Checks the address to listen on. The key and the leads travel in the clear, so leaving this machine takes
 * a second flag.
 *
 * @throws CliError with exit code 2.
 */
export function parseHost(text: string | undefined, expose: boolean): string {
  if (text === undefined) return expose ? "0.0.0.0" : "127.0.0.1";
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (!expose && !isLoopback(host)) {
    throw refusal(
      `--host ${text} can be reached from other machines`,
      "Add --expose if that is what you want.",
    );
  }
  return host;
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
}

/** @throws CliError with exit code 2, without showing the key. */
export function parseKey(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw refusal(
    "--key holds a character that no key can have",
    "Use letters, digits and signs without spaces.",
  );
}

/** @throws CliError with exit code 2. */
export function parsePartner(text: string): string {
  if (/^[A-Za-z0-9._-]+$/.test(text) && !/^\.+$/.test(text)) return text;
  throw refusal(
    `--partner ${text} cannot stand in the path`,
    "Use letters, digits, -, _ and ., not only dots.",
  );
}

/** @throws CliError with exit code 2. */
export function parseLinkBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === "";
  if (isPlain) return url.href.replace(/\/+$/, "");
  throw refusal(
    `--base-url ${text} cannot be the base of a link`,
    "Give it as https://host or https://host/path.",
  );
}

function durationMs(text: string): number | undefined {
  const [, amount, unit = ""] = DURATION.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (MS_PER_UNIT[unit] ?? 1);
}

function refusal(message: string, hint: string): CliError {
  return new CliError(message, { code: "sandbox-option", exitCode: EXIT.usage, hint });
}
