import type { Readable } from "node:stream";
import * as z from "zod";
import { matchPath } from "../addresses.ts";

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

export interface FileAnswer {
  /** To be saved, under this name. */
  file: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  name: string;
  /** A media type, as in `text/csv`. */
  type: string;
}

export type DeskAnswer =
  | {
      json: unknown;
      /** Login links stay in it: only where a person asked for them. Everywhere else, their tokens are masked. */
      reveals?: true;
    }
  | FileAnswer
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

/** What stands in an address where its pattern has `:name`. */
type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

/** A request to an address of a pattern. */
export type RequestAt<P extends string> = Omit<DeskRequest, "params"> & { params: ParamsOf<P> };

type Ask<P extends string, Answer = unknown> = (request: RequestAt<P>) => Promise<Answer> | Answer;

/** Answers with JSON. */
export function onGet<P extends string>(
  path: P,
  ask: Ask<P>,
  method: DeskRoute["method"] = "GET",
): DeskRoute {
  return { method, path, handle: async (request) => ({ json: await ask(request as RequestAt<P>) }) };
}

/** Answers with JSON to a body that a schema describes. */
export function onPost<P extends string, Body>(
  path: P,
  schema: z.ZodType<Body>,
  ask: (body: Body, request: RequestAt<P>) => Promise<unknown> | unknown,
  bodyBytesMax?: number,
): DeskRoute {
  const route = onGet(path, async (request) => ask(schema.parse(await request.json()), request), "POST");
  return { ...route, ...(bodyBytesMax !== undefined && { bodyBytesMax }) };
}

/** The body of a request whose address says everything. */
export const NOTHING = z.strictObject({});

/** Answers with JSON to the bytes of a file. */
export function onUpload<P extends string>(path: P, bodyBytesMax: number, ask: Ask<P>): DeskRoute {
  return { ...onGet(path, ask, "POST"), bodyBytesMax };
}

/** Answers with a file to save. */
export function onDownload<P extends string>(path: P, ask: Ask<P, FileAnswer>): DeskRoute {
  return { method: "GET", path, handle: async (request) => ask(request as RequestAt<P>) };
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
