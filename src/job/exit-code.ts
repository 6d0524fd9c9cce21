import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { Summary } from "../outcome/status.ts";
import type { StopReason } from "../send/stop-reason.ts";

/** How a round of a run ends the program: the first that applies. */
export function runExitCode(summary: Summary, complete: boolean, stop: StopReason | null): ExitCode {
  if (stop && stop.exitCode === EXIT.refusedTarget) return EXIT.refusedTarget;
  if (!complete) return EXIT.incomplete;
  if (summary.unknown > 0 || summary.unconfirmed > 0) return EXIT.uncertain;
  return summary.created === summary.total ? EXIT.ok : EXIT.notAllCreated;
}

/** How a check ends the program: whether every selected row is ready. */
export function checkExitCode(summary: Summary): ExitCode {
  return summary.invalid > 0 ? EXIT.notAllCreated : EXIT.ok;
}
