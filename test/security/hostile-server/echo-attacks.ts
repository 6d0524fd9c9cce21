import { gzipSync } from "node:zlib";
import {
  type Attack,
  answered,
  attack,
  createdBody,
  DEPTH,
  deep,
  issuesBody,
  loginUrlFor,
  quoteIdFor,
  whole,
} from "./attack.ts";

/** Answers that hand back what was told in confidence, or tell a login link where none is looked for. */
export const ECHO_ATTACKS: readonly Attack[] = [
  attack("the key inside a gzip stream", "refused", ({ authorization }) =>
    whole(400, gzipSync(JSON.stringify({ error: authorization })), "content-encoding: gzip"),
  ),
  attack(
    "a created lead that holds the key, and JSON 100,000 deep",
    "created",
    answered(200, (request) => {
      const { authorization } = request;
      return `${createdBody(request, { echo: authorization }).slice(0, -1)},"deep":${deep(DEPTH)}}`;
    }),
  ),
  attack("the whole request as an answer", "refused", ({ text }) =>
    whole(400, JSON.stringify({ error: text, message: text })),
  ),
  attack("the whole request as an answer, as it is", "unreadable", ({ text }) => whole(200, text)),
  attack("the lead and the key in an issue", "issues", ({ text, authorization, email }) =>
    whole(
      400,
      issuesBody([
        {
          code: authorization,
          message: `${email} ${text}`,
          path: ["address", authorization],
          validation: authorization,
        },
      ]),
    ),
  ),
  attack(
    "the key in JSON's own spelling",
    "issues",
    answered(400, ({ authorization }) => {
      const spelt = [...authorization]
        .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join("");
      return `{"error":{"issues":[{"code":"custom","message":"${spelt}","path":["${spelt}"]}]}}`;
    }),
  ),
  attack(
    "the key percent-encoded and in capitals",
    "refused",
    answered(400, ({ authorization }) => {
      const encoded = [...authorization].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
      return JSON.stringify({
        error: `${encoded} ${authorization.toUpperCase()} ${authorization.toLowerCase()}`,
      });
    }),
  ),
  attack("the key in a login link", "created", (request) =>
    whole(
      200,
      createdBody(request, {
        loginUrl: `${loginUrlFor(request.email)}&echo=${request.authorization.replace("Bearer ", "")}`,
      }),
    ),
  ),
  attack("the key in a quoteId", "created", (request) =>
    whole(200, createdBody(request, { quoteId: `${quoteIdFor(request.email)} ${request.authorization}` })),
  ),
  attack("the key at the edge of what the journal keeps", "refused", ({ authorization }) =>
    whole(400, JSON.stringify({ error: `${"x".repeat(65_536 - 30)} ${authorization}` })),
  ),
  attack("a login link inside an error", "refused", ({ email }) =>
    whole(400, JSON.stringify({ error: `Log in at ${loginUrlFor(email)} instead` })),
  ),
];
