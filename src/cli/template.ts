import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Absence, FIELDS, type Field, valueLabels } from "../lead/field-catalogue.ts";
import { usageError } from "../settings/option-values.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../settings/options.ts";
import { GUIDE_SHEET } from "../sheet/workbook.ts";
import type { SheetColumn, WrittenRow, WrittenSheet } from "../sheet/xlsx-writer.ts";
import { commandText, shellFor } from "../terminal/shell-command.ts";

const FORMATS = COMMAND_OPTIONS.template.format.takes.words;
type TemplateFormat = (typeof FORMATS)[number];

/** `leadctl template`: an empty spreadsheet with every column, or the list of fields with `--describe`. */
export async function template(options: CommandValues<"template">, context: Context): Promise<ExitCode> {
  const { output, format = formatByName(output) } = options;
  const content = options.describe ? [fieldListText()] : await contentOf(format);
  if (output === undefined) {
    if (format === "xlsx" && !options.describe && context.stdout.isTTY) {
      throw usageError(
        "A workbook is no text for a terminal",
        "Name a file: leadctl template --output leads.xlsx",
      );
    }
    for await (const piece of content) context.stdout.write(piece);
    return EXIT.ok;
  }
  await writeNew(output, content);
  const next = commandText(["validate", { folder: output }], shellFor(context));
  context.stderr.write(`Saved as ${output}. Fill it in. Next: ${next}\n`);
  return EXIT.ok;
}

function formatByName(output = ""): TemplateFormat {
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
  return writeWorkbook([leadSheet(), guideSheet()]);
}

const COLUMN_WIDTH_MIN = 14;

/** A row for each lead: a cell says what it takes when it is selected. */
function leadSheet(): WrittenSheet {
  const columns = FIELDS.map((field): SheetColumn => {
    const { label, note, absence } = field;
    const choices = valueLabels(field);
    return {
      header: label,
      width: Math.max(COLUMN_WIDTH_MIN, label.length + 2),
      isOurs: absence === "required",
      note: `${note} ${NEEDED[absence]}.`,
      ...(choices.length > 0 && { choices }),
    };
  });
  return { name: "Leads", columns, rows: [] };
}

function guideSheet(): WrittenSheet {
  return {
    name: GUIDE_SHEET,
    columns: [
      { header: "Column", width: 44 },
      { header: "What it holds", width: 64, isWrapped: true },
      { header: "Is it needed?", width: 34, isWrapped: true },
      { header: "Known values", width: 60, isWrapped: true },
      { header: "Example", width: 24 },
    ],
    rows: [
      ...FIELDS.map((field): WrittenRow => {
        const { label, note, type, absence, example } = field;
        const values = valueLabels(field).join(", ");
        const known =
          type === "boolean"
            ? "Yes or No"
            : values === ""
              ? KINDS[type]
              : `${values}; others are sent as they are`;
        return [{ text: label, isBold: true }, note, NEEDED[absence], known, example];
      }),
      [],
      [
        {
          text: "One row for each lead. The column in blue is needed. Columns that you do not need may be left empty or deleted; their order is yours.",
          mark: "muted",
        },
      ],
    ],
  };
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

const NEEDED: Readonly<Record<Absence, string>> = {
  optional: "Optional",
  conditional: "In that case",
  required: "Needed",
  "not-shown": "Not known: fill it in if you can",
};

const KINDS: Readonly<Record<Field["type"], string>> = {
  text: "Text",
  integer: "A whole number",
  number: "A number",
  boolean: "Yes or no",
};

/** The field catalogue for people, as a table in Markdown: what each column holds, and how its header may be written. */
export function fieldListText(): string {
  const rows = FIELDS.map(
    ({ path, label, note, type, shownValues, absence, example, otherHeaders }) =>
      `| **${label}**<br>\`${path}\` | ${note} ${shownValues ? `Known: ${shownValues.join(", ")}.` : `${KINDS[type]}.`} | ${NEEDED[absence]} | ${example} | ${otherHeaders.join(", ")} |\n`,
  );
  return `# The fields of a lead

A line for each field: its label and its name in JSON, what it holds, whether it is needed, an example, and some other headers that
are understood. Other values than the known ones are sent as they are, with a warning.

| field | holds | needed | example | other headers |
|---|---|---|---|---|
${rows.join("")}`;
}
