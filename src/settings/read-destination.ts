import type { Context } from "../base/context.ts";
import { type Destination, resolveDestination } from "./destination.ts";
import { readConfig } from "./read-config.ts";
import { readVariableLayers, type TargetFlags, type Variables, variablesOf } from "./settings.ts";
import type { Target } from "./target.ts";

/**
 * Reads what there is to read (`--env-file`, the configuration file), and finds out where leads go.
 *
 * @throws CliError with exit code 2; see `resolveDestination`, `readConfig`, `readVariableLayers`.
 */
export async function readDestination(
  flags: TargetFlags,
  context: Context,
  bound?: Target,
): Promise<{ destination: Destination; variables: Variables }> {
  const [layers, config] = [await readVariableLayers(flags, context), await readConfig(flags.config)];
  return {
    destination: resolveDestination({ flags, layers, config }, bound),
    variables: variablesOf(layers),
  };
}
