import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { FIELDS, KIND_WORDS, NEED_WORDS } from "../../lead/field-catalogue.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../../settings/options.ts";
import { templateWorkbook } from "../../sheet/template-workbook.ts";
import { commandText, shellFor } from "../../terminal/shell-command.ts";
import { commandError } from "../command-errors.ts";
import { writeNew } from "./write-text.ts";

const FORMATS = COMMAND_OPTIONS.template.format.takes.words;
type TemplateFormat = (typeof FORMATS)[number];

/** `leadctl template`: an empty spreadsheet with every column, or the list of fields with `--describe`. */
export async function template(options: CommandValues<"template">, context: Context): Promise<ExitCode> {
  const { output, format = formatByName(output) } = options;
  const content = options.describe ? [fieldListText()] : contentOf(format);
  if (output === undefined) {
    if (format === "xlsx" && !options.describe && context.stdout.isTTY)
      throw commandError("usage/workbook-on-terminal", { name: "leads.xlsx" });
    for await (const piece of content) context.stdout.write(piece);
    return EXIT.ok;
  }
  await writeNew("--output", output, content);
  const next = commandText(["validate", { folder: output }], shellFor(context));
  context.stderr.write(`Saved as ${output}. Fill it in. Next: ${next}\n`);
  return EXIT.ok;
}

function formatByName(output = ""): TemplateFormat {
  return FORMATS.find((format) => output.toLowerCase().endsWith(`.${format}`)) ?? "csv";
}

type Content = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

function contentOf(format: TemplateFormat): Content {
  if (format === "csv") {
    // Labels never hold a comma or a quote.
    return [`\uFEFF${FIELDS.map(({ label }) => label).join(",")}\r\n`];
  }
  if (format === "json") return [`${JSON.stringify([emptyLead()], null, 2)}\n`];
  return templateWorkbook();
}

/** Every field in its place, with nothing in it. */
function emptyLead(): Record<string, unknown> {
  const lead: Record<string, unknown> = {};
  for (const { path } of FIELDS) {
    const [first = "", second] = path.split(".");
    lead[first] = second === undefined ? null : { ...(lead[first] as object), [second]: null };
  }
  return lead;
}

/** The field catalogue for people, as a table in Markdown: what each column holds, and how its header may be written. */
export function fieldListText(): string {
  const rows = FIELDS.map(
    ({ path, label, note, type, shownValues, absence, example, otherHeaders }) =>
      `| **${label}**<br>\`${path}\` | ${note} ${shownValues ? `Known: ${shownValues.join(", ")}.` : `${KIND_WORDS[type]}.`} | ${NEED_WORDS[absence]} | ${example} | ${otherHeaders.join(", ")} |\n`,
  );
  return `# The fields of a lead

Each line has a field's label and its name in JSON, what it holds, whether it is needed, an example, and other headers
that are understood. Values that are not known are sent as they are, with a warning.

| field | holds | needed | example | other headers |
|---|---|---|---|---|
${rows.join("")}`;
}
