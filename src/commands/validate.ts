import type { ExitCode } from "../exit-codes.ts";
import { emptySummary, type Summary } from "../outcome/status.ts";
import { emptyTally, planRows } from "../plan/plan-rows.ts";
import { ReasonTally } from "../report/reason-tally.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { renderCheckSummary } from "../terminal/summary.ts";
import { openOutput, runDocument } from "./command-output.ts";
import { checkExitCode } from "./exit-code.ts";
import { readInput } from "./read-input.ts";
import type { Rim } from "./rim.ts";
import { type InputFlags, type OutputFlags, parseSelection, type SelectionFlags } from "./settings.ts";

export interface ValidateFlags extends SelectionFlags, InputFlags, OutputFlags {
  strict?: boolean;
}

/** `leadctl validate <input>`: everything that submit does before it sends, and nothing after it. */
export async function validate(input: string, flags: ValidateFlags, rim: Rim): Promise<ExitCode> {
  const options = { selection: parseSelection(flags), strict: flags.strict === true };
  const output = await openOutput(flags, rim);
  const startedAtMs = rim.clock.now();
  try {
    const mapped = await readInput(input, flags, rim);
    const tally = emptyTally();
    const [reasons, warnings] = [new ReasonTally(), new ReasonTally()];
    for await (const planned of planRows(mapped, options, tally)) {
      for (const issue of planned.issues) reasons.add(issue, planned.row);
      for (const warning of planned.warnings) warnings.add(warning, planned.row);
    }
    const summary = checkSummary(tally.total, tally.ready);
    output.progress.stop();
    output.say(
      renderCheckSummary(
        {
          summary,
          rowsRead: tally.rowsRead,
          durationMs: rim.clock.now() - startedAtMs,
          reasons: reasons.reasons(),
          warnings: warnings.reasons(),
          notices: mapped.notices.map(({ message }) => message),
          next: tally.ready > 0 ? nextSteps(input, flags, summary) : [],
        },
        output.style,
      ),
    );
    output.document(runDocument({ id: null, dir: null, complete: true, rowsRead: tally.rowsRead }, summary));
    return checkExitCode(summary);
  } finally {
    output.progress.stop();
  }
}

/** Rows that are ready to go count as pending: nothing was sent. */
function checkSummary(total: number, ready: number): Summary {
  return { ...emptySummary(), total, invalid: total - ready, pending: ready };
}

/** The flags that submit must have as well, so that it takes the same rows of the same reading. */
const CARRIED_FLAGS = {
  rows: "--rows",
  limit: "--limit",
  shard: "--shard",
  format: "--format",
  delimiter: "--delimiter",
  encoding: "--encoding",
  sheet: "--sheet",
  headerRow: "--header-row",
} as const satisfies Partial<Record<keyof ValidateFlags, string>>;

/** The command that sends what was checked. What came on stdin is gone, so that there is none to name. */
function nextSteps(input: string, flags: ValidateFlags, { invalid }: Summary) {
  if (input === "-") return [];
  const carried = Object.entries(CARRIED_FLAGS).flatMap(([name, flag]) => {
    const value = flags[name as keyof typeof CARRIED_FLAGS];
    return value === undefined ? [] : [flag, shellWord(value)];
  });
  const words = [
    "leadctl submit",
    shellWord(input.startsWith("-") ? `./${input}` : input),
    ...carried,
    ...(flags.strict ? ["--strict"] : []),
  ];
  const note = invalid === 0 ? "sends them all" : "sends what is ready; the rest is left out";
  return [{ command: words.join(" "), note }];
}
