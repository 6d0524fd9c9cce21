import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT } from "../../base/exit-codes.ts";
import type { Environment } from "../../settings/config-file.ts";
import { usageError } from "../../settings/option-values.ts";
import { ask } from "../../terminal/ask.ts";

const NOT_CONFIRMED = "not-confirmed";

/**
 * Makes sure, before anything is read or sent, that `--confirm` names the environment that leads would go to.
 *
 * @throws CliError with exit code 2 when it names another.
 */
export function requireSameName(confirm: string | undefined, environment: Environment | null): void {
  if (confirm === undefined || confirm === environment?.name) return;
  const place = environment
    ? `the environment is ${environment.name}`
    : "the target is none of the environments of a configuration file";
  throw usageError(
    `--confirm says "${confirm}", but ${place}: nothing was sent`,
    "Choose with --env where leads go, and confirm that with --confirm.",
    NOT_CONFIRMED,
  );
}

/** Whether a command ended because nobody confirmed it: nothing was sent. */
export function isNotConfirmed(error: unknown): boolean {
  return error instanceof CliError && error.code === NOT_CONFIRMED;
}

/** Whether a person is there to be asked: on both streams, and with an input that is not used up. */
export function isAttended(context: Context): boolean {
  if (context.stderr.isTTY !== true) return false;
  const { stdin } = context;
  return stdin.isTTY === true && !stdin.readableEnded && !stdin.destroyed;
}

/**
 * Has the name of a protected environment typed.
 *
 * @param what What is about to happen, as in `to send 48 leads there`.
 * @throws CliError with exit code 2 when something else is typed, or nothing.
 */
export async function requireTypedName({ name }: Environment, what: string, context: Context): Promise<void> {
  const typed = (await ask(`Type ${name} ${what}: `, context)).trim();
  if (typed === name) return;
  throw usageError(
    typed === ""
      ? `The name ${name} was not typed: nothing was sent`
      : `"${typed.slice(0, 64)}" is not ${name}: nothing was sent`,
    `Call it again, and type ${name}; or add --confirm ${name}.`,
    NOT_CONFIRMED,
  );
}

/** Nobody is there to type the name, and it was not given along. Who can ask for it elsewhere finds in the document what for. */
export function unnamed({ name }: Environment, what: string): CliError {
  return new CliError(`${name} is a protected environment, and its name was not given: nothing was sent`, {
    code: NOT_CONFIRMED,
    exitCode: EXIT.usage,
    hint: `Add --confirm ${name} ${what}.`,
    document: { environment: name, what },
  });
}
