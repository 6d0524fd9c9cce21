import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../src/outcome/answer.ts";
import { decodeLine, encodeLine } from "../../../src/run/journal/journal-line.ts";
import type { JournalRecord } from "../../../src/run/journal/journal-record.ts";
import { journalRecord, resultRecord } from "./record-arbitrary.ts";

describe("a line of the journal", () => {
  it("gives back the record that it was made of, on one line", () => {
    fc.assert(
      fc.property(journalRecord, (record) => {
        const line = encodeLine(record);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(decodeLine(bytesOf(line))).toStrictEqual(JSON.parse(JSON.stringify(record)));
      }),
    );
  });

  it("is JSON that any program can read", () => {
    fc.assert(
      fc.property(journalRecord, (record) => {
        const { crc, ...rest } = JSON.parse(encodeLine(record));
        expect(crc).toMatch(/^[0-9a-f]{8}$/);
        expect(rest).toStrictEqual(JSON.parse(JSON.stringify(record)));
      }),
    );
  });

  it("reads an answer once more that an older version could not read: it may hold a login link", () => {
    const older = {
      type: "result",
      row: 2,
      attempt: 1,
      decision: "settled",
      at: "2026-01-02T03:04:05.678Z",
      durationMs: 1,
      sent: true,
      httpStatus: 200,
      answer: { kind: "unreadable" },
      body: '{"success":true,"quoteId":12345678901234567890,"loginUrl":"https://host/x"}',
      bodyComplete: false,
    } as const satisfies JournalRecord;
    const answer = { kind: "created", quoteId: "12345678901234567890", loginUrl: "https://host/x" };
    const line = bytesOf(encodeLine(older));
    expect(decodeLine(line)).toStrictEqual({ ...older, answer });
  });

  it.each(["server-error", "refused", "gateway-error", "no-answer"] as const)(
    "finds what arrived of a quote in an answer (%s) of which an older version did not note it",
    (kind) => {
      const older = {
        type: "result",
        row: 2,
        attempt: 1,
        decision: "settled",
        at: "2026-01-02T03:04:05.678Z",
        durationMs: 1,
        sent: true,
        httpStatus: 500,
        answer: { kind } as Answer,
        body: '{"quoteId":"q-1","loginUrl":"https://host/x',
        bodyComplete: false,
      } as const satisfies JournalRecord;
      const line = bytesOf(encodeLine(older));
      expect(decodeLine(line)).toStrictEqual({ ...older, answer: { kind, pieces: { quoteId: "q-1" } } });
    },
  );

  it("is refused when any of its bytes has changed", () => {
    fc.assert(
      fc.property(journalRecord, fc.integer({ min: 1, max: 255 }), fc.nat(), (record, mask, place) => {
        const line = bytesOf(encodeLine(record));
        const at = place % line.length;
        line[at] = (line[at] ?? 0) ^ mask;
        expect(decodeLine(line)).toBeUndefined();
      }),
    );
  });

  it("is refused when it is cut off anywhere", () => {
    fc.assert(
      fc.property(resultRecord, (record) => {
        const line = bytesOf(encodeLine(record));
        for (let length = 0; length < line.length; length++)
          expect(decodeLine(line.subarray(0, length))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

/** A line's bytes as a reader gets them, without the newline. */
function bytesOf(line: string): Buffer {
  return Buffer.from(line.slice(0, -1));
}
