import { amountText, durationText } from "../../terminal/number-text.ts";
import type { CheckGroup, RunFigures, SmokeCheck } from "../check.ts";

/** What somebody asks of a run beyond the interface; null: nothing. */
export interface Limits {
  retriesMax: number | null;
  p95MsMax: number | null;
}

/** A check for each limit that is set, so that every surface tells of it as of any other. */
export function limitChecks({ retriesMax, p95MsMax }: Limits): CheckGroup[] {
  const checks: SmokeCheck[] = [];
  if (retriesMax !== null)
    checks.push(
      limit(
        "retries",
        `Requests are sent again at most ${amountText(retriesMax, "time")}`,
        ({ retryCount }) =>
          retryCount > retriesMax ? `Retries: at most ${retriesMax} wanted, came ${retryCount}.` : null,
      ),
    );
  if (p95MsMax !== null)
    checks.push(
      limit("p95", `95 of 100 answers come within ${durationText(p95MsMax)}`, ({ p95Ms }) =>
        p95Ms !== null && p95Ms > p95MsMax
          ? `p95: at most ${p95MsMax} ms wanted, came ${p95Ms.toFixed(1)} ms.`
          : null,
      ),
    );
  return checks.length === 0 ? [] : [{ id: "limits", title: "Your limits", section: "", checks }];
}

function limit(id: string, title: string, fault: (figures: RunFigures) => string | null): SmokeCheck {
  const judgeRun = (figures: RunFigures): string[] => [fault(figures) ?? []].flat();
  return { id: `limits.${id}`, section: "", title, steps: [], judge: () => [], judgeRun };
}
