import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { runProgram } from "../program/run-program.ts";
import { blocksOf, codeWordsOf, MANUALS, readManual } from "./manual.ts";

/** Flags in sentences that are other programs': what they are flags of stands beside them. */
const OF_OTHERS: ReadonlySet<string> = new Set(["--ignore-scripts", "--env-file", "--before"]);

describe("the flags that the manual names", async () => {
  const flags = await readFlags();

  it("are those of their command, wherever a whole command stands", () => {
    const wrong = MANUALS.flatMap((path) =>
      commandLinesOf(readManual(path)).flatMap((line) =>
        flagsIn(line.arguments)
          .filter((flag) => !flags.get(line.command)?.has(flag))
          .map((flag) => `${path}: leadctl ${line.command} ${flag}`),
      ),
    );
    expect(wrong).toStrictEqual([]);
  });

  it("are those of some command, where they stand alone", () => {
    const known = new Set([...flags.values()].flatMap((ofCommand) => [...ofCommand]));
    const wrong = MANUALS.flatMap((path) =>
      codeWordsOf(readManual(path))
        .filter((word) => word.startsWith("--"))
        .flatMap((word) => flagsIn(word))
        .filter((flag) => !known.has(flag) && !OF_OTHERS.has(flag))
        .map((flag) => `${path}: ${flag}`),
    );
    expect(wrong).toStrictEqual([]);
  });

  it("are looked for in commands that there are", () => {
    const lines = MANUALS.flatMap((path) => commandLinesOf(readManual(path)));
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter(({ command }) => !flags.has(command))).toStrictEqual([]);
    expect(flags.get("replay")).toContain("--with");
    expect(flags.get("validate")).not.toContain("--concurrency");
  });
});

/** By command; "" are those of the program itself. */
async function readFlags(): Promise<Map<string, Set<string>>> {
  const helpOf = async (...command: string[]) =>
    (await runProgram([...command, "--help"], { cwd: tmpdir() })).stdout;
  const overview = await helpOf();
  const commands = [...overview.matchAll(/^ {2}([a-z]+)(?: [[<]| {2})/gm)].map(([, name = ""]) => name);
  const help = commands.filter((name) => name !== "help");
  const entries = await Promise.all(help.map(async (name) => [name, flagSet(await helpOf(name))] as const));
  return new Map([["", flagSet(overview)], ["help", new Set<string>()], ...entries]);
}

function flagSet(help: string): Set<string> {
  return new Set([...flagsIn(help), "--help"]);
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
}

/** The program where a shell would start it: in front, after another command, or within quotes. */
const COMMAND =
  /(?:^|[;&|'$]\s*|npx |exec )(?:leadctl|node bin\/leadctl\.js)(?: ([a-z]+))?(?=\s|$)([^#|>;]*)/;

/** Whole commands of the program, from blocks and from sentences. */
function commandLinesOf(text: string): { command: string; arguments: string }[] {
  const lines = [...blocksOf(text).flatMap((block) => block.text.split("\n")), ...codeWordsOf(text)];
  return lines.flatMap((line) => {
    const found = COMMAND.exec(line.trim());
    // In a script, the words may be a variable's.
    if (!found || line.includes('"$@"')) return [];
    return [{ command: found[1] ?? "", arguments: found[2] ?? "" }];
  });
}
