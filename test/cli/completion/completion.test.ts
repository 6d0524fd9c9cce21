import { describe, expect, it } from "vitest";
import { INPUT } from "../../../src/settings/options.ts";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { completionFolder } from "./completion-folder.ts";

const FOLDER = completionFolder({});

/** What is offered behind `leadctl` and the line, as a script gets it: the kind, then the words. */
async function offered(line: string): Promise<string[]> {
  const args = ["__complete", "zsh", ...line.split(" ")];
  const { exitCode, stdout, stderr } = await runProgram(args, { cwd: FOLDER });
  expect([exitCode, stderr]).toStrictEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((one) => one.replace(/\t.*$/, ""));
}

describe("at a Tab", () => {
  it.each([
    ["sub", "words submit"],
    ["--v", "words --version"],
    ["help val", "words validate"],
    ["submit --form", "words --format"],
    ["sandbox --key k --k", "words --key"],
    ["completion ", "words bash zsh fish"],
    ["submit leads.csv --progress l", "words live"],
    ["submit --format=c", "words --format=csv"],
    ["submit --json=c", "words"],
    ["report x --status created,unk", "parts created,unknown"],
    ["report x --status=created,f", "parts --status=created,failed"],
    ["report x --status=failed,f", "parts"],
    ["smoke --only rules.v1", "parts rules.v1"],
    ["smoke --skip auth,methods.g", "parts auth,methods.get"],
    ["smoke --accept rules.v3-r", "parts rules.v3-rent="],
    ["sandbox --fault trunc", "parts truncated="],
    ["submit --env stag", "words staging staging-2"],
    ["smoke --confirm=p", "words --confirm=production"],
    ["validate m", "files"],
    ["map --mapping map", "files"],
    ["validate -- --j", "files"],
    ["submit --out m", "folders"],
    ["runs --runs ", "folders"],
    ["resume ", "runs leadctl-runs/20261102-two words leadctl-runs/20261101-leads"],
    ["report a b 20261101", "runs leadctl-runs/20261101-leads"],
    ["resume leadctl-runs/20261102", "runs leadctl-runs/20261102-two words"],
    ["resume a 2", "words"],
    ["report leadctl-runs/20261101-leads 2", "runs leadctl-runs/20261102-two words"],
    ["explain 20261101", "runs leadctl-runs/20261101-leads"],
    ["explain leadctl-runs/20261101-leads 2", "words"],
    ["replay oth", "folders"],
    ["submit --limit ", "words"],
    ["runs ", "words"],
    ["frobnicate ", "words"],
  ])("behind %j there may be: %s", async (line, words) => {
    expect((await offered(line)).join(" ")).toBe(words);
  });

  it("every option of a command may follow, and whatever the program takes for one", async () => {
    const [, ...options] = await offered("submit -");
    const { stdout } = await runProgram(["submit", "--help"], { cwd: FOLDER });
    expect(options).toStrictEqual(
      expect.arrayContaining([...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, one]) => one)),
    );
    expect(await offered("map --format ")).toStrictEqual(["words", ...INPUT.format.takes.words]);
  });
});

it("another shell is refused with exit code 2", async () => {
  const { exitCode, stdout } = await runProgram(["completion", "bsh"], { cwd: freshFolder() });
  expect([exitCode, stdout]).toStrictEqual([2, ""]);
});
