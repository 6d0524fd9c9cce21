import { dirname } from "node:path";
import { type Cost, LEADCTL, runNode } from "./measure.ts";

/** At which all sending is measured, of the program and of what it is compared with. */
export const CONNECTIONS = 64;

/** The path to which every client of the bench posts. */
export const CREATE_PATH = "/api/bench/lead/create";

export const KEY = "bench-key";

/** Nobody listens there: a run ends with its first lead, when the whole sheet has been planned. */
const NOWHERE = "http://127.0.0.1:1";
const EXIT_INCOMPLETE = 4;

/**
 * `leadctl submit` with the program's defaults but for the connections: all is synced, all reports are written. It is called
 * in the folder around its run: anywhere else it would look for the runs of measurements before, which are gone.
 *
 * @param program Another build's than this one.
 */
export function submit(sheet: string, out: string, url: string, program = LEADCTL): Promise<Cost> {
  const cwd = dirname(out);
  return runNode([program, ...submitArgs(sheet, out, url)], { env: { LEADCTL_API_KEY: KEY }, cwd });
}

/** A run that comes to its plan, to one attempt that finds nobody, and to its reports. */
export function submitToNobody(sheet: string, out: string): Promise<Cost> {
  const args = [LEADCTL, ...submitArgs(sheet, out, NOWHERE), "--attempts", "1"];
  const cwd = dirname(out);
  return runNode(args, { env: { LEADCTL_API_KEY: KEY }, exitCode: EXIT_INCOMPLETE, cwd });
}

export function submitArgs(sheet: string, out: string, url: string): string[] {
  const target = ["--base-url", url, "--partner", "bench"];
  return ["submit", sheet, ...target, "--concurrency", String(CONNECTIONS), "--out", out, "--json"];
}
