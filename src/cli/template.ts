import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { FIELDS, type Field } from "../lead/field-catalogue.ts";
import { parseChoice, usageError } from "../settings/option-values.ts";
import type { SheetColumn } from "../sheet/xlsx-writer.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { fieldListText } from "./field-list-text.ts";

export interface TemplateFlags {
  format?: string;
  /** File to write; stdout without it. */
  output?: string;
  describe?: boolean;
}

const FORMATS = ["csv", "xlsx", "json"] as const;
type TemplateFormat = (typeof FORMATS)[number];

/** `leadctl template`: an empty spreadsheet with every column, or the list of fields with `--describe`. */
export async function template(flags: TemplateFlags, context: Context): Promise<ExitCode> {
  const { output } = flags;
  const format = parseChoice(flags.format ?? formatByName(output), "--format", FORMATS);
  const content = flags.describe ? [fieldListText()] : await contentOf(format);
  if (output === undefined) {
    if (format === "xlsx" && !flags.describe && context.stdout.isTTY) {
      throw usageError(
        "A workbook is no text for a terminal",
        "Name a file: leadctl template --output leads.xlsx",
      );
    }
    for await (const piece of content) context.stdout.write(piece);
    return EXIT.ok;
  }
  await writeNew(output, content);
  context.stderr.write(`Saved as ${output}. Fill it in. Next: leadctl validate ${shellWord(output)}\n`);
  return EXIT.ok;
}

function formatByName(output = ""): string {
  return FORMATS.find((format) => output.toLowerCase().endsWith(`.${format}`)) ?? "csv";
}

type Content = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

async function contentOf(format: TemplateFormat): Promise<Content> {
  if (format === "csv") {
    // No label holds a comma or a quote.
    return [`\uFEFF${FIELDS.map(({ label }) => label).join(",")}\r\n`];
  }
  if (format === "json") return [`${JSON.stringify([emptyLead()], null, 2)}\n`];
  const { writeWorkbook } = await import("../sheet/xlsx-writer.ts");
  return writeWorkbook("Leads", FIELDS.map(columnOf), []);
}

function columnOf({ label, note, type, shownValues }: Field): SheetColumn {
  const choices = type === "boolean" ? ["yes", "no"] : shownValues;
  return { header: label, note, ...(choices ? { choices } : {}) };
}

/** Every field in its place, with nothing in it. */
function emptyLead(): Record<string, unknown> {
  const lead: Record<string, unknown> = {};
  const groups: Record<string, Record<string, null>> = {};
  for (const { path } of FIELDS) {
    const [first = "", second] = path.split(".");
    if (second === undefined) {
      lead[first] = null;
      continue;
    }
    const group = groups[first] ?? {};
    groups[first] = group;
    lead[first] = group;
    group[second] = null;
  }
  return lead;
}

/** @throws CliError with exit code 2 when the file is there already or cannot be written. */
async function writeNew(path: string, content: Content): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { flags: "wx" }));
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    const what = exists ? `${path} is there already` : `${path} cannot be written`;
    throw usageError(what, "Give another name with --output; nothing was changed.");
  }
}
