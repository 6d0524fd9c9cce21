import { emailKey } from "../../lead/email.ts";
import type { Issue } from "../../lead/issue.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { ClaimRegister } from "../../run/plan/claim-register.ts";
import { isRepetition } from "../../run/plan/judge-rows.ts";
import { PERSON_HOLDS } from "../../run/plan/plan-record.ts";
import { tableAsPlanned } from "../../run/plan/read-plan.ts";
import type { Run } from "../../run/run.ts";
import { mapInput } from "../../sheet/map-input.ts";
import { type InputRow, isJson } from "../../sheet/table.ts";
import type { DraftSource, EarlierRun } from "./draft-rows.ts";
import type { Draft } from "./draft-store.ts";

/** Issues as a page tells them. */
type ShownIssues = (issues: readonly Issue[]) => Promise<readonly Issue[]>;

/**
 * The rows of a run that a person can correct, as a draft of their own: read and judged as `replay --with` does it, with what
 * the service said of them.
 *
 * @param reading Under which they are the same.
 */
export async function rowsToCorrect(
  run: Run,
  draft: Draft,
  reading: string,
  shown: ShownIssues,
): Promise<DraftSource> {
  const { header, mapping, columns } = run.plan;
  const { edits, facts } = draft;
  const kept = await draft.openSheet(reading, async () =>
    tableAsPlanned(header, [...columns], fixableRows(run)),
  );
  const answers = new Map([...(mapping?.answers ?? []), ...Object.entries(facts.answers)]);
  const mapped = mapInput(await kept.open(), mapping && { ...mapping, answers }, false, edits);
  return { edits, kept, mapped, judging: run.judging, earlier: await earlierOf(run, shown) };
}

async function* fixableRows({ plan, state }: Run): AsyncGenerator<InputRow> {
  const [ownCount, count] = [plan.end.columns.length, plan.columns.length];
  for await (const { row, cells } of plan.rows((row) => isFixable(state.get(row)))) {
    // Nothing is missing from a row that was read before a correction added a column.
    const isWhole = cells.length >= ownCount && !isJson(plan.header.format);
    yield { row, cells: isWhole ? [...cells, ...Array(count - cells.length).fill("")] : cells };
  }
}

async function earlierOf(run: Run, shown: ShownIssues): Promise<EarlierRun> {
  const [emails, refusedEmails] = [new ClaimRegister(), new ClaimRegister()];
  const repeated = new Set<number>();
  const issues = new Map<number, readonly Issue[]>();
  for await (const batch of run.rows())
    for (const row of batch) {
      const email = emailKey(row.applicant.email ?? "");
      if (isRepetition(row)) repeated.add(row.row);
      if (row.ready && isFixable(row.state)) refusedEmails.claim(email, row.row);
      if (isFixable(row.state)) {
        // The draft finds again what is wrong with cells. It cannot find what the service refused, what spoils a row as a whole, or who else it may be.
        const isService = row.state.status === "rejected";
        const known = row.issues.filter(
          ({ path, finding = "" }) => isService || path.length === 0 || PERSON_HOLDS.has(finding),
        );
        if (known.length > 0) issues.set(row.row, await shown(known));
      } else if (row.ready && !row.state.dismissed) emails.claim(email, row.row);
    }
  return { issues, emails, refusedEmails, repeated };
}
