import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { fieldPathsOf } from "../../src/sheet/columns/column-reading.ts";
import { answersOnly } from "../../src/sheet/columns/mapping.ts";
import { type ColumnsRead, readColumns } from "../../src/sheet/columns/read-columns.ts";
import { type HeaderMeaning, readHeader } from "../../src/sheet/headers/header-grammar.ts";
import { openInput } from "../../src/sheet/open-input.ts";
import { cellText, type InputTable } from "../../src/sheet/table.ts";
import { makeSheet, sheetChoice, writeSheet } from "../sheet-truth/generated-sheet.ts";
import { readingLines } from "../sheet-truth/known-headers.ts";
import { smallSheets, tableOf } from "../sheet-truth/small-sheets.ts";
import { readTruths, SHEETS } from "../sheet-truth/truth.ts";
import { openContent } from "./columns/read-content.ts";

/**
 * Which column is which, over everything that is known to be true of one: headers alone, small sheets, the sheets of
 * `fixtures/sheets`, and generated ones. `fixtures/README.md` says how the two files in `fixtures/reading` are written.
 *
 * The table in `score.snapshot.txt` has a line for each column that is not right. *Wrong* is never allowed; a change
 * that moves another number, or a line, shows in the snapshot.
 */

type Verdict = "right" | "asked" | "left out" | "wrong";

interface Tally {
  sheets: number;
  questions: number;
  columns: Record<Verdict, number>;
  /** What is not right, a line for each column; what is asked of a table, a line for all of it. */
  lines: string[];
}

const newTally = (): Tally => ({
  sheets: 0,
  questions: 0,
  columns: { right: 0, asked: 0, "left out": 0, wrong: 0 },
  lines: [],
});

/** What is taken for a column where something else is true of it; `?` asks, and `-` takes nothing of it. */
function verdictOn(given: string, isTrue: boolean): Verdict {
  if (isTrue) return "right";
  return given.startsWith("?") ? "asked" : given === "-" ? "left out" : "wrong";
}

function add(tally: Tally, verdict: Verdict, line: string): void {
  tally.columns[verdict] += 1;
  if (verdict !== "right") tally.lines.push(`${verdict}: ${line}`);
}

/** In the words of `headers.txt`: whose a column is that holds nothing of a lead does not matter. */
function meaningShown({ item, place, whose, certainty }: HeaderMeaning): string {
  const partial = certainty === "partial" ? certainty : undefined;
  if (!item) return "-";
  return (item === "irrelevant" ? [item, partial] : [item, place, whose, partial]).filter(Boolean).join(" ");
}

/** A header as people write it, and as programs do. */
const formsOf = (header: string): string[] => {
  const spaced = header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return [header, ` ${header} : `, spaced.toUpperCase(), spaced.toLowerCase().replaceAll(" ", "_")];
};

function scoreHeaders(): Tally {
  const tally = newTally();
  for (const line of readingLines("headers.txt")) {
    const [meaning = "", headers = ""] = line.split("\t");
    for (const form of headers.split(" | ").flatMap(formsOf)) {
      const given = meaningShown(readHeader(form));
      const isOpen = given.endsWith(" partial") && `${meaning} partial` === given;
      add(tally, verdictOn(isOpen ? "?" : given, given === meaning), `${form}: ${given} for ${meaning}`);
    }
  }
  return tally;
}

/** What was read of each column, in the words of `columns.txt`. */
function columnsShown({ readings, questions }: ColumnsRead, answers: ReadonlyMap<string, string>): string[] {
  const ranks = new Map<string, Set<number>>();
  for (const { target, rank } of readings)
    if (target) ranks.set(target, (ranks.get(target) ?? new Set()).add(rank));
  return readings.map(({ target, rank, reason, index }) => {
    const path = target;
    const order = [...(ranks.get(path ?? "") ?? [])].sort((one, other) => one - other);
    const place = order.length > 1 ? ` ${order.indexOf(rank) + 1}` : "";
    const asked = questions.find((one) => one.index === index && !answers.has(one.question.id))?.question;
    const question =
      asked &&
      `${asked.isAcceptable ? "" : "! "}${asked.id} = ${asked.options.map(({ answer }) => answer).join(", ")}`;
    const said = path === undefined ? (reason === "rows" || reason === "completes" ? reason : "-") : path;
    if (reason !== "open") return `${said}${place}`;
    return ["?", path && `${path}${place}`, question].filter(Boolean).join(" ");
  });
}

