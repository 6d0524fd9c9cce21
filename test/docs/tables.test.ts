import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/base/exit-codes.ts";
import { STATUSES } from "../../src/outcome/status.ts";
import { readManual, tableUnder } from "./manual.ts";

describe("the tables of the manual", () => {
  it("hold every status, in the program's order", () => {
    const statuses = tableUnder(readManual("docs/operations.md"), "## After a run").map(
      ([status = ""]) => status,
    );
    expect(statuses).toStrictEqual(STATUSES.map((status) => `\`${status}\``));
  });

  it("hold every exit code, in the order in which they apply", () => {
    const rows = tableUnder(readManual("docs/operations.md"), "## When it stopped early, or did not begin");
    const codes = rows.flatMap(([cell = ""]) => cell.split(", ").map(Number));
    expect(codes).toStrictEqual(Object.values(EXIT));
  });

  it("say of every exit code what the Kubernetes Job makes of it", () => {
    const page = readManual("docs/scale.md");
    const told = tableUnder(page, "What follows:").flatMap(([cell = ""]) => cell.match(/\d+/g) ?? []);
    const ofOneSignal = [EXIT.interrupted, EXIT.terminated];
    const codes = Object.values(EXIT).filter((code) => !ofOneSignal.some((signal) => signal === code));
    expect(codes.filter((code) => !told.includes(String(code)))).toStrictEqual([]);
  });

  it("reckon right how long a sheet takes", () => {
    const rows = tableUnder(readManual("docs/scale.md"), "## When one machine is enough");
    expect(rows.length).toBeGreaterThan(4);
    for (const [leads = "", latency = "", concurrency = "", rate = "", time = ""] of rows) {
      const perSecond = numberOf(concurrency) / (numberOf(latency) / 1000);
      expect(numberOf(rate)).toBe(perSecond);
      const seconds = numberOf(leads) / perSecond;
      // Said to the second, or to the minute from an hour on.
      expect(Math.abs(secondsOf(time) - seconds)).toBeLessThan(seconds < 3600 ? 1 : 60);
    }
  });
});

function numberOf(cell: string): number {
  return Number.parseFloat(cell.replaceAll(",", ""));
}

/** Of `2 h 10 min` or `4 min 10 s`. */
function secondsOf(cell: string): number {
  const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1 };
  const parts = [...cell.matchAll(/(\d+) (h|min|s)\b/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? Number.NaN), 0);
}
