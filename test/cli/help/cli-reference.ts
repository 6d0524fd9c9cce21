import type { Command, Option } from "commander";
import { COMMANDS } from "../../../src/cli/command-table.ts";
import {
  COMMAND_NAMES,
  type CommandName,
  EXIT_CODES,
  type Note,
  VARIABLES,
} from "../../../src/cli/help/overview.ts";
import { declareProgram } from "../../../src/cli/help/program.ts";

/** `docs/cli.md`, made from the commands as the program declares them. */
export function cliReference(): string {
  const program = declareProgram(COMMANDS, COMMAND_NAMES, () => undefined);
  return `${[
    "<!-- Made from the program: npx vitest run test/cli/cli-reference.test.ts -u -->",
    "# The command line",
    "What `leadctl --help` and `leadctl <command> --help` say. Options follow the command, in any order, as `--limit 5` or\n`--limit=5`; after `--` everything is an argument. `leadctl --version` prints the version.",
    commandTable(program),
    ...program.commands.flatMap(commandSection),
    "## Variables",
    noteTable(VARIABLES, ["variable", "holds"]),
    "Which setting takes precedence: [configuration.md](configuration.md#precedence).",
    "## Exit codes",
    "The first that applies:",
    noteTable(EXIT_CODES, ["code", "means"]),
    "`smoke` has its own: [smoke.md](smoke.md).",
  ].join("\n\n")}\n`;
}

function commandTable({ commands }: Command): string {
  const rows = commands.map((command) => [
    `[\`${command.name()}\`](#${command.name()})`,
    cell(command.summary()),
  ]);
  return table(["command", "is for"], rows);
}

function commandSection(command: Command): string[] {
  const { examples: lines, note } = COMMANDS[command.name() as CommandName];
  const columns = Math.max(...lines.map(([line]) => line.length));
  const examples = lines.map(([line, purpose]) => `${line.padEnd(columns)}  # ${purpose}`);
  const help = command.createHelp();
  return [
    `## ${command.name()}`,
    `\`${help.commandUsage(command)}\``,
    command.description(),
    fenced(examples),
    ...(command.registeredArguments.length > 0
      ? [
          table(
            ["argument", "is"],
            command.registeredArguments.map((argument) => [
              `\`${help.argumentTerm(argument)}\``,
              cell(argument.description),
            ]),
          ),
        ]
      : []),
    ...(command.options.length > 0 ? [optionTable(command.options.filter(({ hidden }) => !hidden))] : []),
    ...(note
      ? [`${note.heading}:`, ...byTerm(note.lines).map(([term, texts]) => `${term}:\n\n${fenced(texts)}`)]
      : []),
  ];
}

/** One table: a row without text names the group of those below it. */
function optionTable(options: readonly Option[]): string {
  const groups = [...new Set(options.map(({ helpGroupHeading }) => helpGroupHeading))];
  const rows = groups.flatMap((group) =>
    options
      .filter(({ helpGroupHeading }) => helpGroupHeading === group)
      .map(({ flags, description }, index) => [
        index === 0 ? `**${group?.replace(/:$/, "")}**` : "",
        `\`${flags}\``,
        cell(description),
      ]),
  );
  return table(["", "option", "means"], rows);
}

function noteTable({ lines }: Note, header: readonly string[]): string {
  return table(
    header,
    lines.map(([term, text]) => [`\`${term}\``, cell(text)]),
  );
}

/** Lines without a term belong to the one above them. */
function byTerm(lines: Note["lines"]): [string, string[]][] {
  const groups: [string, string[]][] = [];
  for (const [term, text] of lines) {
    if (term !== "") groups.push([term, []]);
    groups.at(-1)?.[1].push(text);
  }
  return groups;
}

function fenced(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(header), `|${header.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** Text in a cell: what looks like a tag or ends the cell is escaped, but for what is code already. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
