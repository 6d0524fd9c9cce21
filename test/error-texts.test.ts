import { expect, it } from "vitest";
import { type ErrorText, type ErrorTexts, errorsOf } from "../src/base/cli-error.ts";
import { EXIT } from "../src/base/exit-codes.ts";
import { FILE_WRITE_ERRORS } from "../src/base/file-error.ts";
import { COMMAND_ERRORS } from "../src/cli/command-errors.ts";
import { DESK_ERRORS, hintOnPage } from "../src/desk/desk-errors.ts";
import { JOB_ERRORS } from "../src/job/job-errors.ts";
import { answerProblem } from "../src/job/owner-answer-texts.ts";
import { REPORT_ERRORS } from "../src/report/report-errors.ts";
import { RUN_ERRORS, RUN_FILE_ERRORS } from "../src/run/run-errors.ts";
import { fixFinding } from "../src/run/run-texts.ts";
import { SANDBOX_ERRORS } from "../src/sandbox/sandbox-errors.ts";
import { addressSetting, targetSettings } from "../src/send/stop-texts.ts";
import { SETTINGS_ERRORS } from "../src/settings/settings-errors.ts";
import { FILE_ERRORS } from "../src/sheet/file-errors.ts";
import { mappingFinding } from "../src/sheet/mapping/mapping-texts.ts";
import { SHEET_ERRORS } from "../src/sheet/sheet-errors.ts";
import { PREFLIGHT_ERRORS, SMOKE_ERRORS } from "../src/smoke/smoke-errors.ts";

/** Parameters that are not words, whatever the error. */
const GIVEN: Readonly<Record<string, unknown>> = {
  ...{ row: 7, line: 9, rows: "5,6", rowCount: 3, count: 3, moreCount: 2, bytes: 5, rounds: 0, links: 2 },
  ...{ min: 1, max: 256, pid: 4711, lostCount: 2, port: 8080, runCount: 2, recordCount: 12, rowsRead: 48 },
  ...{
    isInUse: false,
    isNamed: true,
    isSandbox: false,
    isTaken: true,
    isKept: true,
    isJson: false,
    isOne: false,
  },
  ...{
    names: ["staging", "production"],
    choices: ["csv", "json"],
    formats: ["csv", "xlsx"],
    ids: ["a", "b"],
  },
  ...{
    copies: ["a", "b"],
    dirs: ["run-1", "run-2"],
    each: ["a", "b"],
    targets: ["here", "there"],
    values: ["a", "b"],
    runs: ["a", "b"],
  },
  ...{ others: ["--undo"], notes: ["Three were sent."], by: "file", kind: "pdf", why: "the disk is full" },
  ...{ doubt: "other-host", toldBy: "mark", item: undefined, near: undefined, hint: "‹hint›", host: null },
  ...{
    bound: { baseUrl: "‹address›", partner: "‹partner›" },
    target: { baseUrl: "‹other›", partner: "‹partner›" },
  },
  ...{
    environment: { value: "staging", source: "--env" },
    other: { value: "‹other›", source: "LEADCTL_BASE_URL" },
  },
  ...{ address: { value: "acme", source: "the address in --base-url", isInAddress: true } },
  ...{ dir: "‹dir›", rescuePath: "‹rescuePath›", lastRow: 48, areAllGaps: false },
};

/** Every other parameter is a placeholder that reads `‹name›`. */
const PARAMS: unknown = new Proxy(GIVEN, {
  get: (given, name) => (Object.hasOwn(given, name) ? given[String(name)] : `‹${String(name)}›`),
});

const OVERLAP = { row: 5, dirs: ["run-1", "run-2"] };
const ANSWERS = { problems: [answerProblem({ line: 3 }, "answered-twice", { row: 7 })] };

const FAULTS = { source: "‹source›", problems: [{ place: "‹place›", message: "‹problem›" }], moreCount: 2 };
const CAME = {
  ...{ status: 302, cause: "reset (ECONNRESET)", place: "https://sso.example", page: "a web page" },
  ...{ waited: " (after 5m00s of waiting)", keyVariable: "STAGING_KEY" },
  ...{ address: addressSetting("staging"), settings: targetSettings("staging") },
};

