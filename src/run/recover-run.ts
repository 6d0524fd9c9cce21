import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { openNew, openOwn, syncFolder, writeAll } from "../base/durable-file.ts";
import { encodeLine } from "./journal-line.ts";
import type { RecoveredRecord, ResultRecord } from "./journal-record.ts";
import { unopened } from "./journal-writer.ts";
import type { Scan } from "./read-journal.ts";
import { findRescueFiles, type RescuedResults, readRescueFile } from "./rescue.ts";
import { Run } from "./run.ts";
import type { FreshPlan } from "./write-plan.ts";

/**
 * Reads a run that this process has locked, and mends what a crash left behind: a torn tail of the journal is
 * set aside and cut off, answers in rescue files are taken in, attempts that were under way are recorded as
 * such, and temporary files go. After a round that ended in order it only reads.
 *
 * @param fresh For a run whose plan this process has just written.
 * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged or cannot be mended.
 */
export async function recoverRun(dir: string, at: Date, fresh?: FreshPlan): Promise<Run> {
  const run = await Run.readLocked(dir, fresh);
  try {
    await removeTemporaryFiles(dir);
    if (!run.record) {
      if (run.scan.tornBytes > 0) await mendJournal(run, at, []);
      return run;
    }
    const rescueFiles = await findRescueFiles(dir);
    if (run.scan.tornBytes === 0 && run.openIntents === 0 && rescueFiles.length === 0) return run;
    const { results, readPaths } = await readRescued(rescueFiles, run);
    await mendJournal(run, at, results);
    for (const path of readPaths) await unlink(path);
    if (readPaths.length > 0) await syncFolder(dir);
    return results.length === 0 ? run : await Run.readLocked(dir);
  } catch (error) {
    throw unopened(error);
  }
}

/** Whether a file of a run exists only while something is being written. */
export function isTemporary(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

const TEMPORARY_NAME = /^\.(plan|report|fix).*\.tmp$|^\.ballast$|^run\.lock\.\d+-[0-9a-f]{8}$/;

async function removeTemporaryFiles(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (isTemporary(name)) await unlink(join(dir, name));
}

/**
 * The results of rescue files that answer an attempt nobody else has the answer of. Files of another run are
 * left alone, and so are those with a line that cannot be read: a person may still find something there.
 */
async function readRescued(
  paths: readonly string[],
  run: Run,
): Promise<{ results: ResultRecord[]; readPaths: string[] }> {
  const results = new Map<number, ResultRecord>();
  const readPaths: string[] = [];
  for (const path of paths) {
    const rescued = run.record ? await readRescueFile(path, run.record) : NOTHING;
    if (!rescued.isOfRun) continue;
    for (const result of rescued.results) if (isMissing(result, run)) results.set(result.row, result);
    if (rescued.strangeLineCount === 0) readPaths.push(path);
  }
  return { results: [...results.values()], readPaths };
}

const NOTHING: RescuedResults = { isOfRun: false, results: [], strangeLineCount: 0 };

function isMissing({ row, attempt }: ResultRecord, { state }: Run): boolean {
  const isOpen =
    state.has(row) && state.get(row).status === "unknown" && state.lastResultAt(row) === undefined;
  return isOpen && state.attempts(row) === attempt;
}

/** Cuts off a torn tail and records what happened; `run` is left as the files are then. */
async function mendJournal(run: Run, at: Date, results: readonly ResultRecord[]): Promise<void> {
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
      rescuedResults: results.length,
    };
    const records = run.record ? [...results, recovered] : [];
    const bytes = Buffer.from(records.map(encodeLine).join(""));
    await writeAll(journal, bytes, scan.endBytes);
    await journal.datasync();
    run.scan = {
      recordCount: scan.recordCount + records.length,
      endBytes: scan.endBytes + bytes.length,
      tornBytes: 0,
    };
  } finally {
    await journal.close();
  }
}

/** Copies the torn tail into a file of its own, beside the journal. */
async function setAside(journal: FileHandle, scan: Scan, journalPath: string, at: Date): Promise<void> {
  const tail = Buffer.alloc(scan.tornBytes);
  const { bytesRead } = await journal.read(tail, 0, tail.length, scan.endBytes);
  const time = at.toISOString().replaceAll(":", "");
  const aside = await openNew(`${journalPath}.torn-${time}-${randomBytes(4).toString("hex")}`);
  try {
    await writeAll(aside, tail.subarray(0, bytesRead), 0);
    await aside.sync();
  } finally {
    await aside.close();
  }
}
