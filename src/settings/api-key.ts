import type { Context, Variables } from "../base/context.ts";
import { canRedact, secretPattern } from "../base/redact.ts";
import { type SettingWarning, settingsError, settingWarning } from "./settings-errors.ts";

/** A key of this length cannot occur in a text by chance. */
const UNMISTAKABLE_LENGTH_MIN = 16;

const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * The partner's secret, and those of a gateway before the service. Whatever prints it prints a placeholder; only
 * `authorization` and `headers` hold the values.
 */
export class ApiKey {
  readonly #value: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #patterns: readonly RegExp[];

  /** @param headers For the gateway, by name. */
  constructor(value: string, headers: Readonly<Record<string, string>> = {}) {
    this.#value = value;
    this.#headers = headers;
    this.#patterns = [value, ...Object.values(headers)].filter(canRedact).map(secretPattern);
  }

  /** The value of the Authorization header (interface, section 5). */
  get authorization(): string {
    return `Bearer ${this.#value}`;
  }

  /** What every request carries besides, for a gateway. */
  get headers(): Readonly<Record<string, string>> {
    return { ...this.#headers };
  }

  /**
   * Replaces every occurrence of the secrets, however they are spelt, in a text that is about to leave the program. One
   * so short or so common that it turns up by chance stays: replacing it would change what the service said.
   */
  scrub(text: string): string {
    return this.#patterns.reduce((scrubbed, pattern) => scrubbed.replace(pattern, "[key]"), text);
  }

  /** Whether `scrub` can tell the key from other text. */
  get canBeRedacted(): boolean {
    return canRedact(this.#value);
  }

  /** Whether the key stands in quotation marks that go with it. */
  get isQuoted(): boolean {
    return /^(["'`]).*\1$/.test(this.#value);
  }

  /** Whether the secret cannot turn up in a text but by being put there. */
  get isUnmistakable(): boolean {
    return this.#value.length >= UNMISTAKABLE_LENGTH_MIN;
  }

  toString(): string {
    return "[key]";
  }

  toJSON(): string {
    return "[key]";
  }

  [NODE_INSPECT](): string {
    return "[key]";
  }
}

/**
 * Reads a key as an environment variable holds it: one trailing newline is forgiven, anything else that
 * could not stand in a header is refused without being shown.
 *
 * @throws CliError with exit code 2.
 */
export function parseApiKey(
  raw: string,
  variable: string,
  headers: Readonly<Record<string, string>> = {},
): ApiKey {
  const value = raw.replace(/\r?\n$/, "");
  if (value === "") throw settingsError("key-missing/empty", { variable });
  if (!/^[\x21-\x7e]+$/.test(value)) throw settingsError("key-malformed", { variable });
  return new ApiKey(value, headers);
}

/** Unless an environment of the configuration file names another one. */
export const KEY_VARIABLE = "LEADCTL_API_KEY";

/**
 * The partner's key, from the environment or `--vars`, with the values of a gateway's headers; they leave the process's
 * environment.
 *
 * @param headerVariables Names of headers, each with the variable that holds its value.
 * @throws CliError with exit code 2 when one is missing, or could not stand in a header.
 */
export function resolveKey(
  variables: Variables,
  context: Context,
  keyVariable = KEY_VARIABLE,
  headerVariables: Readonly<Record<string, string>> = {},
): ApiKey {
  // Each is taken out of the environment before any is refused.
  const raw = context.takeSecret(keyVariable) || variables[keyVariable];
  const headers = Object.entries(headerVariables).map(([name, variable]) => {
    const value = context.takeSecret(variable) || variables[variable];
    return { name, variable, value };
  });
  if (!raw) throw settingsError("key-missing", { variable: keyVariable });
  context.keepSecret(raw.trim());
  const values = headers.map(({ name, variable, value }) => {
    context.keepSecret((value ?? "").trim());
    return [name, parseHeaderValue(value, name, variable)];
  });
  return parseApiKey(raw, keyVariable, Object.fromEntries(values));
}

function parseHeaderValue(raw: string | undefined, name: string, variable: string): string {
  const value = raw?.replace(/\r?\n$/, "") ?? "";
  if (/^[\x20-\x7e]+$/.test(value) && value.trim() === value) return value;
  throw settingsError(value === "" ? "header-missing" : "header-malformed", { name, variable });
}

/** What somebody should know of a key before it is used, as sentences. */
export function keyWarnings(key: ApiKey, variable: string): SettingWarning[] {
  return [
    ...(key.isQuoted ? [settingWarning("key-quoted", { variable })] : []),
    ...(key.canBeRedacted ? [] : [settingWarning("key-too-plain", { variable })]),
  ];
}
