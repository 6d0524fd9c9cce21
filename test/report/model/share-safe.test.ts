import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnText } from "../../../src/base/own-text.ts";
import { type ReadExchange, readAnswer } from "../../../src/outcome/answer.ts";
import { afterAnswer, UNSENT } from "../../../src/outcome/lead-state.ts";
import { renderReport } from "../../../src/report/formats.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { rowText } from "../../../src/report/model/row-text.ts";
import { type SharedIssue, type SharedRow, sharedRow } from "../../../src/report/model/share-safe.ts";
import { emptyTally, planRows } from "../../../src/run/plan/judge-rows.ts";
import { runRow } from "../../../src/run/run-row.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { collected } from "../../collected.ts";
import { openContent } from "../../sheet/columns/read-content.ts";
import { storyOf, storyRow } from "../sample-story.ts";
import { textOf } from "../text-of.ts";

const AT = "2026-01-02T03:04:06.000Z";
const FORMATS = ["html", "junit", "markdown"] as const;

/** "plain" where a type has a text that may come from anywhere. */
type PlainText<T> = T extends OwnText | undefined
  ? never
  : string extends T
    ? "plain"
    : T extends readonly (infer Item)[]
      ? PlainText<Item>
      : T extends object
        ? { [Key in keyof T]-?: PlainText<T[Key]> }[keyof T]
        : never;

describe("the model of what may be shared", () => {
  it("has no text of its rows that is not the program's own, by its type", () => {
    const isNone: [PlainText<SharedRow> | PlainText<SharedIssue>] extends [never] ? true : false = true;
    expect(isNone).toBe(true);
  });
});

/** What is written into an answer, or comes in its place. */
type Shape = (text: string) => Omit<ReadExchange, "bodyComplete">;

const json = (httpStatus: number, body: unknown) => ({ sent: true, httpStatus, body: JSON.stringify(body) });

function shapesAt(status: number): Shape[] {
  return [
    (text) => json(status, { message: text }),
    (text) => json(status, { error: text, message: text }),
    (text) => json(status, { error: text, quoteId: text }),
    (text) => json(status, { success: false, error: text, quoteId: text, loginUrl: text }),
    (text) => json(status, { success: true, quoteId: text, loginUrl: text }),
    (text) => ({ sent: true, httpStatus: status, body: text }),
    (text) => json(status, { error: { issues: [{ code: text, message: text, path: [text, text] }] } }),
    (text) =>
      json(status, {
        error: {
          issues: [
            { code: "invalid_type", expected: text, received: text, message: text, path: ["address", text] },
            { code: "invalid_string", validation: text, message: text, path: ["contactInfo", "email"] },
            { code: "custom", message: `Required ${text}`, path: ["propertyUnits"], minimum: text },
            { code: "too_small", message: text, path: [text], params: { text } },
          ],
        },
      }),
  ];
}

const STATUSES = [200, 201, 204, 301, 307, 400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 502, 503, 520];
const SHAPES: readonly Shape[] = [
  ...STATUSES.flatMap(shapesAt),
  (text) => ({ sent: true, httpStatus: null, body: null, error: { code: "ECONNRESET", message: text } }),
  (text) => ({ sent: false, httpStatus: null, body: null, error: { code: "CERT_ODD", message: text } }),
];

