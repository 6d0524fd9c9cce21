import { createHash } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "../../base/durable-file.ts";
import { describeCause, isAbsent } from "../../base/file-error.ts";
import { readFile } from "../../base/files.ts";
import { replaceFile } from "../../base/replacement.ts";
import { isOwnColumn } from "../headers/header-meaning.ts";
import type { Column } from "../table.ts";

/** Hexadecimal digits of the digest: enough for all sheets that anybody has. */
const NAME_LENGTH = 16;

/** Answers that were given for a sheet with the same headers. */
export interface KeptAnswers {
  /** A mapping file, as `--mapping` takes it. */
  path: string;
  answers: ReadonlyMap<string, string>;
  /** As in `2026-11-20`; absent where the file does not say it. */
  day?: string;
  /** Why the file could not be read, where the system did not let us: another user's, perhaps. */
  trouble?: string;
}

/**
 * The answers that are kept for a sheet with these headers; undefined where there are none.
 *
 * @throws CliError with exit code 2 when the file is damaged, or says more than answers.
 */
export async function readKeptAnswers(
  columns: readonly Column[],
  folder: string,
): Promise<KeptAnswers | undefined> {
  const path = keptPath(columns, folder);
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return isAbsent(error) ? undefined : { path, answers: new Map(), trouble: describeCause(error) };
  }
  const { parseAnswers } = await import("./mapping-file.ts");
  const { answers, answeredAt } = await parseAnswers(text, path);
  return { path, answers, ...(answeredAt !== undefined && { day: answeredAt.slice(0, 10) }) };
}

/**
 * Keeps answers for sheets with these headers, beside those that are kept already. The file is for its owner only.
 *
 * @returns Its path; undefined for a sheet without headers.
 * @throws CliError with exit code 6 when it cannot be written.
 */
export async function keepAnswers(
  columns: readonly Column[],
  answers: ReadonlyMap<string, string>,
  at: Date,
  folder: string,
): Promise<string | undefined> {
  const path = keptPath(columns, folder);
  if (path === undefined) return undefined;
  await makeFolder(folder);
  // Somebody else may have answered meanwhile.
  const kept = await readKeptAnswers(columns, folder).catch(() => undefined);
  const isSheet = columns.every(({ keys }) => !keys);
  const content = {
    version: 1,
    answeredAt: at.toISOString(),
    // Items of JSON need not have every key, so that none is insisted on.
    ...(isSheet && { headers: [...new Set(headersOf(columns))] }),
    answers: Object.fromEntries([...(kept?.answers ?? []), ...answers]),
  };
  await replaceFile(path, [`${JSON.stringify(content, null, 2)}\n`], "shared");
  return path;
}

/** The same headers in the same order are the same sheet; the keys of JSON turn up in any order. */
function keptPath(columns: readonly Column[], folder: string): string | undefined {
  const headers = headersOf(columns);
  if (headers.length === 0) return undefined;
  if (columns.some(({ keys }) => keys)) headers.sort();
  const digest = createHash("sha256").update(JSON.stringify(headers)).digest("hex");
  return join(folder, `${digest.slice(0, NAME_LENGTH)}.json`);
}

/** As they stand; ours say nothing of a sheet, which may be a run's fix file. */
function headersOf(columns: readonly Column[]): string[] {
  return columns
    .map(({ name }) => name.normalize("NFC").trim())
    .filter((name) => name !== "" && !isOwnColumn(name));
}
