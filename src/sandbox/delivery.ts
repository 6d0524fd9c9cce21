import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

/** Writes an answer whole. */
export function deliver(response: ServerResponse, answer: Answer, isLast: boolean): void {
  if (response.destroyed) return;
  const headers: Record<string, string | number> = {
    ...answer.headers,
    "content-length": Buffer.byteLength(answer.body),
  };
  if (isLast) headers.connection = "close";
  response.writeHead(answer.status, headers);
  response.end(answer.body);
}
