import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import type { Environment } from "../../settings/config-file.ts";
import { ask } from "../../terminal/ask.ts";
import { jobError } from "../job-errors.ts";

const NOT_CONFIRMED = "not-confirmed";

/**
 * Makes sure, before anything is read or sent, that `--confirm` names the environment that leads would go to.
 *
 * @throws CliError with exit code 2 when it names another.
 */
export function requireSameName(confirm: string | undefined, environment: Environment | null): void {
  if (confirm === undefined || confirm === environment?.name) return;
  throw jobError("not-confirmed/other-name", { typed: confirm, name: environment?.name });
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
  throw jobError("not-confirmed/typed", { name, typed: typed.slice(0, 64) });
}

/** Nobody is there to type the name, and it was not given along. Who can ask for it elsewhere finds in the document what for. */
export function unnamed({ name }: Environment, what: string): CliError {
  return jobError("not-confirmed", { name, what }, { document: { environment: name, what } });
}
