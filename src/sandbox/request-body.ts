import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** A lead is about 1 KiB; the service's own limit is not shown. */
const BODY_BYTES_MAX = 1024 * 1024;
/** How much of a larger body is read and dropped, so that the refusal is not lost in a reset. */
const DROPPED_BYTES_MAX = 16 * BODY_BYTES_MAX;

export type RequestBody =
  | { kind: "text"; text: string }
  | { kind: "not-utf8" }
  | { kind: "too-large" }
  /** The client went away in the middle. */
  | { kind: "aborted" };

/** Reads a request's body within bounds; never rejects. */
export function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    let isOver = false;
    // "close" follows every "end": settling a settled promise costs V8 a detour on every request.
    const settle = (body: RequestBody): void => {
      if (!isOver) resolve(body);
      isOver = true;
    };
    request.on("data", (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= BODY_BYTES_MAX) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      if (byteCount > DROPPED_BYTES_MAX) settle({ kind: "too-large" });
    });
    request.on("end", () => settle(byteCount > BODY_BYTES_MAX ? { kind: "too-large" } : readText(chunks)));
    request.on("error", () => settle({ kind: "aborted" }));
    request.on("close", () => settle({ kind: "aborted" }));
  });
}

function readText(chunks: readonly Buffer[]): RequestBody {
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  return isUtf8(bytes) ? { kind: "text", text: withoutBom(bytes.toString()) } : { kind: "not-utf8" };
}

function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Whether the headers promise JSON that can be read as it comes. */
export function isJsonRequest(headers: IncomingHttpHeaders): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") return false;
  const encoding = headers["content-encoding"] ?? "identity";
  const charsets = parameters.map((text) => text.trim()).filter((text) => text.startsWith("charset="));
  return encoding === "identity" && charsets.every((text) => /^charset="?utf-?8"?$/.test(text));
}
