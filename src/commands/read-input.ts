import type { MappedInput } from "../mapping/mapped-input.ts";
import { usageError } from "./option-values.ts";
import type { Rim } from "./rim.ts";
import { type InputFlags, parseInputSettings } from "./settings.ts";

/**
 * Opens an input, `-` for stdin, up to its first lead.
 *
 * @throws CliError with exit code 2 when it cannot be read as leads.
 */
export async function readInput(input: string, flags: InputFlags, rim: Rim): Promise<MappedInput> {
  const settings = parseInputSettings(flags);
  if (input === "") throw usageError("The input has no name", "Name the file that holds the leads.");
  const [{ openInput }, { mapInput }] = await Promise.all([
    import("../input/open-input.ts"),
    import("../mapping/map-input.ts"),
  ]);
  const source = input === "-" ? { stdin: rim.stdin, name: "stdin" } : { path: input };
  return mapInput(await openInput(source, settings));
}
