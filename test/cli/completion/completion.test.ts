import { describe, expect, it } from "vitest";
import { bashCompletion } from "../../../src/cli/completion/bash.ts";
import { fishCompletion } from "../../../src/cli/completion/fish.ts";
import { zshCompletion } from "../../../src/cli/completion/zsh.ts";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { TREE } from "./completion-folder.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

describe("leadctl completion", () => {
  it.each(Object.entries(SCRIPTS))("prints the script for %s, and nothing else", async (shell, script) => {
    const end = await runProgram(["completion", shell], { cwd: freshFolder() });
    expect(end).toStrictEqual({ exitCode: 0, stdout: script(TREE), stderr: "" });
  });

  it("refuses another shell with exit code 2, and names the nearest", async () => {
    const { exitCode, stdout, stderr } = await runProgram(["completion", "bsh"], { cwd: freshFolder() });
    expect([exitCode, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toContain('does not know "bsh"');
    expect(stderr).toContain("Did you mean bash? It takes bash, zsh, fish.");
  });
});

describe("the words that are offered for", () => {
  const all = TREE.commands.flatMap((command) =>
    command.options
      .filter(
        ({ value, isRepeatable }) => !isRepeatable && (value?.kind === "word" || value?.kind === "list"),
      )
      .map(({ names, value }) => ({ line: `${command.name} ${names.at(-1)}`, words: value?.words ?? [] })),
  );
  // Once for each list of words.
  const words = [...new Map(all.map((one) => [one.words.join(), one])).values()];

  it.each(words)("$line are those that the program takes", async ({ line, words }) => {
    const [command = "", option = ""] = line.split(" ");
    const place = ["template", "smoke"].includes(command) ? [] : ["x"];
    const { exitCode, stderr } = await runProgram([command, ...place, option, "?"], {
      cwd: freshFolder(),
    });
    expect(exitCode).toBe(2);
    expect(stderr.replace(/\n +/g, " ")).toContain(
      `${option} does not know "?" Hint: It takes ${words.join(", ")}.`,
    );
  });
});
