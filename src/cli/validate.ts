import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { openOutput, runDocument } from "../job/command-output.ts";
import { checkExitCode } from "../outcome/guidance.ts";
import { emptySummary, type Summary } from "../outcome/status.ts";
import { ReasonTally } from "../report/reason-tally.ts";
import { renderCheckSummary } from "../report/summary-text.ts";
import type { PlannedRow } from "../run/plan-record.ts";
import { emptyTally, planRows } from "../run/plan-rows.ts";
import { wordsFor } from "../settings/option-values.ts";
import { type CommandValues, INPUT, SELECTION, STRICT } from "../settings/options.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import type { Check } from "./check-folder.ts";
import { readInput } from "./read-input.ts";

type ValidateOptions = CommandValues<"validate">;

/** `leadctl validate <input>`: everything that submit does before it sends, and nothing after it. */
export async function validate(input: string, options: ValidateOptions, context: Context): Promise<ExitCode> {
  const { strict } = options;
  const output = await openOutput(options, context);
  const startedAtMs = context.clock.now();
  try {
    const { mapped, mapping } = await readInput(input, options, context);
    if (options.out !== undefined) await (await reports()).makeCheckFolder(options.out, input);
    const tally = emptyTally();
    const [reasons, warnings] = [new ReasonTally(), new ReasonTally()];
    const rows = tallied(planRows(mapped, { selection: options, strict }, tally), reasons, warnings);
    const files = await readOrWrite(
      rows,
      options.out,
      { mapped, tally, strict, ...(mapping && { mapping }) },
      context,
    );
    const summary = checkSummary(tally.total, tally.ready);
    output.progress.stop();
    output.say(
      renderCheckSummary(
        {
          summary,
          rowsRead: tally.rowsRead,
          durationMs: context.clock.now() - startedAtMs,
          reasons: reasons.reasons(),
          warnings: warnings.reasons(),
          notices: mapped.notices.map(({ message }) => message),
          files,
          next: tally.ready > 0 ? nextSteps(input, options, summary, output.shell) : [],
        },
        output.style,
      ),
    );
    const run = { id: null, dir: options.out ?? null, complete: true, rowsRead: tally.rowsRead };
    const written = files.map(({ label, path }) => ({ label, path }));
    output.event({ event: "end", run, summary, stop: null, files: written });
    output.document(runDocument(run, summary));
    return checkExitCode(summary);
  } finally {
    output.progress.stop();
  }
}

async function* tallied(
  rows: AsyncIterable<PlannedRow>,
  reasons: ReasonTally,
  warnings: ReasonTally,
): AsyncGenerator<PlannedRow> {
  for await (const planned of rows) {
    for (const issue of planned.issues) reasons.add(issue, planned.row);
    for (const warning of planned.warnings) warnings.add(warning, planned.row);
    yield planned;
  }
}

/** Loaded only where they are wanted: a check without them starts in two thirds of the time. */
const reports = () => import("./check-folder.ts");

/** Reads all rows, and writes the reports where they are wanted. Returns what the summary says of them. */
async function readOrWrite(
  rows: AsyncIterable<PlannedRow>,
  dir: string | undefined,
  check: Pick<Check, "mapped" | "mapping" | "tally" | "strict">,
  context: Context,
): Promise<{ label: string; path: string; note?: string }[]> {
  if (dir === undefined) {
    for await (const _ of rows);
    return [];
  }
  const { writeCheck } = await reports();
  const files = await writeCheck(dir, { ...check, rows, at: context.clock.date() });
  return files
    .filter(({ path }) => !path.endsWith(".json") || path.endsWith("fix.json"))
    .map(({ label, path }) => ({
      label,
      path,
      ...(path.endsWith(".html") && { note: "to look at; safe to share" }),
    }));
}

/** Rows that are ready to go count as pending: nothing was sent. */
function checkSummary(total: number, ready: number): Summary {
  return { ...emptySummary(), total, invalid: total - ready, pending: ready };
}

/** What submit must have as well, so that it takes the same rows of the same reading. */
const CARRIED = { ...SELECTION, ...INPUT, ...STRICT };

/** The command that sends what was checked. What came on stdin is gone, so that there is none to name. */
function nextSteps(input: string, options: ValidateOptions, { invalid }: Summary, shell: Shell) {
  if (input === "-") return [];
  const { mapping } = options;
  const words = [
    "submit",
    { folder: input },
    ...(mapping === undefined ? [] : ["--mapping", { folder: mapping }]),
    ...wordsFor(CARRIED, options),
  ];
  const note = invalid === 0 ? "sends them all" : "sends what is ready; the rest is left out";
  return [{ command: commandText(words, shell), note }];
}
