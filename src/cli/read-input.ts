import type { Context } from "../base/context.ts";
import { usageError } from "../settings/option-values.ts";
import type { InputValues } from "../settings/options.ts";
import type { MappedInput } from "../sheet/mapped-input.ts";
import type { Mapping } from "../sheet/mapping.ts";

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
  options: InputValues & { mapping?: string },
  context: Context,
): Promise<ReadInput> {
  if (input === "") throw usageError("The input has no name", "Name the file that holds the leads.");
  const [{ openInput }, { mapInput }] = await Promise.all([
    import("../sheet/open-input.ts"),
    import("../sheet/map-input.ts"),
  ]);
  const mapping = await readMapping(options);
  const source = input === "-" ? { stdin: context.stdin, name: "stdin" } : { path: input };
  const table = await openInput(source, {
    ...options,
    ...(mapping && { knownHeaders: [...mapping.columns.keys()] }),
    ...(mapping?.hiddenRows && { hiddenRows: mapping.hiddenRows }),
  });
  return { mapped: mapInput(table, mapping), ...(mapping && { mapping }) };
}

async function readMapping({ mapping }: { mapping?: string }): Promise<Mapping | undefined> {
  if (mapping === undefined) return undefined;
  const { readMappingFile } = await import("../sheet/mapping-file.ts");
  return readMappingFile(mapping);
}