/** Parameters of errors that take others of the same names. */
const OWN_PARAMS: Readonly<Record<string, unknown>> = {
  "config-invalid": { file: "‹file›", problems: [{ path: "‹path›", line: 3, message: "‹problem›" }] },
  "sandbox-faults": FAULTS,
  "sandbox-faults/flags": FAULTS,
  ...Object.fromEntries(Object.keys(PREFLIGHT_ERRORS).map((finding) => [finding, CAME])),
  "fix-not-matched": {
    name: "‹name›",
    problems: [{ row: 3, ...fixFinding("row-number-missing") }],
    moreCount: 2,
  },
  "resolve-unusable": ANSWERS,
  "resolve-unusable/lines": ANSWERS,
  "shards-overlap": OVERLAP,
  "mapping-invalid": {
    name: "‹name›",
    problems: [{ ...mappingFinding("key-twice"), place: "‹place›" }, mappingFinding("no-mapping")],
    hint: "‹hint›",
  },
  "json-broken/several-lists": { name: "‹name›", key: "‹key›", other: "‹other›" },
};

const SHEETS: ErrorTexts = { ...FILE_ERRORS, ...SHEET_ERRORS };
const RUNS: ErrorTexts = { ...RUN_FILE_ERRORS, ...RUN_ERRORS };

const CATALOGUES: readonly (readonly [title: string, texts: ErrorTexts])[] = [
  ["Files and sheets (src/sheet/file-errors.ts, sheet-errors.ts)", SHEETS],
  ["Options, settings and places (src/settings/settings-errors.ts)", SETTINGS_ERRORS],
  ["Commands (src/cli/command-errors.ts)", COMMAND_ERRORS],
  ["Rounds, questions and the owner's answers (src/job/job-errors.ts)", JOB_ERRORS],
  ["Runs and their files (src/run/run-errors.ts)", RUNS],
  ["Files that cannot be written (src/base/file-error.ts)", FILE_WRITE_ERRORS],
  ["Reports (src/report/report-errors.ts)", REPORT_ERRORS],
  ["The desk (src/desk/desk-errors.ts)", DESK_ERRORS],
  ["Checks of an environment (src/smoke/smoke-errors.ts)", { ...SMOKE_ERRORS, ...PREFLIGHT_ERRORS }],
  ["The sandbox (src/sandbox/sandbox-errors.ts)", SANDBOX_ERRORS],
];

function linesOf([title, texts]: (typeof CATALOGUES)[number]): string[] {
  const lines = Object.entries(texts).flatMap(([finding, text]) => {
    const params = OWN_PARAMS[finding] ?? PARAMS;
    const { message, hint, pageHint, asks }: ErrorText = text(params as never);
    const page = [
      pageHint === undefined ? [] : `  page: ${pageHint}`,
      asks === undefined ? [] : `  asks: ${asks}`,
    ];
    return [finding, `  ${message}`, `  hint: ${hint}`, ...page.flat()];
  });
  return [`## ${title}`, "", ...lines, ""];
}

it("tells every error with a hint, and each with all of its parameters", async () => {
  const document = CATALOGUES.flatMap(linesOf).join("\n");
  expect(document).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  await expect(document).toMatchFileSnapshot("__snapshots__/error-texts.txt");
});

const OF_TERMINALS = /--[a-z]|`|\b(?:resume|replay|resolve)\b|:$/;

/** Errors of the rooms below that no page meets: a desk gives no such order, or asks before. */
const OF_COMMANDS =
  /^(?:stopped|open_questions|not-confirmed|usage|target-mismatch|out-|no-runs?$|run-locked\/report|bug|desk-port)/;

it("names nothing on a page that a terminal alone has", () => {
  const catalogues: readonly ErrorTexts[] = [DESK_ERRORS, JOB_ERRORS, RUNS, FILE_WRITE_ERRORS];
  const named = catalogues.flatMap((texts) =>
    Object.keys(texts).flatMap((finding) => {
      if (OF_COMMANDS.test(finding)) return [];
      const params = OWN_PARAMS[finding] ?? PARAMS;
      const hint = hintOnPage(errorsOf(texts, EXIT.usage)(finding, params as never));
      return OF_TERMINALS.test(hint) ? `${finding}: ${hint}` : [];
    }),
  );
  expect(named).toStrictEqual([]);
});
