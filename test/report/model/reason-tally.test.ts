import { describe, expect, it } from "vitest";
import { personal } from "../../../src/base/finding.ts";
import { happenedFinding } from "../../../src/outcome/happened-texts.ts";
import { ReasonTally, RowTally } from "../../../src/report/model/reason-tally.ts";
import { runFinding } from "../../../src/run/run-texts.ts";
import { cellFinding } from "../../../src/sheet/cell-texts.ts";
import { storyRow } from "../sample-story.ts";

const CONDO = { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] };

describe("the tally of reasons", () => {
  it("groups issues by column and message, the most frequent first, with their first cells", () => {
    const tally = new ReasonTally();
    tally.add({ code: "custom", message: "Invalid email", path: ["contactInfo", "email"] }, 2);
    for (let row = 3; row <= 7; row++) tally.add({ ...CONDO, column: "Unit #", cell: `O${row}` }, row);
    tally.add({ message: "No answer." }, 9);
    expect(tally.reasons()).toEqual([
      { number: 1, message: CONDO.message, column: "Unit #", count: 5, examples: ["O3", "O4", "O5"] },
      { number: 0, message: "Invalid email", column: "Email", count: 1, examples: ["row 2"] },
      { number: 2, message: "No answer.", count: 1, examples: ["row 9"] },
    ]);
  });

  it("names each run that has links, and counts no row that was taken out", () => {
    const tally = new RowTally();
    const linked = (row: number, run: string) =>
      storyRow(row, {
        status: "duplicate",
        error: happenedFinding("created-by-run", { run }).message,
        linkIn: run,
      });
    const runs = ["2026-01-02T030405Z-leads", "2026-01-03T030405Z-leads"];
    for (const [at, run] of runs.entries()) for (const row of [2, 4]) tally.add(linked(row + at, run));
    const out = linked(9, "2026-01-04T030405Z-leads");
    tally.add({ ...out, state: { ...out.state, dismissed: true } });
    expect(tally.reasons.reasons()).toEqual(
      runs.map((run, at) => ({
        number: at,
        message: happenedFinding("created-by-run", { run }).message,
        count: 2,
        examples: [`row ${2 + at}`, `row ${4 + at}`],
      })),
    );
  });

  it("puts what loses data first, then what is doubtful, then what was changed, and mere absence last", () => {
    const tally = new ReasonTally();
    const warning = { code: "custom", path: ["contactInfo", "phone"] };
    for (const row of [2, 3, 4]) tally.add({ ...warning, message: "No value" }, row);
    for (const row of [2, 3]) tally.add({ ...warning, message: "Zeros were put back", harm: "changed" }, row);
    tally.add({ ...warning, message: "Short", harm: "doubtful" }, 2);
    tally.add({ ...warning, message: "Left out", harm: "lost" }, 2);
    const messages = tally.reasons().map(({ message }) => message);
    expect(messages).toEqual(["Left out", "Short", "Zeros were put back", "No value"]);
  });

  it("takes messages that differ in a number or a quoted value for one kind", () => {
    const tally = new ReasonTally();
    for (const row of [17, 18]) tally.add({ ...CONDO, message: `Same e-mail as row ${row}` }, row + 1);
    for (const text of ["four", "x"]) tally.add({ ...CONDO, message: `"${text}" is no number` }, 2);
    for (const row of [1, 2]) tally.add({ ...CONDO, message: "At least 3" }, row);
    expect(tally.reasons().map(({ message, count }) => [message, count])).toEqual([
      ["Same e-mail as row 17 (and others like it)", 2],
      ['"four" is no number (and others like it)', 2],
      ["At least 3", 2],
    ]);
  });

  it("keeps words apart that were read as values: which one it was decides what is sent", () => {
    const tally = new ReasonTally();
    const read = (text: string, value: string) => ({
      code: "custom",
      ...cellFinding("word-likely", {
        text: personal(text),
        field: "propertyUsage",
        value,
        why: "let-not-use",
      }),
      path: ["propertyUsage"],
      column: "Occupancy",
    });
    for (const issue of [
      read("Rental", "investment"),
      read("Vacation", "secondHome"),
      read("Rental", "investment"),
    ])
      tally.add(issue, 2);
    expect(tally.reasons().map(({ message, count }) => [message, count])).toEqual([
      [read("Rental", "investment").message, 2],
      [read("Vacation", "secondHome").message, 1],
    ]);
    expect(tally.kindOf(read("Vacation", "secondHome"))).toBe(1);
  });

  it("counts what a code names by its code, whatever its numbers and a person's words are", () => {
    const tally = new ReasonTally();
    const issue = { code: "custom", path: ["contactInfo", "email"], column: "Email" };
    for (const row of [17, 18])
      tally.add({ ...issue, ...runFinding("email-repeated", { row, of: "sheet" }) }, row + 1);
    tally.add({ ...issue, ...runFinding("email-repeated", { row: 17, of: "run" }) }, 20);
    for (const text of ["a b", "c"])
      tally.add({ ...issue, ...cellFinding("emails-several", { text: personal(text) }) }, 21);
    expect(tally.reasons().map(({ count }) => count)).toEqual([2, 2, 1]);
  });

  it("keeps at most a thousand kinds and short texts, and counts the rest", () => {
    const tally = new ReasonTally();
    const word = (index: number): string =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));
    for (let index = 0; index < 1200; index++)
      tally.add({ ...CONDO, message: `Odd ${word(index)} ${"x".repeat(5000)}` }, index);
    const kinds = tally.reasons();
    expect(kinds).toHaveLength(1001);
    expect(kinds.at(-1)?.count).toBe(200);
    expect(Math.max(...kinds.map(({ message }) => message.length))).toBeLessThan(310);
  });

  it("keeps refusals apart that differ in status or text, and takes numbers of requests for nothing", () => {
    const tally = new ReasonTally();
    const refused = (status: number, text: string) => ({
      message: `The service refused it: the service answered ${status}, "${text}".`,
    });
    for (const text of [refused(413, "too large"), refused(422, "too large"), refused(422, "odd")])
      tally.add(text, 2);
    for (const id of ["req-81f0aa31", "req-77ab0c12"]) tally.add(refused(409, `conflict ${id}`), 3);
    expect(tally.reasons().map(({ count }) => count)).toStrictEqual([2, 1, 1, 1]);
    expect(tally.kindOf(refused(422, "odd"))).toBe(2);
  });
});
