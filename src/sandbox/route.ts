/** What a request's target means. */
export type Route =
  | { kind: "create"; partner: string }
  | { kind: "login"; token: string }
  | { kind: "unknown" };

/** Of section 2.2; the token is a query parameter. */
export const LOGIN_PATH = "/api/auth/callback/credentials";

const CREATE_PATH = /^\/api\/([^/]+)\/lead\/create$/;
/** Some proxies send the whole address. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Reads a request target (interface, sections 2.2 and 4.1). */
export function routeOf(target: string): Route {
  const [path = "", query = ""] = splitOnce(
    target.startsWith("/") ? target : target.replace(ORIGIN, ""),
    "?",
  );
  if (path === LOGIN_PATH) return { kind: "login", token: new URLSearchParams(query).get("token") ?? "" };
  const partner = decodeSegment(CREATE_PATH.exec(path)?.[1] ?? "");
  return partner === "" ? { kind: "unknown" } : { kind: "create", partner };
}

/** A target without its query, which may hold a token. */
export function pathOf(target: string): string {
  return splitOnce(target, "?")[0] ?? "";
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
