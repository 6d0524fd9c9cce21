import { TEST_KEY } from "../test-key.ts";
import type { PassingRequest } from "./mutant-service.ts";
import { bodyMutant, json, type Mutant, mutant, statusMutant } from "./mutation-parts.ts";

const UNAUTHORIZED = ["auth.bare", "auth.blank", "auth.empty", "auth.missing", "auth.scheme", "auth.wrong"];
const METHODS = ["methods.delete", "methods.get", "methods.options", "methods.patch", "methods.put"];
const REAL = `Bearer ${TEST_KEY}`;

type Header = string | undefined;

function lettingIn(what: string, caught: string | readonly string[], isLetIn: (header: Header) => boolean) {
  return mutant(`lets in ${what}`, caught, {
    before: (request) =>
      isLetIn(request.headers.authorization)
        ? { ...request, headers: { ...request.headers, authorization: REAL } }
        : request,
  });
}

function methodTaken(method: string) {
  return {
    before: (request: PassingRequest) =>
      request.method === method ? { ...request, method: "POST" } : request,
  };
}

/** One fault each in who is let in, and by which method. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  lettingIn("a missing header", ["auth.missing", "auth.same-body"], (header) => header === undefined),
  lettingIn("every key", ["auth.wrong", "auth.same-body"], (header) => /^Bearer \S/.test(header ?? "")),
  lettingIn("an empty key", "auth.empty", (header) => header?.trim() === "Bearer"),
  lettingIn("an empty header", "auth.blank", (header) => header === ""),
  lettingIn("the key under any scheme", "auth.scheme", (header) => header?.split(" ")[1] === TEST_KEY),
  lettingIn("the key without a scheme", "auth.bare", (header) => header === TEST_KEY),
  statusMutant("answers 403 for 401", UNAUTHORIZED, 401, { status: 403 }),
  statusMutant("answers 403 for a wrong key", "auth.wrong", 401, (answer, { headers }) =>
    headers.authorization?.includes("leadctl-smoke-wrong") ? { ...answer, status: 403 } : answer,
  ),
  statusMutant("answers 400 for a missing header", "auth.missing", 401, (answer, { headers }) =>
    headers.authorization === undefined ? { ...answer, status: 400 } : answer,
  ),
  bodyMutant(
    "says more to a wrong key than to a missing header",
    "auth.same-body",
    401,
    (body, { headers }) => (headers.authorization === undefined ? body : { ...body, reason: "unknown key" }),
  ),
  bodyMutant("words a 401 otherwise", UNAUTHORIZED, 401, () => ({ message: "Not authorized" })),
  bodyMutant("puts the text of a 401 under error", UNAUTHORIZED, 401, ({ message }) => ({ error: message })),
  statusMutant("answers 401 with plain text", [...UNAUTHORIZED, "content-type.unauthorized"], 401, {
    headers: { "content-type": "text/plain" },
    body: "Unauthorized",
  }),
  statusMutant("answers 401 with JSON of the type text/html", "content-type.unauthorized", 401, {
    headers: { "content-type": "text/html" },
  }),
  statusMutant("answers GET with 200", "methods.get", 405, (answer, { method }) =>
    method === "GET" ? json(200, { leads: [] }) : answer,
  ),
  statusMutant("answers HEAD with 200", "methods.head", 405, (answer, { method }) => ({
    ...answer,
    status: method === "HEAD" ? 200 : 405,
  })),
  statusMutant("answers OPTIONS with 204", "methods.options", 405, (answer, { method }) =>
    method === "OPTIONS" ? { status: 204, headers: {}, body: "" } : answer,
  ),
  mutant("takes PUT as POST", "methods.put", methodTaken("PUT")),
  mutant("takes PATCH as POST", "methods.patch", methodTaken("PATCH")),
  statusMutant("answers DELETE with 404", "methods.delete", 405, (answer, { method }) => ({
    ...answer,
    status: method === "DELETE" ? 404 : 405,
  })),
  statusMutant("answers 404 for 405", [...METHODS, "methods.head"], 405, {
    status: 404,
  }),
  bodyMutant("words a 405 otherwise", METHODS, 405, () => ({ message: "Method Not Allowed" })),
  statusMutant("answers 405 without a body", METHODS, 405, { body: "" }),
  statusMutant("answers 405 without a content type", "content-type.method", 405, {
    headers: {},
  }),
];
