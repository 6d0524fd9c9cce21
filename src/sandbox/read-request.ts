import { isUtf8 } from "node:buffer";
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ifPossible } from "../base/if-possible.ts";

/** The meaning of a request's target. */
export type Route =
  | { kind: "create"; partner: string }
  | { kind: "login"; token: string }
  | { kind: "unknown" };

/** As section 2.2 shows it; the token is a query parameter. */
export const LOGIN_PATH = "/api/auth/callback/credentials";

const CREATE_PATH = /^\/api\/([^/]+)\/lead\/create$/;
/** Some proxies send the whole address. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Reads a request target (interface, sections 2.2 and 4.1). */
export function routeOf(target: string): Route {
  const own = originless(target);
  const path = pathOf(own);
  if (path === LOGIN_PATH) {
    const query = new URLSearchParams(own.slice(path.length));
    return { kind: "login", token: query.get("token") ?? "" };
  }
  const [, segment = ""] = CREATE_PATH.exec(path) ?? [];
  const partner = ifPossible(() => decodeURIComponent(segment)) ?? "";
  return partner === "" ? { kind: "unknown" } : { kind: "create", partner };
}

/** The path of a request target, also of one that is a whole address. */
export function ownPathOf(target: string): string {
  return pathOf(originless(target));
}

function originless(target: string): string {
  return target.startsWith("/") ? target : target.replace(ORIGIN, "");
}

/** A target without its query, which may hold a token. */
export function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

/** Compares in constant time, so that the time of a refusal says no more of a key than its length. */
export class BearerKeys {
  readonly #keys: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => Buffer.from(key));
  }

  /** Whether an Authorization header holds one of the keys under the scheme Bearer (interface, section 5). */
  accept(authorization: string | undefined): boolean {
    const [, key] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
    if (key === undefined) return false;
    const given = Buffer.from(key);
    return this.#keys.some((known) => given.length === known.length && timingSafeEqual(given, known));
  }
}

/**
 * Whether a request comes from this machine, and from no page of a site: one that has a name of its own point here
 * (DNS rebinding) sends that name as its host.
 */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isLocalPeer = /^(?:::1|(?:::ffff:)?127\.)/.test(socket.remoteAddress ?? "");
  return isLocalPeer && /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? "localhost");
}

/** A throwaway key: it opens nothing but the sandbox that made it. */
export function makeKey(): string {
  return `sandbox-${randomBytes(18).toString("base64url")}`;
}

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
  return isUtf8(bytes)
    ? { kind: "text", text: bytes.toString().replace(/^\ufeff/, "") }
    : { kind: "not-utf8" };
}

/** Whether the headers promise JSON that can be read as it comes. */
export function isJsonRequest(headers: IncomingHttpHeaders): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") return false;
  const encoding = headers["content-encoding"] ?? "identity";
  const charsets = parameters.map((text) => text.trim()).filter((text) => text.startsWith("charset="));
  return encoding === "identity" && charsets.every((text) => /^charset="?utf-?8"?$/.test(text));
}
