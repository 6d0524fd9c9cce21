import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type { FaultScript, SandboxOptions } from "../../src/sandbox/sandbox-types.ts";
import { freshFolder, PROGRAM_FILE, type RunningService, startService } from "../program/run-program.ts";
import { StoppableProgram, until } from "../program/stoppable-program.ts";
import { holdToSchema } from "../published-schemas.ts";
import { shapeOf } from "./shape.ts";

const ROOT = new URL("../../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
const SHEET = "leads.csv";
const FIXTURE = new URL("../../fixtures/leads.csv", import.meta.url);
const TIMEOUT_MS = 60_000;

/** Command lines that are called one after another in one folder, against one service, as a script calls them. */
export interface Session {
  /** Of the file that records it. */
  name: string;
  about: string;
  /** How many leads of `fixtures/leads.csv` its `leads.csv` holds; default 5, which are the rows 2 to 6. */
  leads?: number;
  /** Cells of that sheet that are other, by row and header. */
  cells?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** Faults of the service, by row. */
  faults?: Readonly<Record<number, FaultScript[string]>>;
  /** Accounts that the service has already. */
  users?: SandboxOptions["users"];
  /** Lines of a shell, and what happens in between. */
  steps: readonly (string | Stop | Change)[];
}

/** A command that is ended by a signal while one of its leads is under way. */
interface Stop {
  args: readonly string[];
  signal: NodeJS.Signals;
  /** How many leads have reached the service by then. */
  leads: number;
}

interface Change {
  /** What happens, for the reader of the record. */
  says: string;
  do(world: World): void;
}

export interface World {
  cwd: string;
  service: RunningService;
}

interface LineEnd {
  exit: number | NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs a session, and returns its record. */
export async function record({ about, steps, ...session }: Session): Promise<string> {
  const world = await begin(session);
  const blocks = [about];
  for (const step of steps) {
    if (typeof step === "string") blocks.push(await recordLine(step, world, () => runLine(step, world)));
    else if ("signal" in step) {
      const line = `leadctl ${step.args.join(" ")} (${step.signal} during lead ${step.leads})`;
      blocks.push(await recordLine(line, world, () => runAndStop(step, world)));
    } else {
      step.do(world);
      blocks.push(`(${step.says})`);
    }
  }
  return `${blocks.join("\n\n")}\n`;
}

/** The first leads of the fixture as a CSV, with other cells here and there. */
export function sheetOf(count: number, cells: Session["cells"] = {}): string {
  const records: Record<string, string>[] = parse(readFileSync(FIXTURE), { columns: true, to: count });
  const changed = records.map((record, index) => ({ ...record, ...cells[index + 2] }));
  return stringify(changed, { header: true });
}

async function begin({
  leads = 5,
  cells,
  faults = {},
  users = [],
}: Omit<Session, "about" | "steps">): Promise<World> {
  const cwd = freshFolder();
  writeFileSync(join(cwd, SHEET), sheetOf(leads, cells));
  const emails = emailsIn(cwd);
  const script = Object.fromEntries(
    Object.entries(faults).map(([row, answers]) => [emails[Number(row) - 2], answers]),
  );
  return { cwd, service: await startService({ faults: { script }, users }) };
}

async function recordLine(line: string, world: World, run: () => Promise<LineEnd>): Promise<string> {
  const { cwd, service } = world;
  const before = new Set(filesIn(cwd));
  service.clearRequests();
  const { exit, ...streams } = await run();
  if (streams.stdout.startsWith("{")) await holdToSchema(streams.stdout);
  const written = filesIn(cwd).filter((path) => !before.has(path));
  const stdout = shapeOf(settled(streams.stdout, world));
  // Events are for scripts; whatever else stands there is for people.
  const isEvents = line.includes("--progress json");
  if (isEvents) await holdToSchema(streams.stderr);
  const stderr = isEvents ? shapeOf(settled(streams.stderr, world)) : null;
  const told = stderr?.kind ?? (streams.stderr === "" ? "empty" : "text");
  return [
    `$ ${line}`,
    `exit ${exit} | ${sentTo(world)} | stdout ${stdout.kind} | stderr ${told}`,
    ...stdout.lines,
    ...(stderr ? ["stderr:", ...stderr.lines] : []),
    ...settled(byFolder(written).join("\n"), world).split("\n").filter(Boolean),
  ].join("\n");
}

/** As cron does it: no terminal, nothing on stdin, hardly an environment. A pipe ends with the code of the program. */
function runLine(line: string, { cwd, service }: World): Promise<LineEnd> {
  const script = `set -o pipefail; leadctl() { "${process.execPath}" "${PROGRAM_FILE}" "$@"; }\n${line}`;
  const env = { PATH: process.env.PATH, HOME: cwd, ...service.env };
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", script], { cwd, env, stdio: [...stdio], timeout: TIMEOUT_MS });
    const end = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      end.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      end.stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ exit: code ?? signal, ...end }));
  });
}

async function runAndStop({ args, signal, leads }: Stop, { cwd, service }: World): Promise<LineEnd> {
  const program = new StoppableProgram(args, service.env, cwd);
  await until(
    () => service.requests().filter(({ email }) => email !== undefined).length >= leads,
    () => program.stderr,
    TIMEOUT_MS,
  );
  program.signal(signal);
  const { code, signal: endedBy } = await program.exit;
  return { exit: code ?? endedBy, stdout: program.stdout, stderr: program.stderr };
}

/** Without what is another one in each folder, at each time, at each address and of each version. */
function settled(text: string, { cwd, service }: World): string {
  return text
    .replaceAll(cwd, "‹folder›")
    .replaceAll(service.url, "‹service›")
    .replaceAll(new URL(service.url).host, "‹host›")
    .replace(/(?<=token=)[\w.-]+/g, "‹token›")
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, "‹id›")
    .replace(/\d{8}T\d{9}Z/g, "‹now›")
    .replace(new RegExp(`(?<![\\d.])(?:${version}|${process.versions.node})(?![\\d.])`, "g"), "‹version›");
}

/** Which rows of the sheet reached the service, each as often as it came there, and what else did. */
function sentTo({ cwd, service }: World): string {
  const emails = emailsIn(cwd);
  const requests = service.requests();
  const sent = requests.flatMap(({ email }) =>
    email === undefined ? [] : [emails.indexOf(email.toLowerCase()) + 2],
  );
  const rows = sent.filter((row) => row >= 2).sort((one, other) => one - other);
  const others: [count: number, what: string][] = [
    [sent.length - rows.length, "other leads"],
    [requests.length - sent.length, "other requests"],
  ];
  const parts = [
    rows.length > 0 && `sent ${rows.join(" ")}`,
    ...others.map(([count, what]) => count > 0 && `${count} ${what}`),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "nothing sent";
}

/** Of the sheet's rows, from row 2 on. */
function emailsIn(cwd: string): string[] {
  const records: Record<string, string>[] = parse(readFileSync(join(cwd, SHEET)), { columns: true });
  return records.map(({ Email = "" }) => Email.toLowerCase());
}

/** What is meant for people and scripts: neither journal nor index. */
function filesIn(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[^.].*\.(?:csv|html|json|md|xlsx|xml)$/.test(entry.name))
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
    .sort();
}

function byFolder(paths: readonly string[]): string[] {
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  return folders.map((folder) => {
    const files = paths.filter((path) => dirname(path) === folder).map((path) => basename(path));
    return `wrote ${folder}/ ${files.join(" ")}`;
  });
}
