import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { openOwn, syncFolder, writeAll, writeNewFile } from "../base/durable-file.ts";
import { removeFile } from "../base/files.ts";
import { isOwnSandbox } from "../settings/target.ts";
import { listRun } from "./folder/run-logs.ts";
import { encodeLine } from "./journal/journal-line.ts";
import { type MissingRecords, writeMark } from "./journal/journal-mark.ts";
import type {
  DoubtedRecord,
  JournalRecord,
  RecoveredRecord,
  RestoredRecord,
  ResultRecord,
} from "./journal/journal-record.ts";
import { unopened } from "./journal/journal-writer.ts";
import { eachRecord, type Scan } from "./journal/read-journal.ts";
import { findRescueFiles } from "./journal/rescue.ts";
import { Run } from "./run.ts";
import { journalError } from "./run-errors.ts";
import { BALLAST_NAME, runFileOf } from "./run-paths.ts";

/**
 * Reads a run that this process has locked, and mends what a crash left behind: a torn tail of the journal is
 * set aside and cut off, answers in rescue files are taken in, attempts that were under way are recorded as
 * such, and temporary files go. After a round that ended in order it only reads.
 *
 * @param olderJournal The person says to go on with a journal that is behind its mark: what the missing records may
 *   have sent is unknown then.
 * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged, behind its mark, or cannot be
 *   mended.
 */
export async function recoverRun(dir: string, at: Date, olderJournal = false): Promise<Run> {
  const run = await Run.read(dir, { isOurs: true });
  if (run.missing && !olderJournal) throw behindMark(run, run.missing);
  try {
    await removeTemporaryFiles(dir);
    if (!run.record && !run.missing) {
      if (run.scan.tornBytes > 0) await mendJournal(run, at, []);
      return run;
    }
    const rescueFiles = await findRescueFiles(dir);
    const isWhole = run.scan.tornBytes === 0 && run.openIntents === 0 && run.missing === null;
    if (isWhole && rescueFiles.length === 0) return run;
    const { rescued, readPaths } = await readRescued(rescueFiles, run);
    await mendJournal(run, at, rescued);
    // It may have been the trace of a copy, which the journal tells of from now on.
    await removeFile(join(dir, BALLAST_NAME));
    const mended = rescued.length === 0 && run.missing === null ? run : await Run.read(dir, { isOurs: true });
    await mended.verify();
    await markJournal(mended, at);
    for (const path of readPaths) await removeFile(path);
    if (readPaths.length > 0) await syncFolder(dir);
    return mended;
  } catch (error) {
    throw unopened(error);
  }
}

/**
 * Marks how far the journal is written, after a round and after a crash was mended. A disk that has no room for that
 * leaves the mark before, which is as true.
 *
 * @param isNew Whether the run's first round begins.
 */
export async function markJournal(run: Run, at: Date, isNew = false): Promise<void> {
  const { record, dir, digest, rounds, bindings, plan } = run;
  if (!record) return;
  run.missing = null;
  const facts = { at: at.toISOString(), rounds: rounds.length, plans: bindings, run: record };
  const mark = await writeMark(dir, digest, facts).catch((error) => {
    if (!(error instanceof CliError)) throw error;
  });
  if (mark) await listRun(dir, plan.header.createdAt, isOwnSandbox(record) ? null : mark, isNew);
}

function behindMark({ dir, paths }: Run, { toldBy, bytes, rounds }: MissingRecords): CliError {
  return journalError(
    "journal-behind",
    { path: paths.journal, toldBy, rounds, bytes },
    { command: ["resume", { folder: dir }, "--older-journal"] },
  );
}

async function removeTemporaryFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (runFileOf(name)?.isTemporary) await removeFile(join(dir, name));
}

/**
 * The results of rescue files that answer an attempt nobody else has the answer of. Files of another run are
 * left alone, and so are those with a line that cannot be read: a person may still find something there.
 */
