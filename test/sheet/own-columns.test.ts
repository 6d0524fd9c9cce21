import { expect, it } from "vitest";
import { isOwnColumn } from "../../src/sheet/own-columns.ts";

it("knows our columns whatever a spreadsheet did to case and space", () => {
  expect(isOwnColumn("leadctl_row")).toBe(true);
  expect(isOwnColumn(" LEADCTL_Issues ")).toBe(true);
  expect(isOwnColumn("leadctl")).toBe(false);
  expect(isOwnColumn("row")).toBe(false);
});
