import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { expandPattern } from "../../src/cli/help/program.ts";
import { freshFolder } from "../program/run-program.ts";

describe("a pattern that a shell left as it is", () => {
  let folder: string;
  beforeEach(() => {
    folder = freshFolder();
    for (const name of ["leads.csv", "LEADS 2.CSV", "more.xlsx", "~$more.xlsx", ".hidden.csv", "a[1]+.csv"])
      writeFileSync(join(folder, name), "");
    mkdirSync(join(folder, "run-1"));
  });

  it.each([
    ["*.xlsx", ["more.xlsx"]],
    ["lead?.csv", ["leads.csv"]],
    ["l*.csv", ["LEADS 2.CSV", "leads.csv"]],
    ["*[1]+.csv", ["a[1]+.csv"]],
    ["run-*", ["run-1"]],
    // It stays, for the usual words about a file that is not there.
    ["*.ods", ["*.ods"]],
    ["leads.csv", ["leads.csv"]],
  ])("%s stands for %j", (pattern, names) => {
    const paths = expandPattern(join(folder, pattern), false);
    expect(paths).toStrictEqual(names.map((name) => join(folder, name)));
  });

  it("has to mean one file where one is wanted", () => {
    const files = ["LEADS 2.CSV", "leads.csv"].map((name) => join(folder, name)).join(" and ");
    expect(() => expandPattern(join(folder, "l*.csv"), true)).toThrow(
      expect.objectContaining({
        finding: "input-ambiguous",
        params: expect.objectContaining({ count: 2, files }),
      }),
    );
    expect(expandPattern(join(folder, "m*.xlsx"), true)).toStrictEqual([join(folder, "more.xlsx")]);
  });

  it("in a folder that is not there stays as it is", () => {
    expect(expandPattern(join(folder, "none", "*.csv"), true)).toStrictEqual([join(folder, "none", "*.csv")]);
  });
});
