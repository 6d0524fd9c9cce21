import { faultKind } from "../../sandbox/fault.ts";
import { parseFaults, readFaultFile } from "../../sandbox/fault-script.ts";
import type { FaultOptions } from "../../sandbox/sandbox-types.ts";
import type { SandboxOptions } from "../../sandbox/start-sandbox.ts";
import { parseDuration } from "../../settings/option-values.ts";
import type { CommandValues } from "../../settings/options.ts";
import { isLoopback, parsePartner } from "../../settings/target.ts";
import { commandError } from "../command-errors.ts";

const LATENCY_MS_MAX = 600_000;
const RATE_MAX = 100_000;
const RATE_UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The settings of a sandbox from the options of `leadctl sandbox`.
 *
 * @throws CliError with exit code 2 for a value that cannot be; a key that is refused is not shown.
 */
export function sandboxOptions(values: CommandValues<"sandbox">): SandboxOptions {
  const { partner, baseUrl, latency, rateLimit } = values;
  return {
    host: parseHost(values.host, values.expose),
    port: values.port,
    keys: values.key.map(parseKey),
    partners: partner.length > 0 ? partner.map(parsePartner) : null,
    users: values.user,
    faults: faultsOf(values),
    admin: values.admin,
    successStatus: requireBody(values.successStatus),
    ...(baseUrl !== undefined && { linkBaseUrl: parseLinkBase(baseUrl) }),
    ...(latency !== undefined && { latency: parseLatency(latency) }),
    ...(rateLimit !== undefined && { rateLimit: parseRateLimit(rateLimit) }),
  };
}

/** A success says something: these two have no body. */
function requireBody(status: number): number {
  if (status !== 204 && status !== 205) return status;
  throw commandError("usage/success-status", { status });
}

/** Flags take precedence over the file. */
function faultsOf({ fault, faults, seed }: CommandValues<"sandbox">): FaultOptions | null {
  if (fault.length === 0 && faults === undefined) return null;
  return {
    ...(faults !== undefined && readFaultFile(faults)),
    ...(fault.length > 0 &&
      parseFaults({ probabilities: parseFaultChances(fault) }, "--fault", "sandbox-faults/flags")),
    ...(seed !== undefined && { seed }),
  };
}

/** Reads `50ms`, `50ms±20ms` or `50ms+-20ms`. */
function parseLatency(text: string): { meanMs: number; jitterMs: number } {
  const [mean = "", jitter = "0ms", ...rest] = text.trim().split(/\s*(?:±|\+-|\+\/-)\s*/);
  if (rest.length > 0) {
    throw commandError("usage/latency", { text });
  }
  const [meanMs, jitterMs] = [parseDuration(mean, "--latency"), parseDuration(jitter, "--latency")];
  if (meanMs + jitterMs > LATENCY_MS_MAX) {
    throw commandError("usage/latency-long", { text });
  }
  return { meanMs, jitterMs };
}

/** Reads `20/s`, `100/m` or `1000/h`. */
function parseRateLimit(text: string): { requests: number; perMs: number } {
  const [, count = "", unit = ""] = /^(\d+)\s*\/\s*([smh])$/.exec(text.trim()) ?? [];
  const [requests, perMs] = [Number(count), RATE_UNIT_MS[unit]];
  if (perMs === undefined || requests < 1 || requests > RATE_MAX) {
    throw commandError("usage/rate-limit", { text, rateMax: RATE_MAX });
  }
  return { requests, perMs };
}

/** Reads every `--fault <kind>=<probability>`; the sandbox judges them together. */
function parseFaultChances(texts: readonly string[]): Record<string, number> {
  const chances: Record<string, number> = {};
  for (const text of texts) {
    const [name = "", chance = ""] = text.split("=");
    const kind = faultKind(name) ?? name;
    if (!/^(\d+|\d*\.\d+)$/.test(chance)) {
      throw commandError("usage/probability", { text, chance, kind });
    }
    if (chances[kind] !== undefined) {
      throw commandError("usage/fault-twice", { kind });
    }
    chances[kind] = Number(chance);
  }
  return chances;
}

/** The key and the leads travel in the clear, so leaving this machine takes a second flag. */
function parseHost(text: string | undefined, expose: boolean): string {
  if (text === undefined) return expose ? "0.0.0.0" : "127.0.0.1";
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (!expose && !isLoopback(host)) {
    throw commandError("usage/host-exposed", { text });
  }
  return host;
}

function parseKey(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw commandError("usage/sandbox-key");
}

function parseLinkBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === "";
  if (isPlain) return url.href.replace(/\/+$/, "");
  throw commandError("usage/link-base", { text });
}
