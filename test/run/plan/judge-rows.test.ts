import { describe, expect, it } from "vitest";
import { emptyTally, type PlanOptions, type PlanTally, planRows } from "../../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../../src/run/plan/plan-record.ts";
import type { MappedRow } from "../../../src/sheet/rows/mapped-input.ts";
import { inputOf, issueAt, mappedRow, soundLead } from "../sample-input.ts";

async function plan(
  rows: readonly MappedRow[],
  options: Partial<PlanOptions> = {},
): Promise<{ planned: PlannedRow[]; tally: PlanTally }> {
  const tally = emptyTally();
  const planned: PlannedRow[] = [];
  for await (const row of planRows(inputOf(rows), { selection: {}, strict: false, ...options }, tally)) {
    planned.push(row);
  }
  return { planned, tally };
}

const rowOf = (row: number, email = `row-${row}@example.com`): MappedRow => mappedRow(row, soundLead(email));

describe("a planned row", () => {
  it("says only that it is damaged, where it is damaged as a whole", async () => {
    const damage = { code: "custom", message: "has too many cells", path: [] };
    const warnings = [issueAt("address.state", "is no US state")];
    const { planned } = await plan([mappedRow(2, {}, { unreadable: [damage], warnings })]);
    expect(planned[0]).toMatchObject({ ready: false, issues: [damage], warnings: [] });
  });

  it("goes with its warnings, and is refused by the doubtful ones under strict", async () => {
    const lead = { ...soundLead("jane@example.com"), loanPurpose: "purchase" };
    const lost = { ...issueAt("address.street", "left out"), harm: "lost" as const };
    const certain = { ...issueAt("address.zip", "repaired"), harm: "changed" as const };
    const absent = issueAt("address.county", "absent");
    const row = mappedRow(2, lead, { warnings: [certain, lost, absent] });
    const lenient = (await plan([row])).planned[0];
    expect(lenient).toMatchObject({ ready: true, issues: [] });
    expect(lenient?.warnings.map(({ harm }) => harm)).toStrictEqual([
      "changed",
      "lost",
      undefined,
      "doubtful",
    ]);
    const strict = (await plan([row], { strict: true })).planned[0];
    expect(strict).toMatchObject({ ready: false, warnings: [certain, absent] });
    expect(strict?.issues.map(({ path }) => path.join("."))).toStrictEqual(["address.street", "loanPurpose"]);
    expect(strict?.issues.every((issue) => issue.harm === undefined)).toBe(true);
  });
});

describe("rows with the same e-mail", () => {
  it("are one lead: the first that is ready goes, later ones name its row", async () => {
    const jane = soundLead("Jane@Example.com");
    const { planned, tally } = await plan([
      mappedRow(2, { ...jane, buildingType: "condo" }),
      mappedRow(3, jane),
      mappedRow(4, soundLead("JANE@example.com")),
      mappedRow(7, { ...jane, buildingType: "condo" }),
    ]);
    expect(planned.map(({ ready }) => ready)).toStrictEqual([false, true, false, false]);
    expect(planned[2]?.issues).toStrictEqual([
      {
        code: "custom",
        finding: "email-repeated",
        params: { row: 3, of: "sheet" },
        message: expect.any(String),
        path: ["contactInfo", "email"],
        column: "E-mail",
        cell: "D4",
      },
    ]);
    expect(planned[3]?.issues.map(({ path }) => path.join("."))).toStrictEqual(["address.unitNumber"]);
    expect(tally).toStrictEqual({ rowsRead: 4, total: 4, ready: 1, doubtful: 0 });
  });

  it("are compared among the selected rows only", async () => {
    const rows = [2, 3, 4].map((row) => rowOf(row, "jane@example.com"));
    const { planned } = await plan(rows, { selection: { ranges: [{ from: 3, to: 4 }] } });
    expect(planned.map(({ row, ready }) => [row, ready])).toStrictEqual([
      [3, true],
      [4, false],
    ]);
  });
});

describe("a selection", () => {
  const rows = Array.from({ length: 12 }, (_, index) => rowOf(index + 2));

  it("is cut by the limit last, so that each shard has that many", async () => {
    const shards = [0, 1].map(async (index) => {
      const others: number[] = [];
      const onOther = ({ row }: PlannedRow) => void others.push(row);
      const selection = { shard: { index, count: 2 }, limit: 2 };
      const { planned, tally } = await plan(rows, { selection, onOther });
      expect(planned).toHaveLength(2);
      expect(tally).toMatchObject({ rowsRead: 12, total: 2, ready: 2 });
      return { own: planned.map(({ row }) => row), others };
    });
    const [one, other] = await Promise.all(shards);
    expect([one?.others, other?.others]).toStrictEqual([other?.own, one?.own]);
  });

  it("reads the whole input whatever the limit: a fault behind it still counts", async () => {
    const broken = {
      ...inputOf([]),
      rows: (async function* () {
        yield rowOf(2);
        throw new Error("unclosed quote");
      })(),
    };
    const rows = planRows(broken, { selection: { limit: 1 }, strict: false }, emptyTally());
    const reading = rows[Symbol.asyncIterator]();
    expect((await reading.next()).value).toMatchObject({ row: 2 });
    await expect(reading.next()).rejects.toThrow("unclosed quote");
  });
});
