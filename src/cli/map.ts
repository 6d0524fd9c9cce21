import { writeFile } from "node:fs/promises";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { usageError } from "../settings/option-values.ts";
import { type InputFlags, parseInputSettings } from "../settings/settings.ts";
import type { ColumnMatch, ColumnMatches } from "../sheet/column-matches.ts";
import type { MappingDraft } from "../sheet/mapping-file.ts";
import { jsonLine, safeLines } from "../terminal/safe-text.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { styleFor } from "../terminal/style.ts";
import { renderMatches } from "./map-text.ts";

export interface MapFlags extends InputFlags {
  mapping?: string;
  /** File for the mapping, ready to edit. */
  save?: string;
  json?: boolean;
}

/**
 * `leadctl map <input>`: how columns match fields, with sample values; `--save` writes it down to be edited.
 * Ends with 0 when the sheet would be taken as it is, else with 1.
 */
export async function map(input: string, flags: MapFlags, context: Context): Promise<ExitCode> {
  const settings = parseInputSettings(flags);
  const [{ openInput }, { matchColumns }, { readMappingFile }, { mappingDraft }] = await Promise.all([
    import("../sheet/open-input.ts"),
    import("../sheet/column-matches.ts"),
    import("../sheet/mapping-file.ts"),
    import("../sheet/mapping-file.ts"),
  ]);
  const mapping = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping);
  const source = input === "-" ? { stdin: context.stdin, name: "stdin" } : { path: input };
  const table = await openInput(source, {
    hiddenRows: "include",
    ...settings,
    ...(mapping && { knownHeaders: [...mapping.columns.keys()] }),
  });
  const matches = await matchColumns(table, mapping);
  const draft = mappingDraft(matches.columns, mapping);
  if (flags.save !== undefined) await save(flags.save, draft);
  if (flags.json) context.stdout.write(jsonLine(documentOf(matches)));
  else context.stdout.write(renderMatches(matches, styleFor(context.stdout, context.env)));
  context.stderr.write(
    inert(nextStep(input, flags, isTaken(matches), Object.values(draft.columns).includes("?"))),
  );
  return isTaken(matches) ? EXIT.ok : EXIT.notAllCreated;
}

async function save(path: string, draft: MappingDraft): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(draft, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    const what = exists ? `${path} is there already` : `${path} cannot be written`;
    throw usageError(what, "Give another name with --save; nothing was changed.");
  }
}

function isTaken({ columns, missing }: ColumnMatches): boolean {
  return (
    columns.every(({ isSettled }) => isSettled) && !missing.some(({ path }) => path === "contactInfo.email")
  );
}

/** A file's name may hold what a terminal acts on. */
function inert(text: string): string {
  return safeLines(text).join("\n");
}

function nextStep(
  input: string,
  { save: path, mapping }: MapFlags,
  isTaken: boolean,
  hasQuestions: boolean,
): string {
  const file = path ?? mapping;
  const check = `leadctl validate ${shellWord(input)}${file === undefined ? "" : ` --mapping ${shellWord(file)}`}`;
  if (path !== undefined && hasQuestions) {
    return `\nSaved as ${path}. Write a field's path, or null, for each "?" in it. Next: ${check}\n`;
  }
  if (path !== undefined) return `\nSaved as ${path}. Edit it as you like. Next: ${check}\n`;
  if (isTaken) return `\nNext: ${check}\n`;
  return `\nNext: leadctl map ${shellWord(input)} --save mapping.json  writes this down for you to edit\n`;
}

function documentOf({ columns, missing }: ColumnMatches): unknown {
  return {
    columns: columns.map(({ column, field, isSettled, remark, samples }: ColumnMatch) => ({
      header: column.name,
      letters: column.letters ?? null,
      field: field?.path ?? null,
      settled: isSettled,
      remark: remark ?? null,
      samples,
    })),
    missing: missing.map(({ path }) => path),
  };
}
