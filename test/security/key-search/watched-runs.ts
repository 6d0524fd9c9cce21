import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { TEST_KEY } from "../../test-key.ts";
import { filesHolding, holdsSecret, type Stamps, stampFiles } from "./find-secret.ts";

/** Whatever a test calls it, this is what it starts. */
const PROGRAM = "leadctl.js";
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The program takes what is shorter for no secret. */
const SECRET_LENGTH_MIN = 8;

/** What Node starts a process with, on its way into it. */
interface SpawnOptions {
  args?: readonly string[];
  cwd?: string;
  /** `NAME=value` each. */
  envPairs?: readonly string[];
}

/** One run of the program that a test has started. */
interface Run {
  command: string;
  secrets: readonly string[];
  folders: readonly string[];
  before: Stamps;
  streams: { name: string; chunks: Buffer[] }[];
}

const running = new Set<Run>();
const leaks = new Set<string>();
let isWatching = false;

/**
 * From now on, every run of the program that this process starts is searched for its key, by whichever way it is
 * started: its streams and every file in the folders that it was given, when it ends.
 */
export function watchRuns(): void {
  // Test files share a process, and each asks for it.
  if (isWatching) return;
  isWatching = true;
  subscribe("child_process", (message) => watch((message as { process: ChildProcess }).process));
}

/**
 * Watches a run that is no process of its own.
 *
 * @returns To be called with its streams when it has ended.
 */
export function watchRun(options: SpawnOptions): (streams: Readonly<Record<string, Buffer>>) => void {
  const run = runOf(options);
  if (!run) throw new Error("It is not the program");
  running.add(run);
  return (streams) => {
    for (const [name, bytes] of Object.entries(streams)) run.streams.push({ name, chunks: [bytes] });
    search(run);
  };
}

/** Where a key was found since the last call, in words. Searches the folders of what still runs as well. */
export function takeLeaks(): string[] {
  for (const run of running) searchFiles(run);
  const found = [...leaks];
  leaks.clear();
  return found;
}

/** Called before the process is started: its options are not known until then. */
function watch(child: ChildProcess): void {
  const starting = child as unknown as { spawn(options: SpawnOptions): number };
  const spawn = starting.spawn.bind(child);
  starting.spawn = (options) => {
    const run = runOf(options);
    const code = spawn(options);
    if (run) follow(child, run);
    return code;
  };
}

function runOf({ args = [], cwd = process.cwd(), envPairs = [] }: SpawnOptions): Run | undefined {
  const command = args.join(" ");
  if (!command.includes(PROGRAM)) return undefined;
  const keys = envPairs.flatMap((pair) => /^\w*KEY=(.*)$/is.exec(pair)?.[1]?.trim() ?? []);
  // What a tool around it was given, such as a tracer, is the tool's.
  const own = args.slice(args.findIndex((arg) => arg.endsWith(PROGRAM)) + 1);
  const folders = [...new Set([cwd, ...own].flatMap(scratchFolder))];
  return {
    command,
    secrets: [TEST_KEY, ...keys.filter((key) => key.length >= SECRET_LENGTH_MIN)],
    folders,
    before: stampFiles(folders),
    streams: [],
  };
}

/** The outermost folder of a test below the system's for temporary files, unless the tests themselves lie in it. */
function scratchFolder(path: string): string[] {
  const place = relative(realpathSync(tmpdir()), path);
  const [name] = place.split(sep);
  if (!isAbsolute(path) || !name || name === ".." || isAbsolute(place)) return [];
  const folder = join(realpathSync(tmpdir()), name);
  return ROOT.startsWith(folder + sep) ? [] : [folder];
}

function follow(child: ChildProcess, run: Run): void {
  running.add(run);
  keepCopy("stdout", child.stdout, run);
  keepCopy("stderr", child.stderr, run);
  child.once("close", () => search(run));
}

/** Searches what a run that has ended leaves behind. */
function search(run: Run): void {
  running.delete(run);
  searchFiles(run);
  for (const { name, chunks } of run.streams)
    if (holdsSecret(Buffer.concat(chunks), run.secrets)) note(run, name);
}

/** Copies what arrives, without setting a stream in motion that the test leaves alone. */
function keepCopy(name: string, stream: Readable | null, run: Run): void {
  if (!stream) return;
  const chunks: Buffer[] = [];
  run.streams.push({ name, chunks });
  const push = stream.push.bind(stream);
  stream.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk) chunks.push(chunk);
    return push(chunk, encoding);
  };
}

function searchFiles(run: Run): void {
  for (const path of filesHolding(run.secrets, run.folders, run.before)) note(run, path);
}

function note(run: Run, place: string): void {
  leaks.add(`The key stands in ${place} after: ${run.command}`);
}
