import type { ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { SandboxAnswer } from "./sandbox-answer.ts";

/** How an answer reaches the client, or fails to. */
export type Manner =
  | "whole"
  /** All headers, half of the body, and the end of the connection. */
  | "truncated"
  /** All headers, then a byte at a time. */
  | "drip"
  /** A body that never ends. */
  | "endless"
  /** Nothing, on an open connection. */
  | "silence"
  /** A TCP reset. */
  | "reset"
  /** An orderly end of the connection, without an answer. */
  | "close";

export interface Delivery {
  manner: Manner;
  /** Null where the manner needs none. */
  answer: SandboxAnswer | null;
  /** Between two bytes of a drip. */
  intervalMs?: number;
}

/** No client waits longer than this; then the connection ends. */
const FAULT_MS_MAX = 600_000;
const DRIP_INTERVAL_MS = 1_000;
const ENDLESS_CHUNK = "a".repeat(64 * 1024);
/** Some 13 MB a second: fast enough to fill any buffer, and no burden on the machine. */
const ENDLESS_INTERVAL_MS = 5;

/** Writes an answer whole. */
export function deliver(response: ServerResponse, answer: SandboxAnswer, isLast: boolean): void {
  if (response.destroyed) return;
  writeHead(response, answer, isLast);
  response.end(answer.body);
}

/**
 * Delivers an answer badly, and resolves when that is over.
 *
 * @param over Aborts when the connection has ended or the sandbox stops.
 */
export async function misdeliver(
  response: ServerResponse,
  { manner, answer, intervalMs = DRIP_INTERVAL_MS }: Delivery,
  clock: Clock,
  over: AbortSignal,
): Promise<void> {
  const { socket } = response;
  if (!socket || response.destroyed) return;
  if (manner === "reset") {
    socket.resetAndDestroy();
    return;
  }
  if (manner === "silence") await clock.sleep(FAULT_MS_MAX, over);
  if (answer && manner === "truncated") await truncate(response, answer);
  if (answer && manner === "drip") await drip(response, answer, intervalMs, clock, over);
  if (manner === "endless") await flood(response, clock, over);
  if (!response.writableEnded) socket.destroy();
}

function writeHead(response: ServerResponse, answer: SandboxAnswer, isLast: boolean): void {
  const headers = [...answer.headers, "content-length", String(Buffer.byteLength(answer.body))];
  if (isLast) headers.push("connection", "close");
  response.writeHead(answer.status, headers);
}

function truncate(response: ServerResponse, answer: SandboxAnswer): Promise<void> {
  writeHead(response, answer, false);
  const half = Buffer.from(answer.body).subarray(0, Math.floor(Buffer.byteLength(answer.body) / 2));
  return new Promise((resolve) => response.write(half, () => resolve()));
}

async function drip(
  response: ServerResponse,
  answer: SandboxAnswer,
  intervalMs: number,
  clock: Clock,
  over: AbortSignal,
): Promise<void> {
  const giveUpAtMs = clock.now() + FAULT_MS_MAX;
  writeHead(response, answer, true);
  response.flushHeaders();
  for (const byte of Buffer.from(answer.body)) {
    await clock.sleep(intervalMs, over);
    if (over.aborted || clock.now() > giveUpAtMs) return;
    response.write(Buffer.of(byte));
  }
  response.end();
}

async function flood(response: ServerResponse, clock: Clock, over: AbortSignal): Promise<void> {
  const giveUpAtMs = clock.now() + FAULT_MS_MAX;
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.write('{"success":true,"padding":"');
  while (!over.aborted && clock.now() < giveUpAtMs) {
    // A client that does not read must not fill our memory instead of its own.
    if (!response.writableNeedDrain) response.write(ENDLESS_CHUNK);
    await clock.sleep(ENDLESS_INTERVAL_MS, over);
  }
}
