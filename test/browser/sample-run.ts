import { toldText } from "../../src/outcome/happened-texts.ts";
import { whatHappened } from "../../src/outcome/what-happened.ts";
import type { RunReport } from "../../src/report/model/report-model.ts";
import type { RunRow } from "../../src/run/run-row.ts";
import { storyOf, storyRow } from "../report/sample-story.ts";

const BOOM = '{"message":"boom"}';
const FAILED = { status: "failed", maybeCreated: true, resumable: false } as const;

const UNIT_ISSUE = {
  code: "custom",
  message: "Required for condo properties",
  path: ["address", "unitNumber"],
  column: "Unit #",
};
const EMAIL_ISSUE = {
  code: "invalid_string",
  message: "Invalid email",
  path: ["contactInfo", "email"],
  column: "E-mail",
};

/** Rows of every kind by turns, from row 2 on. */
export function sampleRun(rowCount: number): RunReport {
  const rows = Array.from({ length: rowCount }, (_, index) => rowOf(index + 2));
  return storyOf(rows, [{ name: "E-mail", letters: "H" }]);
}

function rowOf(row: number): RunRow {
  const person = {
    affiliateId: `REF-${row}`,
    email: `applicant-${row}@example.com`,
    firstName: "Jane",
    lastName: `Doe ${row}`,
  };
  switch (row % 10) {
    case 3:
      return storyRow(row, { ...person, status: "invalid", issues: [{ ...UNIT_ISSUE, cell: `O${row}` }] });
    case 4:
      return storyRow(row, {
        ...person,
        status: "rejected",
        httpStatus: 400,
        attempts: 1,
        durationMs: 30,
        issues: [{ ...EMAIL_ISSUE, cell: `H${row}` }],
      });
    case 5:
      return storyRow(row, {
        ...person,
        status: "failed",
        httpStatus: 500,
        attempts: 2,
        durationMs: 30,
        error: toldText(
          whatHappened(FAILED, { answer: { kind: "server-error" }, httpStatus: 500, body: BOOM }),
        ),
        maybeCreated: true,
        body: BOOM,
      });
    default:
      return storyRow(row, {
        ...person,
        quoteId: `0f5f7a52-92d1-4f2c-9f8e-${String(row).padStart(12, "0")}`,
        loginUrl: `https://service.example.test/api/auth/callback/credentials?token=secret-${row}`,
        httpStatus: 200,
        attempts: 1,
        durationMs: 20 + (row % 50),
      });
  }
}
