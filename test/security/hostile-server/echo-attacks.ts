import { gzipSync } from "node:zlib";
import {
  type Attack,
  answered,
  createdBody,
  DEPTH,
  deep,
  issuesBody,
  loginUrlFor,
  quoteIdFor,
} from "./attack.ts";

/** Answers that hand back what was told in confidence, or tell a login link where none is looked for. */
export const ECHO_ATTACKS: readonly Attack[] = [
  {
    name: "the key inside a gzip stream",
    kinds: ["refused"],
    answer: answered(
      400,
      ({ authorization }) => gzipSync(JSON.stringify({ error: authorization })),
      "content-encoding: gzip",
    ),
  },
  {
    name: "a created lead that holds the key, and JSON 100,000 deep",
    kinds: ["created"],
    answer: answered(200, (request) => {
      const { authorization } = request;
      return `${createdBody(request, { echo: authorization }).slice(0, -1)},"deep":${deep(DEPTH)}}`;
    }),
  },
  {
    name: "the whole request as an answer",
    kinds: ["refused"],
    answer: answered(400, ({ text }) => JSON.stringify({ error: text, message: text })),
  },
  {
    name: "the whole request as an answer, as it is",
    kinds: ["unreadable"],
    answer: answered(200, ({ text }) => text),
  },
  {
    name: "the lead and the key in an issue",
    kinds: ["issues"],
    answer: answered(400, ({ text, authorization, email }) =>
      issuesBody([
        {
          code: authorization,
          message: `${email} ${text}`,
          path: ["address", authorization],
          validation: authorization,
        },
      ]),
    ),
  },
  {
    name: "the key in JSON's own spelling",
    kinds: ["issues"],
    answer: answered(400, ({ authorization }) => {
      const spelt = [...authorization]
        .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join("");
      return `{"error":{"issues":[{"code":"custom","message":"${spelt}","path":["${spelt}"]}]}}`;
    }),
  },
  {
    name: "the key percent-encoded and in capitals",
    kinds: ["refused"],
    answer: answered(400, ({ authorization }) => {
      const encoded = [...authorization].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
      return JSON.stringify({
        error: `${encoded} ${authorization.toUpperCase()} ${authorization.toLowerCase()}`,
      });
    }),
  },
  {
    name: "the key in a login link",
    kinds: ["created"],
    answer: answered(200, (request) =>
      createdBody(request, {
        loginUrl: `${loginUrlFor(request.email)}&echo=${request.authorization.replace("Bearer ", "")}`,
      }),
    ),
  },
  {
    name: "the key in a quoteId",
    kinds: ["created"],
    answer: answered(200, (request) =>
      createdBody(request, { quoteId: `${quoteIdFor(request.email)} ${request.authorization}` }),
    ),
  },
  {
    name: "the key at the edge of what the journal keeps",
    kinds: ["refused"],
    answer: answered(400, ({ authorization }) =>
      JSON.stringify({ error: `${"x".repeat(65_536 - 30)} ${authorization}` }),
    ),
  },
  {
    name: "a login link inside an error",
    kinds: ["refused"],
    answer: answered(400, ({ email }) =>
      JSON.stringify({ error: `Log in at ${loginUrlFor(email)} instead` }),
    ),
  },
];
