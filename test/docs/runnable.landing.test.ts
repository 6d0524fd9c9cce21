import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startService } from "../program/run-program.ts";
import { blocksOf, ROOT, readManual } from "./manual.ts";
import { type ReaderDesk, readerDesk, withRun } from "./reader-desk.ts";
import { comparableLines } from "./same-output.ts";

/** A page's commands take some seconds, and much longer where other work goes first. */
const TIMEOUT_MS = 120_000;
const MEND_SHEET = join(ROOT, "test", "packaging", "mend-sheet.mjs");

describe("what a manual says to type", () => {
  it.each(["README.md", "docs/getting-started.md", "docs/scale.md"])(
    "does in %s what it says, from the first line to the last",
    async (path) => {
      const { env } = await startService();
      const desk = readerDesk(env);
      let output = "";
      let typedCount = 0;
      for (const { marks, text, line } of blocksOf(readManual(path))) {
        for (const mark of marks) {
          const [verb, ...words] = mark.split(" ");
          const at = `${path}:${line}`;
          if (verb === "mend") await mend(withRun(words.join(" "), desk.folder), desk);
          else if (verb === "run") {
            output = await typeAll(text, words.map(Number), desk, at);
            typedCount += words.length;
          } else if (verb === "shows") expectShown(text, output, at);
          else throw new Error(`${at}: nobody knows the mark "${mark}"`);
        }
      }
      expect(typedCount).toBeGreaterThan(2);
    },
    TIMEOUT_MS,
  );
});

/** Types the lines of a block one after the other, each of which ends with its exit code. */
async function typeAll(
  text: string,
  exitCodes: readonly number[],
  desk: ReaderDesk,
  at: string,
): Promise<string> {
  const lines = text.split("\n").filter((line) => line !== "");
  expect(lines, at).toHaveLength(exitCodes.length);
  let output = "";
  for (const [index, line] of lines.entries()) {
    const end = await desk.type(line);
    expect(end.exitCode, `${at}: ${end.output}`).toBe(exitCodes[index]);
    output += end.output;
  }
  return output;
}

/** What a person does in a spreadsheet program between two commands. */
async function mend(file: string, { folder }: ReaderDesk): Promise<void> {
  await promisify(execFile)(process.execPath, [MEND_SHEET, file, file], { cwd: folder });
}

/** Every line of a sample is a line of the output, but for numbers; `…` leaves lines out. */
function expectShown(sample: string, output: string, at: string): void {
  const shown = comparableLines(output);
  for (const line of comparableLines(sample).filter((line) => line !== "…")) {
    expect(shown, `${at}: "${line}"`).toContain(line);
  }
}
