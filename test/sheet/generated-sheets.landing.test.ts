import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { emptyTally, planRows } from "../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../src/run/plan/plan-record.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import type { Question } from "../../src/sheet/question.ts";
import { collected } from "../collected.ts";
import {
  type GeneratedColumn,
  type GeneratedSheet,
  lettersAt,
  MARKS,
  makeSheet,
  PLAIN_CHOICE,
  sheetChoice,
  writeSheet,
} from "../sheet-truth/generated-sheet.ts";
import { FAMILIES } from "../sheet-truth/header-families.ts";
import { flat } from "../sheet-truth/judge-row.ts";
import type { LeadValue } from "../sheet-truth/truth.ts";
import { openContent } from "./columns/read-content.ts";

/**
 * Sheets made of known leads, of any family of headers, layout and order of columns: what would be sent is what was
 * put in, or it is absent with a word about it, or asked about.
 */

interface Reading {
  rows: readonly PlannedRow[];
  questions: readonly Question[];
  /** All that is said of the sheet as a whole. */
  notices: string;
  /** Set when the sheet is refused as a whole. */
  refusal?: CliError;
}

async function read(sheet: GeneratedSheet): Promise<Reading> {
  try {
    const input = mapInput(await openContent(writeSheet(sheet).csv));
    const rows = await collected(planRows(input, { selection: {}, strict: false }, emptyTally()));
    const notices = input.notices.map(({ message }) => message).join("\n");
    return { rows, questions: input.questions.open, notices };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { rows: [], questions: [], notices: "", refusal: error };
  }
}

/** What is sent otherwise than it was put in, or left out without a word, in sentences. */
function faults(sheet: GeneratedSheet, { rows, questions, notices, refusal }: Reading): string[] {
  if (refusal) return [`refused: ${refusal.message}`];
  const leadRows = writeSheet(sheet).rows;
  const found: string[] = [];
  for (const { row, ready } of rows) {
    if (ready && !leadRows.includes(row)) found.push(`row ${row} is no lead`);
  }
  for (const [index, number] of leadRows.entries()) {
    const row = rows.find((each) => each.row === number);
    if (row === undefined) found.push(`row ${number} is lost`);
    else found.push(...rowFaults(sheet, index, row, { questions, notices }));
  }
  return found;
}

function rowFaults(
  sheet: GeneratedSheet,
  index: number,
  { row, lead, issues, warnings }: PlannedRow,
  { questions, notices }: Pick<Reading, "questions" | "notices">,
): string[] {
  const sent = flat(lead);
  const found: string[] = [];
  const meant = valuesOf(sheet.columns, index);
  const isAsked = (path: string) => questions.some((question) => isAbout(question, path, sheet));
  for (const [path, value] of Object.entries(sent)) {
    if (isSame(value, meant[path]) || isAsked(path)) continue;
    found.push(`row ${row}, ${path}: ${JSON.stringify(value)} for ${JSON.stringify(meant[path] ?? null)}`);
  }
  for (const [path, value] of Object.entries(meant)) {
    if (sent[path] !== undefined || isAsked(path)) continue;
    const letters = lettersOf(path, sheet);
    const isTold =
      [...issues, ...warnings].some(
        (issue) => issue.path.join(".") === path || issue.cell === `${letters}${row}`,
      ) || notices.includes(`(${letters})`);
    if (!isTold) found.push(`row ${row}, ${path}: nothing for ${JSON.stringify(value)}`);
  }
  return found;
}

const isSame = (a: LeadValue | undefined, b: LeadValue | undefined) =>
  a === b || String(a).toLowerCase().replace(/[.,]/g, "") === String(b).toLowerCase().replace(/[.,]/g, "");

function valuesOf(columns: readonly GeneratedColumn[], index: number): Record<string, LeadValue> {
  return Object.assign({}, ...columns.map(({ cells }) => cells[index]?.values));
}

function lettersOf(path: string, sheet: GeneratedSheet): string {
  return lettersAt(
    sheet.columns.findIndex(({ paths }) => paths.includes(path)),
    sheet,
  );
}

function isAbout({ id, kind, letters }: Question, path: string, sheet: GeneratedSheet): boolean {
  if (kind === "address") return /^(?:address|residentialAddress)\./.test(path);
  return kind === "word" ? id.split(":")[1] === path : letters === lettersOf(path, sheet);
}

/** The leads by their e-mails, which no order of columns changes. */
function leadsByEmail({ rows }: Reading): Record<string, Record<string, LeadValue>> {
  return Object.fromEntries(rows.map(({ lead }) => [lead.contactInfo?.email, flat(lead)]));
}

/** A seed and few runs: the same sheets each time, so that a failure is one of the change at hand. */
const RUNS = { seed: 20, numRuns: 75 };

