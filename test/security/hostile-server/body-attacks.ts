import { deflateRawSync, gzipSync } from "node:zlib";
import {
  type Attack,
  answered,
  createdBody,
  DEPTH,
  deep,
  flood,
  head,
  issuesBody,
  quoteIdFor,
} from "./attack.ts";
import { BOMB_ENCODINGS, bomb } from "./bombs.ts";

/** A body that is not what it seems. */
export const BODY_ATTACKS: readonly Attack[] = [
  ...BOMB_ENCODINGS.map(
    (encoding): Attack => ({
      name: `a ${encoding} bomb of 100 MB`,
      kinds: ["unreadable"],
      answer: answered(200, () => bomb(encoding), `content-encoding: ${encoding}`),
    }),
  ),
  {
    name: "a bomb in a bomb",
    kinds: ["unreadable"],
    answer: answered(200, () => gzipSync(bomb("gzip")), "content-encoding: gzip"),
  },
  {
    name: "a hundred gzip members, each a bomb",
    kinds: ["unreadable"],
    answer: answered(200, () => Buffer.concat(Array(9).fill(bomb("gzip"))), "content-encoding: gzip"),
  },
  {
    name: "an endless gzip stream",
    kinds: ["unreadable"],
    answer: ({ socket }) => {
      socket.write(head(200, "content-encoding: gzip"));
      flood(socket, () => bomb("gzip"));
    },
  },
  {
    name: "a gzip stream that is cut off",
    kinds: ["unreadable"],
    answer: answered(
      200,
      (request) => gzipSync(createdBody(request)).subarray(0, -12),
      "content-encoding: gzip",
    ),
  },
  {
    name: "a gzip stream without its trailer",
    kinds: ["created"],
    answer: answered(
      200,
      (request) => gzipSync(createdBody(request)).subarray(0, -8),
      "content-encoding: gzip",
    ),
  },
  {
    name: "Latin-1",
    kinds: ["created"],
    answer: answered(
      200,
      (request) => Buffer.from(createdBody(request, { note: "Siobh\u00e1n" }), "latin1"),
      "content-type: application/json; charset=ISO-8859-1",
    ),
  },
  {
    name: "Latin-1 that says nothing of it, in a quote id",
    kinds: ["unreadable"],
    answer: answered(200, (request) =>
      Buffer.from(createdBody(request, { quoteId: `${quoteIdFor(request.email)}\u00e1` }), "latin1"),
    ),
  },
  {
    name: "a gzip stream that is none",
    kinds: ["unreadable"],
    answer: answered(200, createdBody, "content-encoding: gzip"),
  },
  {
    name: "deflate without its header",
    kinds: ["created"],
    answer: answered(200, (request) => deflateRawSync(createdBody(request)), "content-encoding: deflate"),
  },
  {
    name: "UTF-16",
    kinds: ["created"],
    answer: answered(
      200,
      (request) => Buffer.from(`\uFEFF${createdBody(request)}`, "utf16le"),
      "content-type: application/json; charset=utf-16",
    ),
  },
  {
    name: "a byte order mark",
    kinds: ["created"],
    answer: answered(200, (request) => `\uFEFF${createdBody(request)}`),
  },
  {
    name: "bytes that are no UTF-8",
    kinds: ["refused"],
    answer: answered(400, () =>
      Buffer.concat([
        Buffer.from('{"error":"'),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
    ),
  },
  {
    name: "two objects in one body",
    kinds: ["unreadable"],
    answer: answered(200, (request) => createdBody(request) + createdBody(request)),
  },
  {
    name: "the same name twice",
    kinds: ["unreadable"],
    answer: answered(200, (request) =>
      createdBody(request).replace("{", '{"success":true,').replace(/}$/, ',"success":false}'),
    ),
  },
  ...["array", "object", "string"].map(
    (kind): Attack => ({
      name: `JSON ${DEPTH} deep in place of an object (${kind})`,
      kinds: ["unreadable"],
      answer: answered(200, () =>
        kind === "array"
          ? deep(DEPTH)
          : kind === "object"
            ? `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`
            : `"${"[".repeat(DEPTH)}"`,
      ),
    }),
  ),
  {
    name: "an error that is JSON 100,000 deep",
    kinds: ["refused"],
    answer: answered(400, () => `{"error":${deep(DEPTH)},"message":${deep(DEPTH)}}`),
  },
  {
    name: "names that every object has",
    kinds: ["unreadable"],
    answer: answered(
      200,
      () =>
        '{"__proto__":{"success":true,"quoteId":"q","loginUrl":"l"},"constructor":{"prototype":{"success":true}}}',
    ),
  },
  {
    name: "an error named like a part of every object",
    kinds: ["refused"],
    answer: answered(400, () => '{"error":"constructor"}'),
  },
  {
    name: "numbers beyond all numbers",
    kinds: ["unreadable"],
    answer: answered(200, () => `{"success":1e999,"quoteId":${"9".repeat(50_000)},"loginUrl":-0}`),
  },
  ...["1", '"true"', "[true]", '{"valueOf":true}', "null"].map(
    (success): Attack => ({
      name: `a success of ${success}`,
      kinds: ["unreadable"],
      answer: answered(200, (request) => createdBody(request).replace("true", success)),
    }),
  ),
  ...([[""], ["  "], [null], [7], [["q"]], [{ toString: "q" }]] as const).map(
    ([quoteId]): Attack => ({
      name: `a quoteId of ${JSON.stringify(quoteId)}`,
      kinds: [typeof quoteId === "number" ? "created" : "unreadable"],
      answer: answered(200, (request) => createdBody(request, { quoteId })),
    }),
  ),
  {
    name: "a created lead with issues",
    kinds: ["created"],
    answer: answered(200, (request) =>
      createdBody(request, { error: { issues: [{ code: "custom", message: "m", path: [] }] } }),
    ),
  },
  {
    name: "a created lead under a refusal's status",
    kinds: ["refused"],
    answer: answered(400, createdBody),
  },
  {
    name: "a created lead under a server error's status",
    kinds: ["server-error"],
    answer: answered(500, createdBody),
  },
  {
    name: "issues under a success's status",
    kinds: ["unreadable"],
    answer: answered(200, () => issuesBody([{ code: "custom", message: "m", path: [] }])),
  },
  {
    name: "a page instead of an object",
    kinds: ["unreadable"],
    answer: answered(
      200,
      (request) =>
        `<html><meta http-equiv="refresh" content="0; url=${request.elsewhere}"><script src="${request.elsewhere}"></script></html>`,
      "content-type: text/html",
    ),
  },
];
