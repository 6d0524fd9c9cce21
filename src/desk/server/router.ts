import type { Readable } from "node:stream";

/** A request that was let in. */
export interface DeskRequest {
  /** What stands in the address where the route has `:name`, decoded: a name to look up, never a path to join. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The whole body as JSON; to be checked by a schema. @throws CliError where it is none or too long. */
  json(): Promise<unknown>;
  /** The body as it comes. Ends with an error where it is longer than the route takes. */
  body: Readable;
}

/** The media type of a workbook. */
export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Among other downloads, a file has to say of what it is, and of when. @param what As in `report`. */
export function savedName(input: string, what: string, ending: string, at: Date): string {
  const [date, time = ""] = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().split("T");
  const stem = input.replace(/\.[A-Za-z0-9]+$/, "");
  return `${stem} ${what} ${date} ${time.slice(0, 5).replace(":", ".")}.${ending}`;
}

export type DeskAnswer =
  | {
      json: unknown;
      /** Login links stay in it: only where a person asked for them. Everywhere else, their tokens are masked. */
      reveals?: true;
    }
  | {
      /** To be saved, under this name. */
      file: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
      name: string;
      /** A media type, as in `text/csv`. */
      type: string;
    }
  /** What happens from now on, until the page goes away. */
  | { events: true };

export interface DeskRoute {
  method: "GET" | "POST" | "DELETE";
  /** As in `/api/runs/:run/rows`. */
  path: string;
  /** Absent: 1 MB. */
  bodyBytesMax?: number;
  handle(request: DeskRequest): Promise<DeskAnswer>;
}

export interface FoundRoute {
  route: DeskRoute;
  params: Record<string, string>;
}

/**
 * The route for an address.
 *
 * @param path Without its query, as it came.
 * @returns The methods that there are, where it is none of this one; empty where nothing has this address.
 */
export function findRoute(routes: readonly DeskRoute[], method: string, path: string): FoundRoute | string[] {
  const there = routes.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params ? [{ route, params }] : [];
  });
  return there.find(({ route }) => route.method === method) ?? there.map(({ route }) => route.method);
}

/**
 * What stands in an address where the pattern has `:name`; undefined where it is another address.
 *
 * @param pattern As in `/api/runs/:run`.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = decoded(given[at] ?? "");
    if (text === undefined) return undefined;
    if (part.startsWith(":") && text !== "") params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
