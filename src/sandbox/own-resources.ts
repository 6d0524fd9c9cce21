import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { CliError } from "../base/cli-error.ts";
import { openApiDocument } from "./openapi.ts";
import type { QuoteBook } from "./quotes.ts";
import { type BearerKeys, isFromHere, isJsonRequest, ownPathOf, readRequestBody } from "./read-request.ts";
import type { SeenRequests } from "./request-log.ts";
import {
  FORBIDDEN,
  jsonAnswer,
  messageAnswer,
  methodNotAllowed,
  type SandboxAnswer,
  UNAUTHORIZED,
  UNSUPPORTED_TYPE,
} from "./sandbox-answer.ts";
import type { FaultOptions, Sandbox, ServiceSettings } from "./sandbox-types.ts";

/** The service, as far as these requests look at it and change it. */
interface OwnService extends Pick<Sandbox, "url" | "change" | "reset"> {
  readonly book: QuoteBook;
  readonly seen: SeenRequests;
  readonly settings: Readonly<ServiceSettings>;
}

/** Something that the sandbox is asked itself. Each change is answered with what there is then. */
interface Resource {
  /** Who has access: anybody; this machine, or anybody with a key; only this machine. */
  for: "all" | "key" | "here";
  read(): unknown;
  /** By method; DELETE gets nothing. */
  changes?: Partial<Record<string, (value: unknown) => void>>;
}

const usersSchema = z.array(z.string().min(1));
const quotesSchema = z.array(
  z.strictObject({
    email: z.string().min(1),
    quoteId: z.string().min(1).optional(),
    lead: z.json().optional(),
  }),
);

/** Paths that only the sandbox has. They are not counted, logged or delayed, and get no faults. */
export class OwnResources {
  readonly #keys: BearerKeys;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(service: OwnService, keys: BearerKeys, isAdminServed: boolean) {
    this.#keys = keys;
    this.#resources = new Map(Object.entries(isAdminServed ? adminOf(service) : openOf(service)));
  }

  /** Undefined: it is a request to the service. */
  answer(request: IncomingMessage): Promise<SandboxAnswer> | undefined {
    const resource = this.#resources.get(ownPathOf(request.url ?? ""));
    return resource && this.#answerOf(resource, request);
  }

  async #answerOf(resource: Resource, request: IncomingMessage): Promise<SandboxAnswer> {
    const { method = "", headers } = request;
    const isHere = isFromHere(request);
    if (resource.for === "here" && !isHere) return FORBIDDEN;
    if (resource.for === "key" && !isHere && !this.#keys.accept(headers.authorization)) return UNAUTHORIZED;
    const { changes = {} } = resource;
    const change = Object.hasOwn(changes, method) ? changes[method] : undefined;
    if (!change && method !== "GET" && method !== "HEAD")
      return methodNotAllowed(["GET", "HEAD", ...Object.keys(changes)].join(", "));
    // A page of a site can send any other type to this machine without being asked.
    if (change && method !== "DELETE" && !isJsonRequest(headers)) return UNSUPPORTED_TYPE;
    try {
      const body = change && method !== "DELETE" ? await readRequestBody(request) : null;
      change?.(body && JSON.parse(body.kind === "text" ? body.text : ""));
      return jsonAnswer(resource.read());
    } catch (error) {
      if (error instanceof z.ZodError) return messageAnswer(400, z.prettifyError(error), "own");
      if (error instanceof CliError || error instanceof SyntaxError)
        return messageAnswer(400, error.message, "own");
      return messageAnswer(500, String(error), "own");
    }
  }
}

function openOf(service: OwnService): Record<string, Resource> {
  const { seen } = service;
  return {
    "/health": { for: "all", read: () => ({ status: "ok" }) },
    "/openapi.json": { for: "all", read: () => openApiDocument(service.url) },
    "/__requests": { for: "key", read: () => seen.list(), changes: { DELETE: () => seen.clear() } },
  };
}

function adminOf(service: OwnService): Record<string, Resource> {
  const faults = () => service.settings.faults ?? null;
  const users = () => service.settings.users ?? [];
  return {
    ...openOf(service),
    "/__admin": {
      for: "here",
      read: () => ({ faults: faults(), users: users(), quotes: service.book.quotes().length }),
      changes: { DELETE: () => service.reset() },
    },
    "/__admin/faults": {
      for: "here",
      read: faults,
      changes: {
        PUT: (value) => service.change({ faults: value as FaultOptions }),
        DELETE: () => service.change({ faults: null }),
      },
    },
    "/__admin/users": {
      for: "here",
      read: users,
      changes: {
        PUT: (value) => service.change({ users: usersSchema.parse(value) }),
        DELETE: () => service.change({ users: [] }),
      },
    },
    "/__admin/quotes": {
      for: "here",
      read: () => service.book.quotes(),
      changes: {
        POST: (value) => void service.book.add(quotesSchema.parse(value)),
        DELETE: () => service.book.clear(),
      },
    },
  };
}
