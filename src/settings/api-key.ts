import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { SECRET_LENGTH_MIN, secretPattern } from "../base/redact.ts";

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
    throw new CliError(`${variable} is empty`, {
      code: "key-missing",
      exitCode: EXIT.usage,
      hint: `Set ${variable} to the key that the service's owner gave you.`,
    });
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new CliError(
      `${variable} holds a character that no key can have (a space, a line break, an accent)`,
      {
        code: "key-malformed",
        exitCode: EXIT.usage,
        hint: `Copy the key again, without quotes or spaces, into ${variable}.`,
      },
    );
  }
  return new ApiKey(value);
}
