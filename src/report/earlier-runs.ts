import type { RunEvidence } from "../outcome/evidence.ts";
import { runGuidance } from "../outcome/guidance.ts";
import type { Summary } from "../outcome/status.ts";
import { gatherEvidence } from "../run/gather-evidence.ts";
import type { FoundRun, Run } from "../run/run.ts";
import type { Target } from "../settings/target.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Shell } from "../terminal/shell-command.ts";
import { flow } from "../terminal/text-width.ts";
import { countsText, nextCommand } from "./run-table.ts";

const SHOWN_MAX = 3;
/** What a run inside the program is bound to: its service is gone with it. */
const SANDBOX = "sandbox";

/**
 * Finds runs beside a new one that sent the very same rows to the same target, and says what that means. Nothing
 * here fails a submission.
 *
 * @param columns How wide a line may be; commands stay whole.
 * @returns Text for people, empty when there is no such run; ends with a line feed.
 */
export async function earlierRunsText(
  run: Run,
  target: Target,
  columns: number,
  shell: Shell,
): Promise<string> {
  const found = await run.findSame(target).catch(() => []);
  const texts = found.slice(-SHOWN_MAX).map((each) => earlierRunText(each, columns, shell));
  const more = found.length - texts.length;
  if (more > 0) texts.unshift(`This input went to this target ${more} more times before.\n`);
  return texts.join("");
}

function earlierRunText(found: FoundRun, columns: number, shell: Shell): string {
  const { dir, run } = found;
  if (!run) return "";
  const { summary } = run.state;
  const evidence = gatherEvidence(found);
  const when = run.lastAt.slice(0, 16).replace("T", " ");
  const sentences: Sentence[] = [
    {
      words: `The same rows went to the same target before: ${safeText(dir)} (${when} UTC, ${evidence.condition}): ${countsText(summary)}.`,
    },
    ...meaning(found, evidence, nextCommand(evidence, shell)),
  ];
  const lines = sentences.flatMap(({ words, command }) =>
    flow([...words.split(" "), ...(command === undefined ? [] : [command])], columns - 2, " "),
  );
  return `${lines.join("\n  ")}\n`;
}

interface Sentence {
  words: string;
  /** What it ends with, to be copied whole. */
  command?: string;
}

function meaning({ owner, run }: FoundRun, evidence: RunEvidence, next: string | undefined): Sentence[] {
  const summary = evidence.counts.all;
  if (run?.record?.baseUrl === SANDBOX)
    return [{ words: "That was a sandbox of its own: nothing of it comes back here." }];
  if (owner) {
    const words = `Process ${owner.pid} is sending it just now. What it creates first comes back here as a duplicate, without a login link.`;
    return [{ words }, { words: "Better stop this run with Ctrl-C, and wait for the other." }];
  }
  const isInterrupted = evidence.condition === "interrupted";
  const words = isInterrupted
    ? "Better stop this run with Ctrl-C, and go on with:"
    : "What is left of it goes with:";
  return [
    {
      words: isInterrupted
        ? `${runGuidance([evidence]).meaning} ${duplicates(summary)}`
        : duplicates(summary),
    },
    ...(next === undefined ? [] : [{ words, command: safeText(next) }]),
  ];
}

/** Which leads the service will refuse now. */
function duplicates({ created, maybeCreated: uncertain }: Readonly<Summary>): string {
  const maybe = uncertain > 0 ? `, and so may ${amountText(uncertain, "lead")} of unsure fate` : "";
  if (created + uncertain === 0) return "It created nothing.";
  return `The ${amountText(created, "lead")} it created will come back as duplicates${maybe}: their login links are in that run alone.`;
}
