import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInput } from "../../../src/sheet/open-input.ts";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { freshFolder } from "../../program/run-program.ts";

describe("a file that changes while it is read", () => {
  async function readWhile(change: (path: string) => void): Promise<number> {
    const path = join(freshFolder(), "leads.csv");
    writeFileSync(path, csvOf(leads(2_000)));
    const table = await openInput({ path }, {});
    let count = 0;
    for await (const _row of table.rows) {
      if (count === 0) change(path);
      count += 1;
    }
    return count;
  }

  it.each<[string, (path: string) => void]>([
    ["grows", (path) => appendFileSync(path, "late@example.com\n")],
    ["is cut off", (path) => writeFileSync(path, "Email\n")],
    [
      "is written anew, as long as it was",
      (path) => writeFileSync(path, readFileSync(path).fill("x", 50_000, 50_010)),
    ],
  ])("(%s) is refused: half of each state is no sheet", async (_what, change) => {
    await expect(readWhile(change)).rejects.toMatchObject({ code: "input-changed", exitCode: 2 });
  });

  it("is the file that was opened when another one takes its name, or it is deleted", async () => {
    expect(await readWhile((path) => rmSync(path))).toBe(2_000);
    const replaced = (path: string): void => {
      rmSync(path);
      writeFileSync(path, "Email\n");
    };
    expect(await readWhile(replaced)).toBe(2_000);
  });
});
