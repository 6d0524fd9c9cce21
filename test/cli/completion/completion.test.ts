import { describe, expect, it } from "vitest";
import { INPUT } from "../../../src/settings/options.ts";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { completionFolder } from "./completion-folder.ts";

const FOLDER = completionFolder({});

/** The words that are offered behind `leadctl` and the line, as a script gets them. */
async function offered(line: string): Promise<string[]> {
  const args = ["__complete", ...line.split(" ")];
  const { exitCode, stdout, stderr } = await runProgram(args, { cwd: FOLDER });
  expect([exitCode, stderr]).toStrictEqual([0, ""]);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((one) => one.replace(/\t.*$/, ""));
}

describe("at a Tab", () => {
  it.each([
    ["sub", "submit"],
    ["--v", "--version"],
    ["help val", "validate"],
    ["submit --form", "--format"],
    ["sandbox --key k --k", "--key"],
    ["completion ", "bash zsh fish"],
    ["submit leads.csv --progress l", "live"],
    ["submit --format=c", "--format=csv"],
    ["submit --format = c", "csv"],
    ["submit --format =", "csv json jsonl xlsx"],
    ["submit --json=c", ""],
    ["report x --status created,unk", "created,unknown"],
    ["report x --status=created,f", "--status=created,failed"],
    ["report x --status=failed,f", ""],
    ["submit --env stag", "staging staging-2"],
    ["smoke --confirm=p", "--confirm=production"],
    ["resume ", "leadctl-runs/20261102-two words leadctl-runs/20261101-leads"],
    ["report a b 20261101", "leadctl-runs/20261101-leads"],
    ["resume leadctl-runs/20261102", "leadctl-runs/20261102-two words"],
    ["resume a 2", ""],
    ["report leadctl-runs/20261101-leads 2", "leadctl-runs/20261102-two words"],
    ["explain 20261101", "leadctl-runs/20261101-leads"],
    ["explain leadctl-runs/20261101-leads 2", ""],
    ["validate m", ""],
    ["validate -- --j", ""],
    ["submit --out m", ""],
    ["frobnicate ", ""],
  ])("behind %j there may be: %s", async (line, words) => {
    expect((await offered(line)).join(" ")).toBe(words);
  });

  it("every option of a command may follow, and whatever the program takes for one", async () => {
    const options = await offered("submit -");
    const { stdout } = await runProgram(["submit", "--help"], { cwd: FOLDER });
    expect(options).toStrictEqual(
      expect.arrayContaining([...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, one]) => one)),
    );
    expect(await offered("map --format ")).toStrictEqual([...INPUT.format.takes.words]);
  });
});

it("another shell is refused with exit code 2", async () => {
  const { exitCode, stdout } = await runProgram(["completion", "bsh"], { cwd: freshFolder() });
  expect([exitCode, stdout]).toStrictEqual([2, ""]);
});
