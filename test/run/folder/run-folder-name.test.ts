import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultRunFolder } from "../../../src/run/folder/run-folder.ts";

const AT = new Date("2030-01-02T03:04:05.678Z");
/** Long names of letters with up to four bytes. */
const letters = fc.string({ unit: fc.constantFrom("a", "é", "例", "𠀀", "-", "."), maxLength: 120 });
const nameOf = (input: string): string => defaultRunFolder(input, AT);

describe("the default folder of a run", () => {
  it.each([
    ["leads.csv", "leads"],
    ["stdin", "stdin"],
    ["March 2030 (final).xlsx", "March-2030-final"],
    ["leads.2030.csv", "leads.2030"],
    ["Übersicht – März.csv", "Übersicht-März"],
    ["申込.csv", "申込"],
    [".csv", "input"],
    ["...", "input"],
    ["", "input"],
    ["--help.csv", "help"],
    ["a/../../b.csv", "a-..-..-b"],
    ["x".repeat(300), "x".repeat(50)],
    [`${"x".repeat(49)}-yz.csv`, "x".repeat(49)],
    [`x${"𠀀".repeat(90)}`, `x${"𠀀".repeat(49)}`],
  ])("is named for its time and for %j", (input, name) => {
    expect(nameOf(input)).toBe(join("leadctl-runs", `20300102T030405678Z-${name}`));
  });

  it("sorts by time", () => {
    const times = [
      "2030-01-02T03:04:05.678Z",
      "2030-01-02T03:04:05.679Z",
      "2030-01-02T13:04:05.001Z",
      "2030-11-02T00:00:00.000Z",
    ];
    const names = times.map((time) => defaultRunFolder("leads.csv", new Date(time)));
    expect([...names].sort()).toStrictEqual(names);
  });

  it("is one folder below leadctl-runs, of a name that every system and shell takes, whatever the input's", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 100 }), letters), (input) => {
        const name = nameOf(input).slice("leadctl-runs/".length);
        expect(name).toMatch(/^20300102T030405678Z-[\p{L}\p{N}._-]+$/u);
        expect(name).not.toMatch(/[-.]$/);
        expect(Buffer.from(name).toString()).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
      { numRuns: 2_000 },
    );
  });
});
