import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProgramEnd, runProgram } from "../program/run-program.ts";
import type { PlannedSheetRow } from "./judge-row.ts";
import { SHEETS } from "./truth.ts";

/** A question as `--json` shows it. */
export interface AskedQuestion {
  id: string;
  kind: "column" | "word" | "address" | "layout";
  column: string;
  letters?: string;
  word?: string;
  text?: string;
  cells: readonly (string | { cell?: string; text: string })[];
  options: readonly { answer: string; label: string }[];
}

/** What `validate` says of a sheet. */
export interface SheetCheck {
  end: ProgramEnd;
  questions: readonly AskedQuestion[];
  /** Rows of the plan; absent when none was written. */
  rows?: readonly PlannedSheetRow[];
  notices: readonly string[];
  /** Names of the columns by letters. */
  columns: ReadonlyMap<string, string>;
}

/**
 * Runs `validate` of the built program on a sheet of `fixtures/sheets`, with these answers in a mapping file; when it
 * asks nothing, `submit` against a sandbox too, for the plan that it makes.
 */
export async function checkSheet(
  file: string,
  answers: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<SheetCheck> {
  const cwd = mkdtempSync(join(tmpdir(), "leadctl-sheet-"));
  try {
    const mapping = join(cwd, "mapping.json");
    writeFileSync(mapping, JSON.stringify({ columns: {}, answers }));
    const given = Object.keys(answers).length === 0 ? [] : ["--mapping", mapping];
    const words = [join(SHEETS, file), "--json", ...given, ...flags];
    const end = await runProgram(["validate", ...words], { cwd });
    if (end.exitCode === 70) throw new Error(`${file}: ${end.stderr}`);
    const questions = questionsOf(end);
    const isRead = questions.length === 0 && end.exitCode !== 2;
    if (isRead) await runProgram(["submit", ...words, "--sandbox", "--out", "run"], { cwd });
    return { end, questions, ...planIn(join(cwd, "run", "plan.ndjson")) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function questionsOf({ stdout }: ProgramEnd): readonly AskedQuestion[] {
  if (stdout.trim() === "") return [];
  const document = JSON.parse(stdout);
  return document.questions ?? document.error?.questions ?? [];
}

function planIn(file: string): Pick<SheetCheck, "rows" | "notices" | "columns"> {
  if (!existsSync(file)) return { notices: [], columns: new Map() };
  const records = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const last = records.findLast(({ type }) => type === "end") ?? {};
  const header = records.find(({ columns }) => columns !== undefined) ?? {};
  const columns: { name: string; letters?: string }[] = last.columns ?? header.columns ?? [];
  return {
    rows: records.filter(({ row, lead }) => row !== undefined && lead !== undefined),
    notices: (last.notices ?? []).map(({ message }: { message: string }) => message),
    columns: new Map(columns.map(({ name, letters = "" }) => [letters, name])),
  };
}
