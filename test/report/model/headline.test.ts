import { describe, expect, it } from "vitest";
import { resultOf, stopReason } from "../../../src/report/model/headline.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { shareSafe } from "../../../src/report/model/share-safe.ts";
import { type StoryFields, storyOf, storyRow } from "../sample-story.ts";

describe("the result of a run, in a line", () => {
  it.each<[string, StoryFields[], string]>([
    ["all created", [{}, {}], "All 2 rows created"],
    ["one row", [{}], "The row was created"],
    ["one to correct", [{ status: "invalid" }], "Nothing was created: 1 needs corrections"],
    [
      "one in doubt",
      [{ status: "unknown", maybeCreated: true }],
      "No row is known to be created: 1 may exist",
    ],
    [
      "some of each",
      [
        {},
        { status: "invalid" },
        { status: "rejected" },
        { status: "unknown", maybeCreated: true },
        { status: "duplicate" },
        { status: "failed" },
        { status: "pending" },
        { status: "rejected", unfixable: true },
      ],
      "1 of 8 rows created, 2 need corrections, 1 may exist, 1 existed before, 1 failed, 1 is still to be sent, " +
        "1 was refused",
    ],
    ["none", [{ status: "rejected" }, { status: "rejected" }], "Nothing was created: 2 need corrections"],
    [
      "a rejected row that may exist",
      [{}, { status: "rejected", maybeCreated: true }],
      "1 of 2 rows created, 1 may exist",
    ],
    [
      "one that the service's owner has",
      [{ status: "unconfirmed", word: "created" }],
      "0 of 1 row created, 1 confirmed by hand",
    ],
  ])("says of %s what its rows need", (_what, rows, text) => {
    expect(resultOf(storyOfRows(rows))).toMatchObject({ text, why: null });
  });

  it("says why it stopped, and whether anything may have been created", () => {
    const stop = (stopReason: string, rows: StoryFields[]) =>
      resultOf(stopped(stopReason, storyOfRows(rows)));
    expect(stop("The key was refused", [{ status: "pending" }, { status: "invalid" }])).toEqual({
      text: "Nothing was created: 1 needs corrections, 1 is still to be sent",
      why: "The key was refused.",
      tone: "bad",
    });
    expect(
      stop("The first 3 leads were not answered", [
        { status: "unknown", maybeCreated: true },
        { status: "pending" },
      ]),
    ).toEqual({
      text: "No row is known to be created: 1 may exist, 1 is still to be sent",
      why: "The first 3 leads were not answered.",
      tone: "bad",
    });
    expect(stop("Stopped by hand", [{}, { status: "pending" }])).toEqual({
      text: "1 of 2 rows created, 1 is still to be sent",
      why: "Stopped by hand.",
      tone: "attention",
    });
  });

  it("says once why several parts of an input stopped, though each says it of itself", () => {
    const story = storyOfRows([{ status: "pending" }]);
    const stops = ["401 in the first", "401 in the second"].map((message) => ({
      code: "unauthorized",
      message,
    }));
    const told = { ...story, run: { ...story.run, stops } };
    expect(stopReason(told.run)).toBe("401 in the first. 401 in the second");
    const shared = shareSafe(told).run;
    expect(stopReason(shared)).toBe(shared.stops[0]?.message);
  });

  it("speaks of a check as what could be sent", () => {
    const check = (rows: StoryFields[]) => {
      const story = storyOfRows(rows);
      return resultOf({ ...story, run: { ...story.run, isCheck: true } });
    };
    const [ready, bad] = [{ status: "pending" }, { status: "invalid" }] as const;
    expect(check([ready, ready])).toMatchObject({ text: "All 2 rows are ready to be sent", tone: "good" });
    expect(check([ready, bad])).toMatchObject({
      text: "1 of 2 rows ready to be sent, 1 needs corrections",
      tone: "attention",
    });
    expect(check([bad, bad])).toMatchObject({ text: "No row is ready to be sent: 2 need corrections" });
  });

  it("tells rows that only wait for a person's word from those that need corrections", () => {
    const statuses = ["created", "invalid", "invalid"] as const;
    const story = (heldRows: readonly number[], isCheck?: true) => {
      const whole = storyOfRows(
        statuses.map((status, at) => ({ status, ...(heldRows.includes(at + 2) && { held: true }) })),
      );
      return { ...whole, run: { ...whole.run, ...(isCheck && { isCheck }) } };
    };
    const partsOf = (report: RunReport) => resultOf(report).text.match(/\d+ (?:need|wait)s?\b/g) ?? [];
    expect(partsOf(story([3]))).toStrictEqual(["1 waits", "1 needs"]);
    expect(partsOf(story([3, 4]))).toStrictEqual(["2 wait"]);
    expect(partsOf(story([3, 4, 2], true))).not.toContain("2 need");
  });
});

function storyOfRows(rows: readonly StoryFields[]): RunReport {
  return storyOf(
    rows.map((fields, index) => storyRow(index + 2, fields)),
    [],
  );
}

function stopped(stopReason: string, story: RunReport): RunReport {
  return { ...story, run: { ...story.run, complete: false, stops: [{ code: "x", message: stopReason }] } };
}
