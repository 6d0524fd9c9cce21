import { join } from "node:path";
import { CliError } from "../../src/base/cli-error.ts";
import { questionDocuments } from "../../src/job/ask/ask-questions.ts";
import { InputReader } from "../../src/job/ask/read-input.ts";
import { questionsLeftBy } from "../../src/job/check-tally.ts";
import { emptyTally, planRows } from "../../src/run/plan/judge-rows.ts";
import { answersOnly } from "../../src/sheet/columns/mapping.ts";
import type { OpenQuestions } from "../../src/sheet/mapping/open-questions.ts";
import { collected } from "../collected.ts";
import { coded } from "../wordless.ts";
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

/** How a sheet is read. */
export interface SheetCheck {
  questions: readonly AskedQuestion[];
  /** As they would be planned; absent where questions are open, or the sheet is refused. */
  rows?: readonly PlannedSheetRow[];
  notices: readonly string[];
  /** Names of the columns by letters. */
  columns: ReadonlyMap<string, string>;
  /** Why the sheet is refused as a whole. */
  refusal?: string;
}

/** Reads a sheet of `fixtures/sheets` as every command does, with these answers to what it asks. */
export async function checkSheet(
  file: string,
  answers: Readonly<Record<string, string>> = {},
  acceptReading = false,
): Promise<SheetCheck> {
  const given = new Map(Object.entries(answers));
  const reader = new InputReader({
    source: { path: join(SHEETS, file) },
    options: {},
    acceptReading,
    mappingsFolder: join(SHEETS, "no-kept-answers"),
    readMapping: async () => (given.size > 0 ? answersOnly("answers", given) : undefined),
  });
  const unread = { questions: [], notices: [], columns: new Map() };
  try {
    const { mapped } = await reader.open();
    let open: OpenQuestions | undefined;
    const afterLast = (): void => {
      open = questionsLeftBy(() => reader.requireAnswers(mapped));
    };
    const rows = await collected(planRows(mapped, { selection: {}, strict: false, afterLast }, emptyTally()));
    if (open) return { ...unread, questions: questionDocuments(open.questions) as AskedQuestion[] };
    return {
      questions: [],
      rows,
      notices: mapped.notices.map(({ code, params = {} }) => coded({ finding: code, params })),
      columns: new Map(mapped.columns.map(({ name, letters = "" }) => [letters, name])),
    };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { ...unread, refusal: error.message };
  }
}
