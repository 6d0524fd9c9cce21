import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DraftEdits, type Edit } from "../../../src/desk/drafts/draft-edits.ts";
import type { Column, InputRow } from "../../../src/sheet/table.ts";
import { freshFolder } from "../../folders.ts";

function freshPath(): string {
  return join(freshFolder(), "edits.ndjson");
}

const COLUMNS = ["A", "B", "C"];
const ROWS = [2, 3, 7];
const UNIT = "address.unitNumber";

/** What stands in every cell of a small sheet, and which rows are no leads, as a person sees it. */
type Sheet = Record<string, string | boolean>;

function sheetOf(edits: DraftEdits): Sheet {
  const columns: Column[] = COLUMNS.map((name) => ({ name, letters: name }));
  edits.addColumns({ format: "csv", columns });
  const sheet: Sheet = {};
  for (const row of ROWS) {
    const original: InputRow = { row, cells: COLUMNS.map((name) => `${name}${row}`) };
    for (const [index, text] of edits.over(original, columns).cells.entries())
      if (text !== "") sheet[`${columns[index]?.name}${row}`] = String(text);
    if (edits.isNotALead(row)) sheet[`${row}`] = true;
  }
  return sheet;
}

const ORIGINAL: Sheet = Object.fromEntries(
  ROWS.flatMap((row) => COLUMNS.map((name) => [`${name}${row}`, `${name}${row}`])),
);

function withEdit(sheet: Sheet, { cells = [], leads = [] }: Edit): Sheet {
  const next = { ...sheet };
  for (const [row, column, text] of cells) {
    const key = typeof column === "number" ? `${COLUMNS[column]}${row}` : `Unit Number${row}`;
    const now = text ?? (typeof column === "number" ? `${COLUMNS[column]}${row}` : "");
    if (now === "") delete next[key];
    else next[key] = now;
  }
  for (const [row, isNot] of leads) {
    if (isNot) next[`${row}`] = true;
    else delete next[`${row}`];
  }
  return next;
}

const rows = fc.constantFrom(...ROWS);
const columns = fc.constantFrom<number | string>(0, 1, 2, UNIT);
const texts = fc.oneof(fc.constant(null), fc.constantFrom("", "x", "y", "=1+1", "A2", '"\n'));
const edits = fc.record({
  cells: fc.array(fc.tuple(rows, columns, texts), { maxLength: 5 }),
  leads: fc.array(fc.tuple(rows, fc.boolean()), { maxLength: 2 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), edit: edits }) },
    fc.record({ do: fc.constantFrom("undo" as const, "redo" as const, "reload" as const) }),
  ),
  { maxLength: 25 },
);

describe("edits of a draft", () => {
  it("are, after any sequence of edits, undo, redo and reading anew, what a list of sheets would be", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const path = freshPath();
        let held = await DraftEdits.open(path);
        const states: Sheet[] = [ORIGINAL];
        let at = 0;
        for (const step of sequence) {
          if (step.do === "reload") {
            held = await DraftEdits.open(path);
          } else if (step.do === "edit") {
            const isMore = (await held.apply(step.edit)).length > 0;
            const next = withEdit(states[at] ?? {}, step.edit);
            // An empty cell of an added column looks like none, so only what is seen is compared.
            if (isMore) states.splice(++at, states.length, next);
            else expect(next).toStrictEqual(states[at]);
          } else if (step.do === "undo") {
            expect(held.ownerOf("undo", undefined)).toBe(at > 0 ? "own" : null);
            await held.step("undo");
            at = Math.max(0, at - 1);
          } else {
            expect(held.ownerOf("redo", undefined)).toBe(at < states.length - 1 ? "own" : null);
            await held.step("redo");
            at = Math.min(states.length - 1, at + 1);
          }
          expect(sheetOf(held)).toStrictEqual(states[at]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("are taken back by the page that made them, and leave alone what another page has changed since", async () => {
    const path = freshPath();
    const [one, two] = [{ page: "one" }, { page: "two" }];
    let held = await DraftEdits.open(path);
    const texts = () => [0, 1].map((column) => held.textAt(2, column));
    await held.apply(
      {
        cells: [
          [2, 0, "a"],
          [2, 1, "a"],
        ],
        leads: [[3, true]],
      },
      one,
    );
    await held.apply({ cells: [[2, 0, "b"]], leads: [[3, false]] }, two);
    expect(await held.step("undo", one)).toStrictEqual([2]);
    expect([texts(), held.ownerOf("undo", "one")]).toStrictEqual([["b", undefined], "other"]);
    expect(await held.step("undo", one)).toStrictEqual([]);
    // It is another page, once it is loaded again: what it takes back then, it takes knowingly.
    held = await DraftEdits.open(path);
    expect([held.ownerOf("undo", "new"), held.ownerOf("redo", "one")]).toStrictEqual(["other", "own"]);
    await held.apply({ cells: [[7, 0, "c"]] }, two);
    await held.step("redo", one);
    expect([texts(), held.isNotALead(3)]).toStrictEqual([["b", "a"], true]);
    for (const _ of "123") await held.step("undo");
    expect(held.ownerOf("undo", undefined)).toBeNull();
  });

  it("leave no file behind while there are none", async () => {
    const path = freshPath();
    const held = await DraftEdits.open(path);
    expect([held.touched.size, await held.step("undo"), await held.apply({ cells: [] })]).toStrictEqual([
      0,
      [],
      [],
    ]);
    expect(existsSync(path)).toBe(false);
  });

  it("are read by their owner alone", async () => {
    const path = freshPath();
    const held = await DraftEdits.open(path);
    await held.apply({ cells: [[2, 0, "x"]] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("are what they were before a line that a crash cut off, wherever it did", async () => {
    const path = freshPath();
    const held = await DraftEdits.open(path);
    await held.apply({ cells: [[2, 0, "first"]] });
    const before = readFileSync(path);
    await held.apply({ cells: [[2, 0, "the second, which is longer"]] });
    const whole = readFileSync(path);
    for (let length = before.length; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const read = await DraftEdits.open(path);
      expect(read.textAt(2, 0)).toBe("first");
      if (length % 9 !== 0) continue;
      await read.apply({ cells: [[3, 0, "third"]] });
      const again = await DraftEdits.open(path);
      expect([again.textAt(2, 0), again.textAt(3, 0)]).toStrictEqual(["first", "third"]);
    }
  });

  it.each([
    ["a line of something else", "{}\n"],
    ["a line that is no JSON", "edit\n"],
    ["an undo of nothing", '{"undo":true}\n{"undo":true}\n'],
  ])("are refused where the journal holds %s", async (_what, text) => {
    const path = freshPath();
    const held = await DraftEdits.open(path);
    await held.apply({ cells: [[2, 0, "x"]] });
    appendFileSync(path, text);
    await expect(DraftEdits.open(path)).rejects.toMatchObject({ code: "draft-damaged", exitCode: 6 });
  });
});
