import * as z from "zod";
import { count, params, run, summary, text, type Written } from "../outcome/shared-schemas.ts";

/** The documents of `--json` of the commands that check, send, settle or report a run, and that of a command that failed. */

export const question = z
  .object({
    id: text.describe("What a mapping file answers under."),
    kind: z.enum(["column", "word", "address", "layout", "person"]),
    column: text.describe("Header of the column that it is about."),
    letters: text.exactOptional().describe("Of that column in a spreadsheet."),
    word: text.exactOptional().describe("The text that was not understood, of a question about a word."),
    finding: text.describe("Our own name of what is asked, as in word-unknown."),
    params: params.exactOptional(),
    text: text.describe("What is asked; for people."),
    rowCount: count.describe("How many rows the answer decides."),
    options: z.array(z.object({ answer: text, label: text })),
    acceptable: z.boolean().describe("--accept-reading passes it over."),
    people: z
      .array(
        z.object({
          row: count,
          maybe: z
            .array(
              z.object({
                run: text.nullable().describe("Folder of the run; null for a row of the same sheet."),
                row: count,
                existing: z.enum(["created", "maybe"]).nullable().describe("Whether that one has a quote."),
                reasons: z.array(text),
              }),
            )
            .describe("Who it may be."),
        }),
      )
      .exactOptional()
      .describe("Each row that a question about people is about."),
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
    ready: count.describe("Of them: those that nothing here is against."),
    unchanged: count,
    notSelected: count.describe("Outside --rows."),
    refused: z.array(z.object({ row: count, reason: text.describe("For people.") })),
    dismissed: count.describe("Taken out as not leads."),
    strays: z
      .array(z.object({ row: count, meant: count.nullable().describe("The row that it may correct.") }))
      .describe("The first rows without the number of an original."),
    restored: changedCells.describe("Changed in look only, by a spreadsheet program: they are as they were."),
    changedBeside: changedCells.describe("Other cells of corrected rows: they go as they are now."),
    freed: count.describe("Corrected rows whose cells did not change: they are sent as they are."),
    statusNotUnderstood: z
      .object({ count, cells: z.array(text).describe("The first of them.") })
      .describe("Cells of leadctl_status in which something stands that means nothing there."),
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
      .describe("Of fix-not-matched: rows that cannot be tied to the run, and why; the first of them."),
  })
  .meta({ id: "failure" });

const settled = { run, summary };

export const failureDocument = z
  .object({ error: failed })
  .describe("What a command writes instead where it could not go on.");

const leftOut = z
  .array(z.object({ row: count, of: z.object({ run: text, row: count }) }))
  .exactOptional()
  .describe("With --only-new: the rows that are not sent, and who has their links, or may.");

export const roundDocument = z.object({ ...settled, leftOut }).describe("A run after a round of it.");

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
            .object({ dir: text.describe("As it was named."), error: failed })
            .describe("It was not replayed."),
        ]),
      )
      .describe("Each run that was named; run and summary tell all of them as one."),
  })
  .describe("One run after a round of it, or several as one.");

export const resolveDocument = z
  .object({
    ...settled,
    resolved: z.array(
      z.object({
        row: count,
        word: z.enum(["created", "not-created"]).nullable().describe("Null takes back what was said."),
        run: text.describe("The run's id."),
      }),
    ),
  })
  .describe("What was written down of one run, or of several as one.");

export type RoundDocument = Written<z.infer<typeof roundDocument>>;
export type ValidateDocument = Written<z.infer<typeof validateDocument>>;
export type ReplayDocument = Written<z.infer<typeof replayDocument>>;
export type ResolveDocument = Written<z.infer<typeof resolveDocument>>;
export type FailureDocument = Written<z.infer<typeof failureDocument>>;
export type QuestionDocument = Written<z.infer<typeof question>>;
export type CorrectionDocument = Written<z.infer<typeof correction>>;
