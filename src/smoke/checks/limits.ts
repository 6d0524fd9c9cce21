import { amountText, durationText } from "../../terminal/number-text.ts";
import { type CheckGroup, checkGroup } from "../check.ts";

/** What somebody asks of a run beyond the interface; null: nothing. */
export interface Limits {
  retriesMax: number | null;
  p95MsMax: number | null;
}

/** A check for each limit that is set, so that every surface tells of it as of any other. */
export function limitChecks({ retriesMax, p95MsMax }: Limits): CheckGroup[] {
  const none = { steps: [], judge: () => [] };
  const retries = retriesMax !== null && {
    ...none,
    id: "retries",
    title: `Requests are sent again at most ${amountText(retriesMax, "time")}`,
    judgeRun: ({ retryCount }: { retryCount: number }) =>
      retryCount > retriesMax ? [`Retries: at most ${retriesMax} wanted, came ${retryCount}.`] : [],
  };
  const p95 = p95MsMax !== null && {
    ...none,
    id: "p95",
    title: `95 of 100 answers come within ${durationText(p95MsMax)}`,
    judgeRun: ({ p95Ms }: { p95Ms: number | null }) =>
      (p95Ms ?? 0) > p95MsMax ? [`p95: at most ${p95MsMax} ms wanted, came ${p95Ms?.toFixed(1)} ms.`] : [],
  };
  const checks = [retries, p95].filter((check) => check !== false);
  return checks.length === 0 ? [] : [checkGroup({ id: "limits", title: "Your limits", section: "", checks })];
}