/** A run in which every answer, note, header, notice and other run is made of one text. */
function toldRun(text: string, isAgain: boolean): RunReport {
  const exchanges = SHAPES.map((shape): ReadExchange => ({ bodyComplete: true, ...shape(text) }));
  const rows = exchanges.map((exchange, at) => {
    const { httpStatus, body, error } = exchange;
    const row = at + 2;
    const answer = readAnswer(exchange);
    const before = isAgain ? { ...UNSENT, maybeCreated: true } : UNSENT;
    const state = { ...afterAnswer(before, answer.kind, "settled"), linkIn: text };
    const last = {
      type: "result",
      decision: "settled",
      ...{ row, attempt: 1, at: AT, durationMs: 5, sent: true, httpStatus, answer, body, bodyComplete: true },
      ...(error && { error }),
    } as const;
    const said = { type: "resolved", row, word: "not-created", at: AT, by: "a person", note: text } as const;
    return runRow(
      {
        row,
        ready: true,
        cells: [text],
        lead: {
          affiliateId: text,
          contactInfo: { email: "jane@example.com", firstName: text, lastName: text },
        },
        issues: [],
        warnings: [{ code: text, message: text, path: [text], column: text, cell: text }],
      },
      {
        state,
        attempts: 1,
        last,
        pieces: answer.kind !== "created" && answer.pieces ? answer.pieces : null,
        said: isAgain ? said : undefined,
        isUnderWay: false,
      },
      { places: {}, columns: [{ name: text }] },
    );
  });
  const column = { name: text, letters: text };
  const story = storyOf(rows, [column], {
    notices: [{ code: text, message: text }],
    changes: [
      { path: "buildingType", column, from: text, to: "condo", rowCount: 2 },
      { path: "buildingType", column, from: text, to: text, rowCount: 2 },
      { path: text, column, from: text, to: text, rowCount: 2 },
    ],
  });
  return { ...story, run: { ...story.run, stops: [{ code: text, message: text, hint: text }] } };
}

async function sharedFiles(report: RunReport): Promise<string[]> {
  return Promise.all(FORMATS.map((format) => textOf(renderReport(format, report, false))));
}

const LEAD = [
  ...["Quenby", "Vandersloot", "quenby.vandersloot@example.com", "PO Box 8817", "One Wisteria Way"],
  ...["W1742 Wisteria Rd", "Calle Luna 55", "#12 Wisteria Ct", "4155552672", "(415) 555-2672"],
];

/** A lead as a hostile service writes it: in any order and spelling, cut anywhere, whatever encodes it. */
const repeated = fc
  .tuple(
    fc.shuffledSubarray(LEAD, { minLength: 1 }),
    fc.constantFrom<((text: string) => string)[]>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => Buffer.from(text).toString("base64"),
      (text) => Buffer.from(text).toString("hex"),
      (text) => [...text].reverse().join(""),
      (text) => [...text].join("\u200b"),
      (text) => JSON.stringify(JSON.stringify({ "</script>": text })),
      (text) => [...text].map((character) => `&#${character.charCodeAt(0)};`).join(""),
    ),
    fc.string({ unit: "grapheme", maxLength: 5 }),
    fc.nat(400),
  )
  .map(([words, spell, between, cut]) => `${spell(words.join(` ${between} `)).slice(cut % 60)}.`)
  .filter((text) => !/\p{Cs}|\ufffd/u.test(text));

