import { open } from "node:fs/promises";
import { readLineBlocks } from "../base/read-lines.ts";
import type { CurrentPlan } from "./current-plan.ts";
import {
  decodeHead,
  decodeRow,
  leadBytesOf,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type StoredRow,
} from "./plan-record.ts";

/** A lead on its way to the service. */
export interface ReadyLead {
  row: number;
  /** The request's body, byte for byte. */
  body: Buffer;
}

/** The first and the last line; undefined when the file is not a whole plan. */
export async function readPlanFacts(path: string): Promise<PlanFacts | undefined> {
  let header: PlanHeader | undefined;
  for await (const { lines } of readLineBlocks(path)) {
    header = parseLine(lines[0]) as PlanHeader | undefined;
    break;
  }
  const end = parseLine(await readLastLine(path)) as PlanEnd | undefined;
  if (header?.type !== "plan" || header.version !== 1 || end?.type !== "end") return undefined;
  return { header, end };
}

/** Every row's number and whether it is ready, in input order. */
export async function readPlanHeads(
  path: string,
  onRow: (row: number, ready: boolean) => void,
): Promise<void> {
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const head = decodeHead(line);
      if (head) onRow(head.row, head.ready);
    }
  }
}

/** The leads to send, in input order, each as its latest correction has it. */
export async function* readReadyLeads(
  plan: CurrentPlan,
  isWanted: (row: number) => boolean,
): AsyncGenerator<ReadyLead> {
  const corrected = plan.openCorrected();
  try {
    for await (const { lines } of readLineBlocks(plan.path)) {
      for (const original of lines) {
        const planned = decodeHead(original);
        if (!planned || !isWanted(planned.row)) continue;
        const { line, head } = corrected.find(planned.row) ?? { line: original, head: planned };
        if (head.ready) yield { row: planned.row, body: leadBytesOf(line, head) };
      }
    }
  } finally {
    corrected.close();
  }
}

/** Whole rows, in input order, each as its latest correction has it. */
export async function* readPlannedRows(
  plan: CurrentPlan,
  isWanted: (row: number) => boolean = () => true,
): AsyncGenerator<StoredRow> {
  const corrected = plan.openCorrected();
  try {
    for await (const { lines } of readLineBlocks(plan.path)) {
      for (const line of lines) {
        const head = decodeHead(line);
        if (!head || !isWanted(head.row)) continue;
        yield decodeRow(corrected.find(head.row)?.line ?? line);
      }
    }
  } finally {
    corrected.close();
  }
}

/** The rows of one plan's file, as they stand there. */
export async function* readRowsOfFile(
  path: string,
  isWanted: (row: number) => boolean = () => true,
): AsyncGenerator<StoredRow> {
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const head = decodeHead(line);
      if (head && isWanted(head.row)) yield decodeRow(line);
    }
  }
}

const TAIL_BYTES = 64 * 1024;

async function readLastLine(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    for (let length = TAIL_BYTES; ; length *= 2) {
      const from = Math.max(0, size - length);
      const tail = Buffer.alloc(size - from);
      await handle.read(tail, 0, tail.length, from);
      if (tail.at(-1) !== 0x0a) return undefined;
      const newline = tail.lastIndexOf(0x0a, tail.length - 2);
      if (newline >= 0 || from === 0) return tail.subarray(newline + 1, tail.length - 1);
    }
  } finally {
    await handle.close();
  }
}

function parseLine(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(line?.toString() ?? "");
  } catch {
    return undefined;
  }
}
