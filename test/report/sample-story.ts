import type { RunEvidence } from "../../src/outcome/evidence.ts";
import type { LeadState } from "../../src/outcome/lead-state.ts";
import { countRow, emptySummary } from "../../src/outcome/status.ts";
import type { RunReport } from "../../src/report/model/report-model.ts";
import type { ResultRecord } from "../../src/run/journal/journal-record.ts";
import type { Applicant } from "../../src/run/plan/plan-record.ts";
import type { RunRow } from "../../src/run/run-row.ts";
import type { Column } from "../../src/sheet/table.ts";
import { countsOf } from "../outcome/counts-of.ts";

/** A row with such fields. */
export interface StoryFields
  extends Partial<Omit<RunRow, "row" | "applicant" | "state" | "last">>,
    Partial<Omit<LeadState, "resumable">>,
    Partial<Applicant>,
    Partial<Pick<ResultRecord, "httpStatus" | "durationMs" | "answer" | "body">> {}

export function storyRow(row: number, fields: StoryFields): RunRow {
  const { cells = [], affiliateId = null, email = null, firstName = null, lastName = null, ...own } = fields;
  const { status = "created", maybeCreated = false, unfixable, dismissed, held, word, linkIn, ...rest } = own;
  const { httpStatus = null, durationMs = 0, answer = { kind: "server-error" }, body = null, ...told } = rest;
  const at = "2026-01-02T03:04:06.000Z";
  return {
    row,
    ready: status !== "invalid",
    cells,
    applicant: { affiliateId, email, firstName, lastName },
    state: {
      ...{ status, maybeCreated, resumable: false },
      ...(unfixable && { unfixable }),
      ...(dismissed && { dismissed }),
      ...(held && { held }),
      ...(word && { word }),
      ...(linkIn !== undefined && { linkIn }),
    },
    last:
      httpStatus === null
        ? null
        : {
            ...{ type: "result", row, attempt: 1, decision: "settled", at, durationMs, sent: true },
            ...{ httpStatus, answer, body, bodyComplete: true },
          },
    pieces: null,
    isUnderWay: false,
    quoteId: null,
    loginUrl: null,
    attempts: 0,
    issues: [],
    warnings: [],
    error: null,
    ...told,
  };
}

const BATCH_ROWS = 200;

/** A story of rows held in memory, its summary counted from them. */
export function storyOf(
  rows: readonly RunRow[],
  columns: readonly Column[],
  fields: Partial<RunReport> = {},
): RunReport {
  const summary = emptySummary();
  for (const { state } of rows) countRow(summary, state);
  return {
    run: {
      id: "2026-01-02T030405Z-leads",
      dir: "leadctl-runs/2026-01-02T030405Z-leads",
      complete: true,
      rowsRead: rows.length,
      input: "leads.csv",
      target: { baseUrl: "https://service.example.test", partner: "acme" },
      startedAt: "2026-01-02T03:04:05.000Z",
      endedAt: "2026-01-02T03:04:09.000Z",
      stops: [],
    },
    summary,
    format: "csv",
    delimiter: ",",
    places: {},
    columns,
    notices: [],
    changes: [],
    evidence: () => [evidenceOf(rows)],
    groups: () => rows.map(({ state }) => ({ state, count: 1 })),
    outcomes: () => rows.map(({ row, state }) => ({ row, state })),
    async *rows(isWanted = () => true) {
      const wanted = rows.filter(({ row }) => isWanted(row));
      for (let at = 0; at < wanted.length; at += BATCH_ROWS) yield wanted.slice(at, at + BATCH_ROWS);
    },
    sentRequests: async () => new Map(),
    ...fields,
  };
}

function evidenceOf(rows: readonly RunRow[]): RunEvidence {
  return {
    dir: "leadctl-runs/2026-01-02T030405Z-leads",
    condition: "complete",
    counts: countsOf(rows.map(({ row, state }) => [row, state])),
    files: { fix: "fix.csv", report: "report.csv" },
  };
}

/** One row of every kind that reports treat differently. */
export function sampleStory(fields: Partial<RunReport> = {}): RunReport {
  const columns: Column[] = ["ID", "First Name", "E-mail", "Phone", "Unit #"].map((name, index) => ({
    name,
    letters: "ABCDE".charAt(index),
    keys: name === "ID" ? ["affiliateId"] : ["contact", name],
  }));
  return storyOf(SAMPLE_ROWS, columns, fields);
}

const UNIT_ISSUE = {
  code: "custom",
  message: "Required for condo properties",
  path: ["address", "unitNumber"],
};
const EMAIL_ISSUE = {
  validation: "email",
  code: "invalid_string",
  message: "Invalid email",
  path: ["contactInfo", "email"],
};

const SAMPLE_ROWS = [
  storyRow(2, {
    cells: ["007", "Núñez", "n@example.test", "+1 555-010-0001", ""],
    affiliateId: "007",
    email: "n@example.test",
    firstName: "Núñez",
    quoteId: "q-1",
    loginUrl: "https://service.example.test/api/auth/callback/credentials?token=abc",
    httpStatus: 200,
    attempts: 2,
  }),
  storyRow(3, {
    status: "invalid",
    cells: ["8", 'Ann, "A"\nLee', "nobody", "+1 555-010-0002"],
    email: "nobody",
    issues: [
      { ...UNIT_ISSUE, column: "Unit #", cell: "E3" },
      { ...EMAIL_ISSUE, column: "E-mail", cell: "C3" },
    ],
  }),
  storyRow(4, {
    status: "rejected",
    cells: ["9", "=1+1", "c@example.test", "'-4", null],
    email: "c@example.test",
    httpStatus: 400,
    attempts: 1,
    issues: [UNIT_ISSUE, { code: "custom", message: "Not now", path: [] }],
  }),
  storyRow(5, {
    status: "rejected",
    cells: ["10", "Bo", "b@example.test", -5, true],
    httpStatus: 400,
    attempts: 2,
    issues: [{ code: "custom", message: "Too small", path: ["address", "lot"] }],
    maybeCreated: true,
    error: "Perhaps it was created.",
  }),
  storyRow(6, { status: "pending", cells: ["11", { json: '["a",1]' }, "d@example.test"] }),
];
