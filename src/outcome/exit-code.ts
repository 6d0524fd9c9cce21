import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { Summary } from "./status.ts";

/** How a round of a run ends the program: the first that applies. */
export function runExitCode(
  summary: Readonly<Summary>,
  isComplete: boolean,
  stop: { exitCode: ExitCode } | null,
): ExitCode {
  if (stop && stop.exitCode === EXIT.refusedTarget) return EXIT.refusedTarget;
  if (!isComplete) return EXIT.incomplete;
  if (summary.maybeCreated > 0) return EXIT.uncertain;
  return summary.created + summary.dismissed === summary.total ? EXIT.ok : EXIT.notAllCreated;
}

/** How a check ends the program: whether every selected row is ready. */
export function checkExitCode(summary: Readonly<Summary>): ExitCode {
  return summary.invalid > 0 ? EXIT.notAllCreated : EXIT.ok;
}
