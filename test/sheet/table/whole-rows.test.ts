import { describe, it } from "vitest";
import { brokenRow, cutSheet, holdsBack, shortRow, trimmedSheet } from "./whole-sheets.ts";

describe("a piece of a row does not go, and every other row does", () => {
  it.each([
    ["a cell is broken by line ends", brokenRow],
    ["the file is cut off in its last row", cutSheet],
    ["a row has lost its last cells", shortRow],
    ["all rows leave out empty cells at the end", trimmedSheet],
  ])("where %s", (_, sheets) => holdsBack(sheets, 25));
});