async function readRescued(
  paths: readonly string[],
  run: Run,
): Promise<{ rescued: RescuedRecord[]; readPaths: string[] }> {
  const results = new Map<number, ResultRecord>();
  const doubts: DoubtedRecord[] = [];
  const readPaths: string[] = [];
  for (const path of paths) {
    let [isFirst, isRead] = [true, false];
    for await (const record of eachRecord(path)) {
      if (isFirst) isRead = isOfRun(record, run);
      if (isFirst && !isRead) break;
      if (record?.type === "doubted") doubts.push(record);
      else if (record?.type === "result" && isMissing(record, run)) results.set(record.row, record);
      else if (record?.type !== "result" && !isFirst) isRead = false;
      isFirst = false;
    }
    if (isRead) readPaths.push(path);
  }
  return { rescued: [...results.values(), ...doubts], readPaths };
}

function isOfRun(header: JournalRecord | undefined, { record, mark }: Run): boolean {
  const own = record ?? mark?.run;
  return header?.type === "run" && header.planSha256 === own?.planSha256 && header.at === own.at;
}

type RescuedRecord = ResultRecord | DoubtedRecord;

function isMissing({ row, attempt }: ResultRecord, { state, missing }: Run): boolean {
  // The answer to an attempt that an older journal does not know of.
  if (missing && state.has(row) && attempt > state.attempts(row) && state.get(row).status !== "created")
    return true;
  const isOpen =
    state.has(row) && state.get(row).status === "unknown" && state.lastResultAt(row) === undefined;
  return isOpen && state.attempts(row) === attempt;
}

/** Cuts off a torn tail and records what happened; `run` is left as the files are then. */
async function mendJournal(run: Run, at: Date, rescued: readonly RescuedRecord[]): Promise<void> {
  const { paths, scan } = run;
  const journal = await openOwn(paths.journal);
  try {
    if (scan.tornBytes > 0) {
      await setAside(journal, scan, paths.journal, at);
      await syncFolder(paths.dir);
      await journal.truncate(scan.endBytes);
      await journal.datasync();
    }
    const recovered: RecoveredRecord = {
      type: "recovered",
      at: at.toISOString(),
      tornBytes: scan.tornBytes,
      openIntents: run.openIntents,
      rescuedResults: rescued.filter(({ type }) => type === "result").length,
    };
    const restored = run.missing ? [await restoredRecord(run, run.missing, at)] : [];
    const first = run.record || !run.mark ? [] : [run.mark.run];
    const records = run.record || run.mark ? [...first, ...rescued, recovered, ...restored] : [];
    const lines = records.map((record) => ({ record, line: Buffer.from(encodeLine(record)) }));
    const bytes = Buffer.concat(lines.map(({ line }) => line));
    await writeAll(journal, bytes, scan.endBytes);
    await journal.datasync();
    for (const { record, line } of lines) run.digest.add(line.subarray(0, -1), record);
    run.scan = { endBytes: scan.endBytes + bytes.length, tornBytes: 0 };
  } finally {
    await journal.close();
  }
}

async function restoredRecord(run: Run, missing: MissingRecords, at: Date): Promise<RestoredRecord> {
  const plans = await run.present(missing.plans);
  const lost = missing.plans.filter(({ file }) => !plans.some((plan) => plan.file === file));
  return {
    type: "restored",
    at: at.toISOString(),
    missingBytes: missing.bytes,
    missingRounds: missing.rounds,
    plans,
    ...(lost.length > 0 && { lost }),
  };
}

/** Copies the torn tail into a file of its own, beside the journal. */
async function setAside(journal: FileHandle, scan: Scan, journalPath: string, at: Date): Promise<void> {
  const tail = Buffer.alloc(scan.tornBytes);
  const { bytesRead } = await journal.read(tail, 0, tail.length, scan.endBytes);
  const time = at.toISOString().replaceAll(":", "");
  const path = `${journalPath}.torn-${time}-${randomBytes(4).toString("hex")}`;
  await writeNewFile(path, tail.subarray(0, bytesRead));
}
