import type { MappedInput } from "../mapping/mapped-input.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { usageError } from "../rim/option-values.ts";
import type { Rim } from "../rim/rim.ts";
import { type InputFlags, type MappingFlags, parseInputSettings } from "../rim/settings.ts";

/** An input whose rows are leads, and the mapping file that helped, if there was one. */
export interface ReadInput {
  mapped: MappedInput;
  mapping?: Mapping;
}

/**
 * Opens an input, `-` for stdin, up to its first lead.
 *
 * @throws CliError with exit code 2 when it cannot be read as leads.
 */
export async function readInput(
  input: string,
  flags: InputFlags & MappingFlags,
  rim: Rim,
): Promise<ReadInput> {
  const settings = parseInputSettings(flags);
  if (input === "") throw usageError("The input has no name", "Name the file that holds the leads.");
  const [{ openInput }, { mapInput }] = await Promise.all([
    import("../input/open-input.ts"),
    import("../mapping/map-input.ts"),
  ]);
  const mapping = await readMapping(flags);
  const source = input === "-" ? { stdin: rim.stdin, name: "stdin" } : { path: input };
  const table = await openInput(source, {
    ...settings,
    ...(mapping && { knownHeaders: [...mapping.columns.keys()] }),
    ...(mapping?.hiddenRows && { hiddenRows: mapping.hiddenRows }),
  });
  return { mapped: mapInput(table, mapping), ...(mapping && { mapping }) };
}

async function readMapping({ mapping }: MappingFlags): Promise<Mapping | undefined> {
  if (mapping === undefined) return undefined;
  const { readMappingFile } = await import("../mapping/mapping-file.ts");
  return readMappingFile(mapping);
}