function scoreSmallSheets(): Tally {
  const tally = newTally();
  for (const sheet of smallSheets()) {
    const { title, headers, truths, answers } = sheet;
    const { columns, sample } = tableOf(sheet);
    const read = readColumns({ columns, sample, mapping: answersOnly("answers", answers) });
    tally.sheets += 1;
    tally.questions += read.questions.filter(({ question }) => !answers.has(question.id)).length;
    for (const [at, given] of columnsShown(read, answers).entries()) {
      const meant = truths[at] ?? "";
      // A question may be asked in another way: that is no other answer, but it shows.
      const line = `${title} | ${headers[at]}: ${given} for ${meant}`;
      add(tally, verdictOn(given, given === meant), line);
    }
  }
  return tally;
}

/** What is true of a column of a table: the fields that it tells, and what is as right. */
interface ColumnTruth {
  paths: readonly string[];
  /** Whether it may feed this path as well. */
  mayFeed?: (path: string) => boolean;
  /** Whether it may be left out as well. */
  mayBeLeft?: boolean;
}

const ADDRESS = /^(?:address|residentialAddress)\./;

function scoreTable(tally: Tally, title: string, table: InputTable, truthAt: (at: number) => ColumnTruth) {
  const { columns, sample = [] } = table;
  const { readings, questions } = readColumns({ columns, sample });
  tally.sheets += 1;
  tally.questions += questions.length;
  const asked: string[] = [];
  const isAddressAsked = questions.some(({ question }) => question.kind === "address");
  for (const [at, { column, target, reason, rank }] of readings.entries()) {
    const { paths, mayFeed = () => false, mayBeLeft = paths.length === 0 } = truthAt(at);
    const fed = fieldPathsOf(target);
    // Nothing goes before an answer, which settles the parts of all addresses.
    const isOpen = reason === "open" || (isAddressAsked && fed.some((path) => ADDRESS.test(path)));
    const given = isOpen ? "?" : target ? target : "-";
    const isEmpty = sample.every(({ cells }) => cellText(cells[at]).trim() === "");
    const isTrue =
      (given === "-" && mayBeLeft) ||
      fed.some((path) => paths.includes(path) || mayFeed(path)) ||
      // Another telephone goes where the first one is not filled.
      (target !== undefined && (isEmpty || rank > 0) && paths.length === 0);
    const verdict = verdictOn(given, isTrue);
    if (verdict === "asked") {
      tally.columns.asked += 1;
      asked.push(column.name);
    } else add(tally, verdict, `${title} | ${column.name}: ${given} for ${paths.join(", ") || "-"}`);
  }
  if (asked.length > 0) tally.lines.push(`asked: ${title} | ${asked.join(", ")}`);
}

async function scoreFixtures(): Promise<Tally> {
  const tally = newTally();
  for (const [file, { from, rows }] of Object.entries(readTruths())) {
    const table = await openInput({ path: join(SHEETS, file) }, {}).catch((error: unknown) => {
      // A sheet that is refused as a whole has no columns; `sheets.test.ts` says which one may be.
      if (error instanceof CliError) return undefined;
      throw error;
    });
    if (!table) continue;
    const mayFeed = (path: string) => rows.every(({ accept = {} }) => path in accept);
    const mayLack = (path: string) =>
      rows.every(({ accept = {}, doubt = {} }) => accept[path]?.includes(null) || path in doubt);
    scoreTable(tally, file, table, (at) => {
      const { name = "", letters = name } = table.columns[at] ?? {};
      const paths = Object.keys(from).filter((path) => from[path]?.includes(letters));
      return { paths, mayFeed, mayBeLeft: paths.every(mayLack) };
    });
  }
  return tally;
}

/** A seed: the same sheets each time. */
const GENERATED = { seed: 47, numRuns: 200 };

async function scoreGenerated(): Promise<Tally> {
  const tally = newTally();
  for (const [number, choice] of fc.sample(sheetChoice, GENERATED).entries()) {
    const sheet = makeSheet(choice);
    const table = await openContent(writeSheet(sheet).csv);
    const blank = sheet.layout.blankColumns;
    scoreTable(tally, `sheet ${number}`, table, (at) => ({ paths: sheet.columns[at - blank]?.paths ?? [] }));
  }
  return tally;
}

it("knows which column is which as well as it ever did, and is never wrong", async () => {
  const tallies = {
    "headers alone": scoreHeaders(),
    "small sheets": scoreSmallSheets(),
    "fixtures/sheets": await scoreFixtures(),
    "generated sheets": await scoreGenerated(),
  };
  const table = Object.entries(tallies).map(([name, { sheets, questions, columns }]) => {
    const counts = Object.entries(columns).map(([verdict, count]) => `${verdict} ${count}`);
    return `${name}: ${counts.join(", ")}${sheets > 0 ? `; ${questions} questions in ${sheets} sheets` : ""}\n`;
  });
  const lines = Object.values(tallies).flatMap(({ lines }) => lines);
  await expect(`${table.join("")}\n${lines.join("\n")}\n`).toMatchFileSnapshot("score.snapshot.txt");
  expect(lines.filter((line) => line.startsWith("wrong"))).toEqual([]);
}, 300_000);
