import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** One system call of any thread, in the order in which the kernel saw them. */
export interface SystemCall {
  name: string;
  /** Arguments as strace prints them, descriptors with their paths, strings with C escapes. */
  args: string;
  /** Line of the log in which it began, and in which it returned. */
  startedAt: number;
  endedAt: number;
  /** What it returned; negative for an error. */
  value: number;
}

/** What a program writes, syncs, renames and sends. */
export const TRACED =
  "openat,write,writev,pwrite64,pwritev,fdatasync,fsync,sendto,sendmsg,rename,renameat,renameat2,ftruncate";

export function hasStrace(): boolean {
  return spawnSync("strace", ["--version"], { stdio: "ignore" }).status === 0;
}

/** The command that runs another one under strace, its log in a file. */
export function straceCommand(logFile: string): string[] {
  return [...`strace -f -qq -y -s 4000000 -e trace=${TRACED} -e signal=none -o`.split(" "), logFile];
}

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/;
const UNFINISHED = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/;

/** Reads a log of `strace -f`. Lines that are no calls (exits) are left out; a call that never returned too. */
export function readSystemCalls(logFile: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { name: string; args: string; startedAt: number }>();
  for (const [at, line] of readFileSync(logFile, "latin1").split("\n").entries()) {
    const whole = WHOLE.exec(line);
    if (whole) {
      const [, , name = "", args = "", value] = whole;
      calls.push({ name, args, startedAt: at, endedAt: at, value: Number(value) });
      continue;
    }
    const begun = UNFINISHED.exec(line);
    if (begun) {
      const [, thread = "", name = "", args = ""] = begun;
      unfinished.set(thread, { name, args, startedAt: at });
      continue;
    }
    const [, thread = "", , rest = "", value] = RESUMED.exec(line) ?? [];
    const call = unfinished.get(thread);
    if (!call || value === undefined) continue;
    unfinished.delete(thread);
    calls.push({ ...call, args: call.args + rest, endedAt: at, value: Number(value) });
  }
  return calls.sort((a, b) => a.startedAt - b.startedAt);
}

/** The path behind a call's descriptor, its first argument. */
export function pathOf(call: SystemCall): string {
  return /^(?:AT_FDCWD<[^>]*>, "([^"]*)"|\d+<([^>]*)>)/.exec(call.args)?.slice(1).find(Boolean) ?? "";
}

/** Undoes the escapes of strace's strings, as far as JSON of ASCII needs it. */
export function unescaped(args: string): string {
  return args.replaceAll('\\"', '"').replaceAll("\\\\", "\\").replaceAll("\\n", "\n");
}