describe("what may be shared", () => {
  it("is the same whatever the service, the sheet and persons say, but for how much it is", async () => {
    await fc.assert(
      fc.asyncProperty(repeated, fc.boolean(), async (text, isAgain) => {
        const plain = "x".repeat(text.length);
        expect(await sharedFiles(toldRun(text, isAgain))).toEqual(await sharedFiles(toldRun(plain, isAgain)));
      }),
      { numRuns: 12 },
    );
  });

  it("says of each text that it leaves out how long it is, and where it stands", async () => {
    const [page, junit, markdown] = await sharedFiles(toldRun("x".repeat(214), false));
    for (const file of [page, junit]) expect(file).toMatch(/214 characters, is in report\.csv, row \d+/);
    expect(markdown).toContain("214 characters");
  });

  it("names report.csv only for texts that stand there", async () => {
    const text = "x".repeat(214);
    for (const isAgain of [false, true])
      for await (const batch of toldRun(text, isAgain).rows())
        for (const row of batch) {
          const { elsewhere = "" } = sharedRow(row);
          // What a person noted, another run's name and an id are none of the service's words.
          const said = rowText(row).replaceAll(new RegExp(`(?:Note:|The run|quote id) ${text}`, "g"), "");
          if (elsewhere.includes("service's own")) expect(said).toContain(text);
          expect(elsewhere.includes("note")).toBe(isAgain && row.error !== null);
        }
  });

  it("has all of it where it is to reveal", async () => {
    for (const format of FORMATS)
      expect(await textOf(renderReport(format, toldRun("Wisteria", false), true))).toContain("Wisteria");
  });

  it("holds nothing of a lead whose cells stand in whichever column, but its e-mail masked", async () => {
    const headers = Object.keys(SHEET);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.values(SHEET), { minLength: 3 }), async (cells) => {
        const quoted = cells.map((cell) => `"${cell}"`);
        const sheet = [
          headers.join(","),
          quoted.join(","),
          Object.values(SHEET)
            .map((cell) => `"${cell}"`)
            .join(","),
        ];
        const told = (await sharedFiles(await checkedRun(`${sheet.join("\n")}\n`))).join("\n").toLowerCase();
        expect(TELLING.filter((word) => told.includes(word))).toEqual([]);
        // What the checks here find is said all the same, and not only that something was found.
        expect(told).not.toContain("something was found here");
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["jane.doe@example.com", "j***@example.com"],
    ["Jane Doe", "***"],
    ["jane@12 Wisteria Way", "***"],
    ["jane@wisteria", "***"],
    ["@example.com", "***"],
    ["a@b@example.com", "a***@example.com"],
  ])("masks %s as %s", async (email, masked) => {
    const row = await toldRow();
    const story = storyOf([{ ...row, applicant: { ...row.applicant, email } }], []);
    expect(await textOf(renderReport("html", story, false))).toContain(JSON.stringify(masked));
  });
});

async function toldRow() {
  for await (const [row] of toldRun("x", false).rows()) if (row) return row;
  throw new Error("no row");
}

const SHEET = {
  "First Name": "Quenby",
  "Last Name": "Vandersloot",
  Email: "quenby.vandersloot@example.com",
  Phone: "(415) 555-2672",
  "Property Type": "Zanebuilding",
  Units: "31337",
  Purpose: "Zanepurpose",
  Use: "Zaneusage",
  Street: "W1742 Wisteria Rd",
  City: "Zanesborough",
  State: "Zanestate",
  Zip: "94117-8817",
  "Home Street": "Calle Luna 5599",
  "Home City": "Zanetown",
  "Home State": "QQ",
  "Home Zip": "90210-4455",
  Rent: "$71,717.00",
  Listed: "Zanemaybe",
  Reference: "REF-77-Quix",
};
/** Words that stand in no text of ours. */
const TELLING = Object.values(SHEET)
  .flatMap((cell) => [cell, ...cell.split(/[\s@$,()-]+/)])
  .map((word) => word.toLowerCase())
  .filter((word) => word.length >= 4 && !["example.com", "luna"].includes(word));

async function checkedRun(sheet: string): Promise<RunReport> {
  const input = mapInput(await openContent(sheet));
  const planned = await collected(planRows(input, { selection: {}, strict: false }, emptyTally()));
  const rows = planned.map((row) =>
    runRow(
      row,
      {
        ...{ attempts: 0, last: null, pieces: null, isUnderWay: false },
        state: { status: row.ready ? "pending" : "invalid", maybeCreated: false, resumable: false },
      },
      { places: {}, columns: input.columns },
    ),
  );
  const { notices, columns, changes } = input;
  return storyOf(rows, columns, { notices, changes });
}

it("what is said of a row has no login token in it, though the service wrote one into its refusal", () => {
  const link = "https://service.example/api/auth/callback/credentials?token=eyJ0.abc&next=/";
  const issue = { code: "custom", message: `Log in at ${link}`, path: [] };
  const text = rowText(storyRow(2, { issues: [issue], error: `The service answered 400, "${link}".` }));
  expect(text).not.toContain("eyJ0");
  expect(text).toContain("token=***&next=/; The service");
});