describe("a sheet made of known leads", () => {
  it("is sent as it was put in, or says what is left out, or asks", async () => {
    await fc.assert(
      fc.asyncProperty(sheetChoice, async (choice) => {
        const sheet = makeSheet(choice);
        expect(faults(sheet, await read(sheet))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("means the same whatever the order of its columns, or asks where one of both does not", async () => {
    const shuffled = sheetChoice.chain((choice) => {
      const sheet = makeSheet(choice);
      return fc
        .shuffledSubarray([...sheet.columns], { minLength: sheet.columns.length })
        .map((columns) => [sheet, { ...sheet, columns }] as const);
    });
    await fc.assert(
      fc.asyncProperty(
        // Bands belong to their columns' order.
        shuffled.filter(([{ mark }]) => mark !== "bands"),
        async ([sheet, other]) => {
          const [a, b] = [await read(sheet), await read(other)];
          if (a.refusal || b.refusal) return;
          const [before, after] = [leadsByEmail(a), leadsByEmail(b)];
          const asked = (path: string) =>
            a.questions.some((question) => isAbout(question, path, sheet)) ||
            b.questions.some((question) => isAbout(question, path, other));
          const differences = Object.entries(before).flatMap(([email, lead]) =>
            [...new Set([...Object.keys(lead), ...Object.keys(after[email] ?? {})])]
              .filter((path) => lead[path] !== after[email]?.[path] && !asked(path))
              .map((path) => `${email}, ${path}: ${lead[path]} is ${after[email]?.[path]}`),
          );
          expect(differences).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  it("means the same with a column more that is nothing of a lead", async () => {
    await fc.assert(
      fc.asyncProperty(sheetChoice, fc.nat(30), async (choice, at) => {
        const sheet = makeSheet({ ...choice, irrelevant: [] });
        const place = sheet.mark === "bands" ? sheet.columns.length : at % (sheet.columns.length + 1);
        const cells = choice.seeds.map(() => ({ text: "HE Nov", values: {} }));
        const more = { header: "Campaign", band: "", paths: [], cells };
        const columns = [...sheet.columns.slice(0, place), more, ...sheet.columns.slice(place)];
        const [a, b] = [await read(sheet), await read({ ...sheet, columns })];
        expect(leadsByEmail(b)).toEqual(leadsByEmail(a));
        expect(b.questions.map(({ id }) => id)).toEqual(a.questions.map(({ id }) => id));
        expect(b.refusal?.code).toBe(a.refusal?.code);
      }),
      RUNS,
    );
  });

  it.each(["address.street", "contactInfo.phone", "buildingType", "propertyUsage", "loanPurpose"])(
    "asks about a column of %s whose header says nothing",
    async (path) => {
      await fc.assert(
        fc.asyncProperty(sheetChoice, async (choice) => {
          const sheet = makeSheet({ ...choice, ...PLAIN_CHOICE, mark: "both" });
          const columns = sheet.columns.map((column) =>
            column.paths.includes(path) ? { ...column, header: "Field 7" } : column,
          );
          const { questions, refusal } = await read({ ...sheet, columns });
          expect(refusal).toBeUndefined();
          expect(questions.map(({ letters }) => letters)).toContain(lettersOf(path, sheet));
        }),
        { ...RUNS, numRuns: 20 },
      );
    },
  );

  it.each(Object.entries(FAMILIES))(
    "of the family %s is understood without a question where all is said",
    async (_, family) => {
      const [seeds = []] = fc.sample(
        sheetChoice.map((choice) => choice.seeds),
        { seed: 4, numRuns: 1 },
      );
      const asked: string[] = [];
      for (const mark of MARKS.filter((each) => each !== "none")) {
        for (const isHomeFirst of [false, true]) {
          const others = { irrelevant: [0, 1, 4], hasCoBorrower: true, hasLoanOfficer: true };
          const sheet = makeSheet({ ...PLAIN_CHOICE, ...others, family, mark, seeds, isHomeFirst });
          const reading = await read(sheet);
          const ids = reading.questions.map(({ id }) => id);
          const missing = valuesMissing(sheet, reading);
          if (reading.refusal) ids.push(reading.refusal.message);
          if (ids.length + missing.length > 0) asked.push([mark, isHomeFirst, ...ids, ...missing].join(" "));
        }
      }
      expect(asked).toEqual([]);
    },
  );
});

/** Paths that were put in and would not be sent. */
function valuesMissing(sheet: GeneratedSheet, { rows }: Reading): string[] {
  const leadRows = writeSheet(sheet).rows;
  return rows.flatMap(({ row, lead }) => {
    const sent = flat(lead);
    const meant = valuesOf(sheet.columns, leadRows.indexOf(row));
    return Object.keys(meant).filter((path) => sent[path] === undefined);
  });
}
