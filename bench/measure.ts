import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The program as people run it, built. */
export const LEADCTL = join(process.cwd(), "bin", "leadctl.js");

/** A baseline of ours: a compiled file of `bench/programs`. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.js`, import.meta.url));
}

/** Measurements of a program that ran to its end. */
export interface Cost {
  /** From its start to its exit. */
  seconds: number;
  /** User and system, all threads. */
  cpuSeconds: number;
  /** Most memory that was resident. */
  peakMegabytes: number;
  stdout: string;
}

const METER_DIR = mkdtempSync(join(tmpdir(), "leadctl-meter-"));
process.once("exit", () => rmSync(METER_DIR, { recursive: true, force: true }));

/** Runs inside the measured process, and writes its cost when it ends. Required and not imported, which would take a tenth of a start. */
const METER = join(METER_DIR, "meter.cjs");
writeFileSync(
  METER,
  `const fs = require("node:fs");
  process.on("exit", () => {
    const mark = /VmHWM:\\s+(\\d+) kB/.exec(fs.readFileSync("/proc/self/status", "utf8"));
    const { user, system } = process.cpuUsage();
    const cost = { cpuSeconds: (user + system) / 1e6, peakMegabytes: Number(mark?.[1]) / 1024 };
    fs.writeFileSync(process.env.METER_FILE, JSON.stringify(cost));
  });`,
);
let runCount = 0;

export interface NodeOptions {
  /** Besides PATH, which is all that a program gets of our environment. */
  env?: Readonly<Record<string, string>>;
  /** The exit code that says that all went as meant; 0 unless given. */
  exitCode?: number;
  /** Where it runs; in a temporary folder unless given: what the program remembers there is of no other use. */
  cwd?: string;
}

/**
 * Runs Node with such arguments, and measures it.
 *
 * @throws Error with what the program said, when it ends otherwise than meant.
 */
export async function runNode(args: readonly string[], options: NodeOptions = {}): Promise<Cost> {
  const meterFile = join(METER_DIR, `${runCount++}.json`);
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ["--require", METER, ...args], {
    cwd: options.cwd ?? METER_DIR,
    env: { PATH: process.env.PATH, ...options.env, METER_FILE: meterFile },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  if (exitCode !== (options.exitCode ?? 0))
    throw new Error(`${args.join(" ")} ended with ${exitCode}:\n${stdout}\n${stderr.slice(-2_000)}`);
  return { ...JSON.parse(readFileSync(meterFile, "utf8")), seconds, stdout };
}

/** Runs a program of `bench/programs`. @returns The seconds that it prints, and what else. */
export async function runBaseline<T extends { seconds: number }>(
  name: string,
  ...args: string[]
): Promise<T> {
  return JSON.parse((await runNode([programPath(name), ...args])).stdout);
}

/** How long Node with such arguments takes from start to exit: nothing is loaded into it, nothing read from it. */
export function nodeSeconds(args: readonly string[]): number {
  const startedAtMs = performance.now();
  const { status } = spawnSync(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: "ignore" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return (performance.now() - startedAtMs) / 1_000;
}
