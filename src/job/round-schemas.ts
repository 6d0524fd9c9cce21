import * as z from "zod";
import { count, params, run, summary, text, type Written } from "../outcome/shared-schemas.ts";

/** The documents of `--json` of the commands that check, send, settle or report a run, and that of a command that failed. */

export const question = z
  .object({
    id: text.describe("The key of its answer in a mapping file."),
    kind: z.enum(["column", "word", "address", "layout", "person"]),
    column: text.describe("Header of the column that it is about."),
    letters: text.exactOptional().describe("Letters of that column in a spreadsheet."),
    word: text.exactOptional().describe("For a question about a word: the text that was not understood."),
    finding: text.describe("Our own name of what is asked, as in word-unknown."),
    params: params.exactOptional(),
    text: text.describe("What is asked; for people."),
    rowCount: count.describe("How many rows the answer decides."),
    options: z.array(z.object({ answer: text, label: text })),
    acceptable: z.boolean().describe("Whether --accept-reading skips it."),
    people: z
      .array(
        z.object({
          row: count,
          maybe: z
            .array(
              z.object({
                run: text.nullable().describe("Folder of the run; null for a row of the same sheet."),
                row: count,
                existing: z
                  .enum(["created", "maybe"])
                  .nullable()
                  .describe("Whether the other lead has a quote."),
                reasons: z.array(text),
              }),
            )
            .describe("The other leads."),
        }),
      )
      .exactOptional()
      .describe("For a question about people: each of its rows."),
    cells: z.array(z.object({ cell: text.exactOptional(), text })).describe("Up to three, masked."),
  })
  .meta({ id: "question" });

const changedCells = z
  .object({
    count,
    cells: z
      .array(z.object({ row: count, column: text, cell: text.exactOptional(), before: text, after: text }))
      .describe("The first of them, masked."),
  })
  .meta({ id: "changedCells" });

const correction = z
  .object({
    rowsRead: count.describe("Rows in the fixed sheet."),
    corrected: count,
    ready: count.describe("How many of them can be sent."),
    unchanged: count,
    notSelected: count.describe("Outside --rows."),
    refused: z.array(z.object({ row: count, reason: text.describe("For people.") })),
    dismissed: count.describe("Taken out as not leads."),
    strays: z
      .array(z.object({ row: count, meant: count.nullable().describe("The row that it may correct.") }))
      .describe("The first rows without the number of an original."),
    restored: changedCells.describe(
      "Rewritten by a spreadsheet program, with the same meaning: they keep their old values.",
    ),
    changedBeside: changedCells.describe("Other changed cells of corrected rows: their new values count."),
    freed: count.describe("Corrected rows whose cells did not change: they are sent unchanged."),
    statusNotUnderstood: z
      .object({ count, cells: z.array(text).describe("The first of them.") })
      .describe("Cells of leadctl_status with a word that has no meaning there."),
  })
  .meta({ id: "correction" });

const failed = z
  .looseObject({
    code: text.describe("A stable kebab-case name."),
    finding: text.describe(
      "The same more exactly, as in usage/rows: what stands before a slash is the code.",
    ),
    message: text.describe("For people."),
    hint: text.describe("What to do next; for people."),
    questions: z.array(question).exactOptional().describe("Of open_questions."),
    problems: z
      .array(z.object({ row: count, finding: text }))
      .exactOptional()
      .describe("Of fix-not-matched: the first rows that cannot be matched with the run, and why."),
  })
  .meta({ id: "failure" });

const settled = { run, summary };

export const failureDocument = z
  .object({ error: failed })
  .describe("Written instead if the command could not continue.");

const leftOut = z
  .array(z.object({ row: count, of: z.object({ run: text, row: count }) }))
  .exactOptional()
  .describe("With --only-new: the rows that are not sent, and the runs that have or may have their links.");

export const roundDocument = z.object({ ...settled, leftOut }).describe("A run after one of its rounds.");

export const validateDocument = z
  .object({ ...settled, questions: z.array(question).describe("Those that are open.") })
  .describe("What submit would send: pending counts the rows that are ready to go.");

export const replayDocument = z
  .object({
    ...settled,
    correction: correction.nullable().describe("Of --with, else null: what was found in the fixed sheet."),
    runs: z
      .array(
        z.union([
          z.object(settled),
          z
            .object({ dir: text.describe("As it was named on the command line."), error: failed })
            .describe("Why it was not replayed."),
        ]),
      )
      .describe("Each run that was named; run and summary combine them."),
  })
  .describe("One run after one of its rounds, or several runs combined.");

export const resolveDocument = z
  .object({
    ...settled,
    resolved: z.array(
      z.object({
        row: count,
        word: z.enum(["created", "not-created"]).nullable().describe("Null takes back an earlier answer."),
        run: text.describe("The run's id."),
      }),
    ),
  })
  .describe("The answers that were recorded for one run, or for several runs combined.");

export type RoundDocument = Written<z.infer<typeof roundDocument>>;
export type ValidateDocument = Written<z.infer<typeof validateDocument>>;
export type ReplayDocument = Written<z.infer<typeof replayDocument>>;
export type ResolveDocument = Written<z.infer<typeof resolveDocument>>;
export type FailureDocument = Written<z.infer<typeof failureDocument>>;
export type QuestionDocument = Written<z.infer<typeof question>>;
export type CorrectionDocument = Written<z.infer<typeof correction>>;
