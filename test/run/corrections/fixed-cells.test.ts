import { describe, expect, it } from "vitest";
import { FixColumns, sameCells } from "../../../src/run/corrections/fixed-cells.ts";
import type { CellValue, Column } from "../../../src/sheet/table.ts";

function columns(...names: string[]): Column[] {
  return names.map((name, index) => ({ name, letters: "ABCDEFGH".charAt(index) }));
}

function laid(original: string[], fixed: string[], before: CellValue[], now: CellValue[], isText = true) {
  const fit = new FixColumns(columns(...original), columns(...fixed), isText, () => false);
  return {
    names: fit.columns.map(({ name }) => name),
    cells: fit.overlay(now, before),
    rowIndex: fit.rowIndex,
  };
}

describe("columns of a corrected sheet", () => {
  it("that are spelled as before are never taken by a similar one", () => {
    const { names, cells } = laid(["Notes", "notes"], ["notes", "NOTES"], ["a", "b"], ["B", "A"]);
    expect(names).toStrictEqual(["Notes", "notes"]);
    expect(cells).toStrictEqual(["A", "B"]);
  });

  it("with equal headers are taken in order", () => {
    expect(laid(["x", "x"], ["x", "x"], ["1", "2"], ["3", "4"]).cells).toStrictEqual(["3", "4"]);
  });

  it("of ours are no cells, and those that the input brought along stay as they were", () => {
    const { cells, rowIndex } = laid(
      ["Email", "leadctl_row"],
      ["Email", "leadctl_row", "leadctl_issues"],
      ["e", "old"],
      ["E", "7", "text"],
    );
    expect(cells).toStrictEqual(["E", "old"]);
    expect(rowIndex).toBe(1);
  });

  it("of a short row are empty", () => {
    expect(laid(["Email", "City"], ["Email", "City"], ["e", "c"], ["E"]).cells).toStrictEqual(["E", ""]);
  });

  it("of JSON items have no value where the key is absent, and grow as keys turn up", () => {
    const fixed: Column[] = [{ name: "email", keys: ["email"] }];
    const original: Column[] = ["email", "county"].map((name) => ({ name, keys: [name] }));
    const fit = new FixColumns(original, fixed, false, () => false);
    expect(fit.overlay(["E"], ["e", "c"])).toStrictEqual(["E", null]);
    fixed.push({ name: "leadctl_row", keys: ["leadctl_row"] }, { name: "county", keys: ["county"] });
    expect(fit.overlay(["E", 7, "C"], ["e", "c"])).toStrictEqual(["E", "C"]);
    expect(fit.rowIndex).toBe(1);
  });
});

describe("cells", () => {
  it.each<[CellValue[], CellValue[], boolean]>([
    [["a", ""], ["a"], true],
    [["a", null], ["a", ""], true],
    [["a\r\nb"], ["a\nb"], true],
    [[5, true], ["5", "true"], true],
    [[{ json: "[1]" }], ["[1]"], true],
    [["a "], ["a"], false],
    [["01"], [1], false],
    [["a"], ["a", "b"], false],
  ])("%j and %j read the same: %s", (one, other, same) => {
    expect(sameCells(one, other)).toBe(same);
    expect(sameCells(other, one)).toBe(same);
  });
});
