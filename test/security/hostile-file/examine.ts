import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ExitCode } from "../../../src/base/exit-codes.ts";
import { validate } from "../../../src/cli/commands/validate.ts";
import { reportFailure } from "../../../src/cli/report-failure.ts";
import { readOptions } from "../../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../../src/settings/options.ts";
import { testContext } from "../test-context.ts";
import { roundTripBreaches } from "./round-trip.ts";
import { reportBreaches } from "./shared-reports.ts";

/** What became of a file that `validate --out` was given. */
export interface Examined {
  exitCode: ExitCode;
  /** The code of the error, where there was one. */
  errorCode: string | undefined;
  stderr: string;
  /** Every promise that was broken, as a sentence; empty when all held. */
  breaches: string[];
}

const STDERR_CHARACTERS_MAX = 200_000;

/**
 * Runs `leadctl validate <file> --json` in this process, and holds what it did to what is promised of any file,
 * however broken or evil.
 *
 * @param dir For `--out`, and a closer look at what was written: a folder that does not exist yet. It is taken
 *   away afterwards.
 */
export async function examine(path: string, dir?: string): Promise<Examined> {
  const { context, stdout, stderr } = testContext();
  let exitCode: ExitCode;
  try {
    // What may be passed over is, so that the reports are written and looked at.
    const given = { out: dir, json: true, progress: "none", acceptReading: true };
    const options = readOptions(COMMAND_OPTIONS.validate, given);
    exitCode = await validate(path, options, context);
  } catch (error) {
    exitCode = reportFailure(error, { document: "validate", isEvent: false }, context);
  }
  try {
    const document = JSON.parse(stdout.text) as Document;
    const breaches = [
      ...endBreaches(exitCode, document, basename(path)),
      ...textBreaches(stderr.text),
      ...(dir === undefined ? [] : await folderBreaches(path, dir, document)),
    ];
    return { exitCode, errorCode: document.error?.code, stderr: stderr.text, breaches };
  } finally {
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
  }
}

interface Document {
  run?: { rowsRead: number };
  summary?: { total: number; invalid: number; pending: number };
  questions?: { kind: string }[];
  error?: { code: string; message: string; hint: string | null };
}

function endBreaches(
  exitCode: ExitCode,
  { summary, error, questions = [] }: Document,
  name: string,
): string[] {
  const breaches: string[] = [];
  const say = (isHeld: boolean, breach: string) => void (isHeld || breaches.push(breach));
  if (error) {
    say(exitCode === 2, `ends with exit code ${exitCode}: ${error.code}, ${error.message}`);
    say(/^[a-z0-9-]+$/.test(error.code), `has no code: ${error.code}`);
    say(
      error.message.includes(name) || /^The /.test(error.message),
      `does not name the file: ${error.message}`,
    );
    say(error.message.length < 2_000, `has a message of ${error.message.length} characters`);
    say((error.hint ?? "").length > 10, `does not say what to do: ${error.message}`);
  } else {
    const isAllReady = summary?.invalid === 0 && questions.length === 0;
    say(exitCode === (isAllReady ? 0 : 1), `ends with exit code ${exitCode}`);
    say(summary?.total === (summary?.invalid ?? 0) + (summary?.pending ?? 0), "does not add up");
  }
  return breaches;
}

const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function textBreaches(stderr: string): string[] {
  const line = stderr.split("\n").find((text) => ACTIVE.test(text));
  const breaches = line === undefined ? [] : [`prints what a terminal acts on: ${JSON.stringify(line)}`];
  if (stderr.length > STDERR_CHARACTERS_MAX) breaches.push(`prints ${stderr.length} characters`);
  return breaches;
}

async function folderBreaches(path: string, dir: string, document: Document): Promise<string[]> {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  // A question about people keeps its own rows back, and no report.
  const isOpen = (document.questions ?? []).some(({ kind }) => kind !== "person");
  const expected = isOpen && !document.error ? ["reading.xlsx"] : [];
  if (document.error || isOpen)
    return names.join() === expected.join() ? [] : [`leaves ${names.join(", ")} behind`];
  const breaches = names
    .filter((name) => (statSync(join(dir, name)).mode & 0o777) !== 0o600)
    .map((name) => `writes ${name} for others to read`);
  const report = JSON.parse(readFileSync(join(dir, "report.json"), "utf8")) as Report;
  const rows = report.leads.map(({ row }) => row);
  if (rows.length !== document.summary?.total || rows.length !== document.run?.rowsRead) {
    breaches.push(`reads ${document.run?.rowsRead} rows and reports ${rows.length}`);
  }
  if (rows.some((row, at) => !Number.isInteger(row) || row <= (rows[at - 1] ?? 0))) {
    breaches.push("has rows without a number of their own");
  }
  breaches.push(...reportBreaches(dir, report));
  breaches.push(...(await roundTripBreaches(path, dir, names)));
  return breaches;
}

/** `report.json`, as far as it is looked at. */
export interface Report {
  leads: {
    row: number;
    status: string;
    email: string | null;
    firstName: string | null;
    lastName: string | null;
  }[];
}
