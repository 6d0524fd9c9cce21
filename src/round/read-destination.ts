import { readConfig } from "../config/read-config.ts";
import type { Rim } from "../rim/rim.ts";
import { readVariableLayers, type TargetFlags, type Variables, variablesOf } from "../rim/settings.ts";
import type { Target } from "../service/target.ts";
import { type Destination, resolveDestination } from "./destination.ts";

/**
 * Reads what there is to read (`--env-file`, the configuration file), and finds out where leads go.
 *
 * @throws CliError with exit code 2; see `resolveDestination`, `readConfig`, `readVariableLayers`.
 */
export async function readDestination(
  flags: TargetFlags,
  rim: Rim,
  bound?: Target,
): Promise<{ destination: Destination; variables: Variables }> {
  const [layers, config] = [await readVariableLayers(flags, rim), await readConfig(flags.config)];
  return {
    destination: resolveDestination({ flags, layers, config }, bound),
    variables: variablesOf(layers),
  };
}
