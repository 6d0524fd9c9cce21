import { once } from "node:events";
import { constants, createWriteStream } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LiveStream } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCause, isAbsent } from "../../base/file-error.ts";
import { open } from "../../base/files.ts";
import { LETTER_TITLE } from "../../report/files/render-handover.ts";
import { REPORT_TITLE } from "../../report/files/render-xlsx.ts";
import { isLetterName, type ReportFormat } from "../../report/formats.ts";
import { titleMark } from "../../sheet/formats/write/xlsx-writer.ts";
import { safeFileText } from "../../terminal/safe-text.ts";
import { commandError } from "../command-errors.ts";

/**
 * Writes content as it comes, no faster than the stream takes it; to a terminal, so that nothing in it can act there. A
 * reader that goes away ends it quietly.
 */
export async function writeText(
  stream: LiveStream,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let isGone = false;
  stream.on("error", () => {
    isGone = true;
  });
  for await (const piece of content) {
    if (isGone) return;
    const shown = stream.isTTY && typeof piece === "string" ? safeFileText(piece) : piece;
    if (!stream.write(shown))
      await Promise.race([once(stream, "drain"), once(stream, "close")]).catch(() => undefined);
  }
}

/**
 * Writes a file that is not there yet.
 *
 * @param flag The flag that gave the path.
 * @throws CliError with exit code 2 where it is there; 6 where it cannot be written.
 */
export async function writeNew(
  flag: string,
  path: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  mode = 0o666,
): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { flags: "wx", mode }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw commandError("usage/new-file", { path, flag });
    throw unusable(flag, path, describeCause(error), EXIT.journal);
  }
}

/** Text near the beginning of our reports that no sheet of leads has. */
const MARKS: Readonly<Record<ReportFormat, string>> = {
  html: 'name="generator" content="leadctl"',
  csv: '"leadctl_quote_id"',
  xlsx: titleMark(REPORT_TITLE),
  json: '"summary":{"total":',
  junit: '<property name="leadctl.run"',
  markdown: "<!-- leadctl report -->",
  // A spreadsheet program saves it without the quotation marks.
  handover: "known_quote_id",
};
const BEGINNING_BYTES = 64 * 1024;

/**
 * Refuses to write a report over anything but an earlier report: a sheet, a plan or a journal is not to be lost
 * to a slip of the hand.
 *
 * @throws CliError with exit code 2.
 */
export function requireReplaceable(path: string, format: ReportFormat): Promise<void> {
  const isLetter = format === "handover" && isLetterName(path);
  return requireOwn("--output", path, isLetter ? LETTER_TITLE : MARKS[format], `a ${format} report`);
}

/**
 * Refuses to write over anything but a file of ours, or to where no file can stand.
 *
 * @param flag The flag that gave the path.
 * @param mark Text near the beginning of such a file.
 * @param kind As in `a csv report`.
 * @throws CliError with exit code 2 where something else is there; 6 where the system refuses.
 */
export async function requireOwn(
  flag: string,
  path: string,
  mark: string | RegExp,
  kind: string,
): Promise<void> {
  try {
    const folder = await ifThere(stat(dirname(path)));
    if (folder === undefined) throw unusable(flag, path, "its folder does not exist", EXIT.journal);
    if (!folder.isDirectory()) throw unusable(flag, path, "its folder is a file", EXIT.journal);
    await access(dirname(path), constants.W_OK);
    const file = await ifThere(lstat(path));
    if (file === undefined) return;
    if (!file.isFile()) throw unusable(flag, path, "it is not a regular file");
    if (file.size > 0 && !isMarked(await readBeginning(path), mark))
      throw unusable(flag, path, `it holds something else than ${kind}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unusable(flag, path, describeCause(error), EXIT.journal);
  }
}

async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error) => {
    if (!isAbsent(error)) throw error;
    return undefined;
  });
}

function isMarked(text: string, mark: string | RegExp): boolean {
  return typeof mark === "string" ? text.includes(mark) : mark.test(text);
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function unusable(flag: string, path: string, why: string, exitCode: ExitCode = EXIT.usage): Error {
  return commandError("output-unusable", { path, why, flag }, { exitCode });
}
