import type { Context, Variables } from "../base/context.ts";
import { SECRET_LENGTH_MIN, secretPattern } from "../base/redact.ts";
import { usageError } from "./option-values.ts";

/** So long a key stands nowhere by chance. */
const UNMISTAKABLE_LENGTH_MIN = 16;

const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** The partner's secret. Whatever prints it prints a placeholder; only `authorization` holds the value. */
export class ApiKey {
  readonly #value: string;
  readonly #pattern: RegExp;

  constructor(value: string) {
    this.#value = value;
    this.#pattern = secretPattern(value);
  }

  /** The value of the Authorization header (interface, section 5). */
  get authorization(): string {
    return `Bearer ${this.#value}`;
  }

  /**
   * Replaces every occurrence of the secret, however it is spelt, in a text that is about to leave the program. A
   * key so short that it turns up by chance is no secret, and to replace it would change what the service said.
   */
  scrub(text: string): string {
    return this.#value.length < SECRET_LENGTH_MIN ? text : text.replace(this.#pattern, "[key]");
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
export function parseApiKey(raw: string, variable: string): ApiKey {
  const value = raw.replace(/\r?\n$/, "");
  if (value === "") {
    throw usageError(
      `${variable} is empty`,
      `Set ${variable} to the key that the service's owner gave you.`,
      "key-missing",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw usageError(
      `${variable} holds a character that no key can have (a space, a line break, an accent)`,
      `Copy the key again, without quotes or spaces, into ${variable}.`,
      "key-malformed",
    );
  }
  return new ApiKey(value);
}

/** Unless an environment of the configuration file names another one. */
export const KEY_VARIABLE = "LEADCTL_API_KEY";

/**
 * The partner's key, from the environment or `--vars`; it leaves the process's environment.
 *
 * @throws CliError with exit code 2 when there is none, or it could not stand in a header.
 */
export function resolveKey(variables: Variables, context: Context, keyVariable = KEY_VARIABLE): ApiKey {
  const raw = context.takeSecret(keyVariable) ?? variables[keyVariable];
  if (raw === undefined) {
    throw usageError(
      `There is no key: ${keyVariable} is not set`,
      `Set ${keyVariable} in the environment or in a file given as --vars. To try without an account, use --sandbox.`,
      "key-missing",
    );
  }
  context.keepSecret(raw.trim());
  return parseApiKey(raw, keyVariable);
}
