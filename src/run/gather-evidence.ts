import { statSync } from "node:fs";
import { join } from "node:path";
import {
  countRows,
  fixFileName,
  type RowCounts,
  type RunEvidence,
  type RunFiles,
  reportFileName,
} from "../outcome/evidence.ts";
import type { RunCondition } from "../outcome/guidance-texts.ts";
import type { InputFormat } from "../sheet/table.ts";
import { entriesOf } from "./folder/run-folder.ts";
import type { FoundRun } from "./run.ts";

/** Gathers what guidance has to know of a run, from what was read of it and from the files that are there. */
export function gatherEvidence(found: FoundRun): RunEvidence {
  const { dir, run } = found;
  let counts: RowCounts | undefined;
  return {
    dir,
    condition: conditionOf(found),
    /** Counted when somebody asks: what is said of one row seldom needs it. */
    get counts() {
      counts ??= run ? run.counts : countRows();
      return counts;
    },
    files: run ? findFiles(dir, run.plan.header.format) : { fix: null, report: null },
  };
}

/** How a run stands. */
export function conditionOf({ owner, run, problem }: FoundRun): RunCondition {
  if (owner) return owner.doubt === null ? "in progress" : "in doubt";
  if (run?.missing) return "older journal";
  if (run) return run.isComplete ? "complete" : "interrupted";
  return problem?.code === "no-run" ? "never began" : "damaged";
}

/** Looks which files lie in a run's folder, which may be gone by now. A run of an earlier version has no `report.xlsx`. */
function findFiles(dir: string, format: InputFormat): RunFiles {
  const names = entriesOf(dir).map(({ name }) => name);
  const newest = (usual: string): string | null => {
    const [stem, ending] = usual.split(".");
    const copies = names.filter((name) => new RegExp(`^${stem}(?:-\\d)?\\.${ending}$`).test(name));
    const changedMs = (name: string): number =>
      statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return copies.sort((one, other) => changedMs(other) - changedMs(one))[0] ?? null;
  };
  return {
    fix: newest(fixFileName(format)),
    report: newest(reportFileName(format)) ?? newest("report.csv"),
  };
}
