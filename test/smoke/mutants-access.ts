import { TEST_KEY } from "../test-key.ts";
import type { PassingRequest } from "./mutant-service.ts";
import { json, type Mutant, onBody, onStatus } from "./mutation-parts.ts";

const UNAUTHORIZED = ["auth.bare", "auth.blank", "auth.empty", "auth.missing", "auth.scheme", "auth.wrong"];
const METHODS = ["methods.delete", "methods.get", "methods.options", "methods.patch", "methods.put"];
const REAL = `Bearer ${TEST_KEY}`;

function letIn(isLetIn: (authorization: string | undefined) => boolean) {
  return {
    before: (request: PassingRequest) =>
      isLetIn(request.headers.authorization)
        ? { ...request, headers: { ...request.headers, authorization: REAL } }
        : request,
  };
}

function methodTaken(method: string) {
  return {
    before: (request: PassingRequest) =>
      request.method === method ? { ...request, method: "POST" } : request,
  };
}

/** One fault each in who is let in, and by which method. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: "lets in whoever sends no Authorization header",
    mutation: letIn((authorization) => authorization === undefined),
    caught: ["auth.missing", "auth.same-body"],
  },
  {
    name: "lets in every key",
    mutation: letIn((authorization) => /^Bearer \S/.test(authorization ?? "")),
    caught: ["auth.wrong", "auth.same-body"],
  },
  {
    name: "lets in an empty key",
    mutation: letIn((authorization) => authorization?.trim() === "Bearer"),
    caught: ["auth.empty"],
  },
  {
    name: "lets in an empty header",
    mutation: letIn((authorization) => authorization === ""),
    caught: ["auth.blank"],
  },
  {
    name: "takes the key under any scheme",
    mutation: letIn((authorization) => authorization?.split(" ")[1] === TEST_KEY),
    caught: ["auth.scheme"],
  },
  {
    name: "takes the key without a scheme",
    mutation: letIn((authorization) => authorization === TEST_KEY),
    caught: ["auth.bare"],
  },
  {
    name: "answers 403 for 401",
    mutation: onStatus(401, (answer) => ({ ...answer, status: 403 })),
    caught: UNAUTHORIZED,
  },
  {
    name: "answers 403 for a wrong key",
    mutation: onStatus(401, (answer, { headers }) =>
      headers.authorization?.includes("leadctl-smoke-wrong") ? { ...answer, status: 403 } : answer,
    ),
    caught: ["auth.wrong"],
  },
  {
    name: "answers 400 for a missing header",
    mutation: onStatus(401, (answer, { headers }) =>
      headers.authorization === undefined ? { ...answer, status: 400 } : answer,
    ),
    caught: ["auth.missing"],
  },
  {
    name: "says more to a wrong key than to a missing header",
    mutation: onBody(401, (body, { headers }) =>
      headers.authorization === undefined ? body : { ...body, reason: "unknown key" },
    ),
    caught: ["auth.same-body"],
  },
  {
    name: "words a 401 otherwise",
    mutation: onBody(401, () => ({ message: "Not authorized" })),
    caught: UNAUTHORIZED,
  },
  {
    name: "puts the text of a 401 under error",
    mutation: onBody(401, ({ message }) => ({ error: message })),
    caught: UNAUTHORIZED,
  },
  {
    name: "answers 401 with plain text",
    mutation: onStatus(401, (answer) => ({
      ...answer,
      headers: { "content-type": "text/plain" },
      body: "Unauthorized",
    })),
    caught: [...UNAUTHORIZED, "content-type.unauthorized"],
  },
  {
    name: "answers 401 with JSON of the type text/html",
    mutation: onStatus(401, (answer) => ({ ...answer, headers: { "content-type": "text/html" } })),
    caught: ["content-type.unauthorized"],
  },
  {
    name: "answers GET with 200",
    mutation: onStatus(405, (answer, { method }) => (method === "GET" ? json(200, { leads: [] }) : answer)),
    caught: ["methods.get"],
  },
  {
    name: "answers HEAD with 200",
    mutation: onStatus(405, (answer, { method }) => ({ ...answer, status: method === "HEAD" ? 200 : 405 })),
    caught: ["methods.head"],
  },
  {
    name: "answers OPTIONS with 204",
    mutation: onStatus(405, (answer, { method }) =>
      method === "OPTIONS" ? { status: 204, headers: {}, body: "" } : answer,
    ),
    caught: ["methods.options"],
  },
  { name: "takes PUT as POST", mutation: methodTaken("PUT"), caught: ["methods.put"] },
  { name: "takes PATCH as POST", mutation: methodTaken("PATCH"), caught: ["methods.patch"] },
  {
    name: "answers DELETE with 404",
    mutation: onStatus(405, (answer, { method }) => ({ ...answer, status: method === "DELETE" ? 404 : 405 })),
    caught: ["methods.delete"],
  },
  {
    name: "answers 404 for 405",
    mutation: onStatus(405, (answer) => ({ ...answer, status: 404 })),
    caught: [...METHODS, "methods.head"],
  },
  {
    name: "words a 405 otherwise",
    mutation: onBody(405, () => ({ message: "Method Not Allowed" })),
    caught: METHODS,
  },
  {
    name: "answers 405 without a body",
    mutation: onStatus(405, (answer) => ({ ...answer, body: "" })),
    caught: METHODS,
  },
  {
    name: "answers 405 without a content type",
    mutation: onStatus(405, (answer) => ({ ...answer, headers: {} })),
    caught: ["content-type.method"],
  },
];
