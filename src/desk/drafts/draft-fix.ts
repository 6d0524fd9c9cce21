import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { removeFile } from "../../base/files.ts";
import { correctionText } from "../../job/round/correct-run.ts";
import { renderFixXlsx } from "../../report/files/fix-workbook.ts";
import { renderFixJson } from "../../report/files/render-fix.ts";
import { ReadingFacts, renderReading } from "../../report/files/render-reading.ts";
import { checkReport } from "../../report/model/check-report.ts";
import { RowTally } from "../../report/model/reason-tally.ts";
import { draftCorrections, FixProblems } from "../../run/corrections/match-fix-rows.ts";
import { notMatched } from "../../run/corrections/write-corrections.ts";
import { Plan } from "../../run/plan/plan.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import { emptyTally, planRows } from "../../run/plan/plan-rows.ts";
import { type FreshPlan, writePlan } from "../../run/plan/write-plan.ts";
import { pathNamed } from "../../sheet/columns/target-label.ts";
import { openInput } from "../../sheet/open-input.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { cellText, isJson, isSameNotice } from "../../sheet/table.ts";
import type { Edit } from "./draft-edits.ts";
import type { Draft } from "./draft-store.ts";
import { keepUpload } from "./uploaded-file.ts";

/** A draft's rows as they were judged, in a file that lasts for some work. */
interface JudgedDraft {
  mapped: MappedInput;
  path: string;
  plan: FreshPlan;
  facts: ReadingFacts;
}

/** The rows of a draft that a person has to correct, in a form that can be corrected and dropped again. */
export async function* fixFile(draft: Draft, at: Date): AsyncGenerator<Uint8Array | string> {
  const judged = await judge(draft, at);
  try {
    const report = checkReport(judged.path, judged.plan, draft.folder);
    const tally = new RowTally();
    for await (const batch of report.rows()) for (const row of batch) tally.add(row);
    yield* (isJson(report.format) ? renderFixJson : renderFixXlsx)(report, tally.absentFields);
  } finally {
    await removeFile(judged.path);
  }
}

/** Every row of a draft as it would be sent, to be looked through. */
export async function* readingFile(draft: Draft, at: Date): AsyncGenerator<Uint8Array> {
  const { mapped, path, plan, facts } = await judge(draft, at);
  try {
    yield* renderReading(new Plan(path, plan.facts).rows(), mapped, facts, mapped.questions.open);
  } finally {
    await removeFile(path);
  }
}

/**
 * Takes the corrected rows of a fix file into a draft, as corrections of its cells that can be taken back.
 *
 * @param name The file's, as a person knows it.
 * @returns What became of its rows, in sentences.
 * @throws CliError with exit code 2 when it cannot be read, or a row cannot be matched with its original.
 */
export async function takeFix(draft: Draft, name: string, content: Readable, at: Date): Promise<string> {
  const file = await keepUpload(name, content);
  try {
    const { reading } = draft;
    const judged = await judge(draft, at);
    try {
      return await takeRows(draft, { path: file.path, name }, judged, reading);
    } finally {
      await removeFile(judged.path);
    }
  } finally {
    await file.remove();
  }
}

async function takeRows(
  draft: Draft,
  source: { path: string; name: string },
  { path, plan: fresh }: JudgedDraft,
  reading: string,
): Promise<string> {
  const plan = new Plan(path, fresh.facts);
  const originals = new Map<number, PlannedRow>();
  for await (const row of plan.rows()) if (!row.ready) originals.set(row.row, row);
  const table = await openInput(source, { hiddenRows: "include", keepsAll: true });
  const problems = new FixProblems();
  const rules = {
    isSandbox: false,
    isSelected: () => true,
    refusalOf: () => undefined,
    dismissalRefusalOf: () => undefined,
    isDismissed: (row: number) => draft.edits.isNotALead(row),
    issuesOf: ({ issues, warnings }: PlannedRow) => [...issues, ...warnings],
  };
  const corrections = draftCorrections(
    table,
    plan,
    plan.mapping,
    (row) => originals.get(row),
    rules,
    problems,
  );
  const width = (await draft.openTable()).columns.length;
  const cells: [row: number, column: number | string, text: string][] = [];
  const corrected = { total: 0, ready: 0 };
  const sends: [row: number, isToGo: boolean][] = [];
  for await (const { row, cells: now, ready, isToGo = false } of corrections.rows) {
    if (isToGo) sends.push([row, true]);
    const before = originals.get(row)?.cells ?? [];
    const count = cells.length;
    for (const [index, cell] of now.entries()) {
      const text = cellText(cell);
      if (text === cellText(before[index])) continue;
      const column = index < width ? index : pathNamed(corrections.input.columns[index]?.name ?? "");
      if (column !== undefined) cells.push([row, column, text]);
    }
    // One that was refused for another row's e-mail alone may be free by now, and is as it was.
    if (cells.length === count && !isToGo) continue;
    corrected.total += 1;
    corrected.ready += Number(ready);
  }
  if (problems.count > 0) throw notMatched(table, problems);
  const { tally, input } = corrections;
  const edit: Edit = { cells, leads: tally.dismissed.map((row) => [row, true]), sends };
  await draft.edit(edit, reading);
  const notices = input.notices.filter(
    (notice) => !plan.end.notices.some((one) => isSameNotice(one, notice)),
  );
  return correctionText(source.name, { tally, corrected, notices }, (text) => text).trimEnd();
}

async function judge(draft: Draft, at: Date): Promise<JudgedDraft> {
  const { mapped, mapping } = await draft.reader().open();
  const [tally, facts] = [emptyTally(), new ReadingFacts()];
  const path = join(draft.folder, `.check-${randomUUID()}.ndjson`);
  const rows = facts.note(planRows(mapped, { selection: {}, strict: false }, tally));
  const origin = { createdAt: at, strict: false, ...(mapping && { mapping }) };
  return { mapped, path, plan: await writePlan(path, mapped, rows, tally, origin), facts };
}
