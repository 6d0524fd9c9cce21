import { deflateRawSync, gzipSync } from "node:zlib";
import {
  type Attack,
  answered,
  attack,
  createdBody,
  DEPTH,
  deep,
  flood,
  head,
  issuesBody,
  quoteIdFor,
  whole,
} from "./attack.ts";
import { BOMB_ENCODINGS, bomb } from "./bombs.ts";

/** A body that is not what it seems. */
export const BODY_ATTACKS: readonly Attack[] = [
  ...BOMB_ENCODINGS.map((encoding) =>
    attack(`a ${encoding} bomb of 100 MB`, "unreadable", () =>
      whole(200, bomb(encoding), `content-encoding: ${encoding}`),
    ),
  ),
  attack("a bomb in a bomb", "unreadable", () =>
    whole(200, gzipSync(bomb("gzip")), "content-encoding: gzip"),
  ),
  attack("a hundred gzip members, each a bomb", "unreadable", () =>
    whole(200, Buffer.concat(Array(9).fill(bomb("gzip"))), "content-encoding: gzip"),
  ),
  attack("an endless gzip stream", "unreadable", ({ socket }) => {
    socket.write(head(200, "content-encoding: gzip"));
    flood(socket, () => bomb("gzip"));
  }),
  attack("a gzip stream that is cut off", "unreadable", (request) =>
    whole(200, gzipSync(createdBody(request)).subarray(0, -12), "content-encoding: gzip"),
  ),
  attack("a gzip stream without its trailer", "created", (request) =>
    whole(200, gzipSync(createdBody(request)).subarray(0, -8), "content-encoding: gzip"),
  ),
  attack("Latin-1", "created", (request) =>
    whole(
      200,
      Buffer.from(createdBody(request, { note: "Siobh\u00e1n" }), "latin1"),
      "content-type: application/json; charset=ISO-8859-1",
    ),
  ),
  attack("Latin-1 that says nothing of it, in a quote id", "unreadable", (request) =>
    whole(
      200,
      Buffer.from(createdBody(request, { quoteId: `${quoteIdFor(request.email)}\u00e1` }), "latin1"),
    ),
  ),
  attack("a gzip stream that is none", "unreadable", answered(200, createdBody, "content-encoding: gzip")),
  attack("deflate without its header", "created", (request) =>
    whole(200, deflateRawSync(createdBody(request)), "content-encoding: deflate"),
  ),
  attack("UTF-16", "created", (request) =>
    whole(
      200,
      Buffer.from(`\uFEFF${createdBody(request)}`, "utf16le"),
      "content-type: application/json; charset=utf-16",
    ),
  ),
  attack("a byte order mark", "created", (request) => whole(200, `\uFEFF${createdBody(request)}`)),
  attack("bytes that are no UTF-8", "refused", () =>
    whole(
      400,
      Buffer.concat([
        Buffer.from('{"error":"'),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
    ),
  ),
  attack("two objects in one body", "unreadable", (request) =>
    whole(200, createdBody(request) + createdBody(request)),
  ),
  attack("the same name twice", "unreadable", (request) =>
    whole(200, createdBody(request).replace("{", '{"success":true,').replace(/}$/, ',"success":false}')),
  ),
  ...["array", "object", "string"].map((kind) =>
    attack(`JSON ${DEPTH} deep in place of an object (${kind})`, "unreadable", () =>
      whole(
        200,
        kind === "array"
          ? deep(DEPTH)
          : kind === "object"
            ? `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`
            : `"${"[".repeat(DEPTH)}"`,
      ),
    ),
  ),
  attack("an error that is JSON 100,000 deep", "refused", () =>
    whole(400, `{"error":${deep(DEPTH)},"message":${deep(DEPTH)}}`),
  ),
  attack("names that every object has", "unreadable", () =>
    whole(
      200,
      '{"__proto__":{"success":true,"quoteId":"q","loginUrl":"l"},"constructor":{"prototype":{"success":true}}}',
    ),
  ),
  attack("an error named like a part of every object", "refused", () =>
    whole(400, '{"error":"constructor"}'),
  ),
  attack("numbers beyond all numbers", "unreadable", () =>
    whole(200, `{"success":1e999,"quoteId":${"9".repeat(50_000)},"loginUrl":-0}`),
  ),
  ...["1", '"true"', "[true]", '{"valueOf":true}', "null"].map((success) =>
    attack(`a success of ${success}`, "unreadable", (request) =>
      whole(200, createdBody(request).replace("true", success)),
    ),
  ),
  ...([[""], ["  "], [null], [7], [["q"]], [{ toString: "q" }]] as const).map(([quoteId]) =>
    attack(
      `a quoteId of ${JSON.stringify(quoteId)}`,
      [typeof quoteId === "number" ? "created" : "unreadable"],
      (request) => whole(200, createdBody(request, { quoteId })),
    ),
  ),
  attack("a created lead with issues", "created", (request) =>
    whole(200, createdBody(request, { error: { issues: [{ code: "custom", message: "m", path: [] }] } })),
  ),
  attack("a created lead under a refusal's status", "refused", answered(400, createdBody)),
  attack("a created lead under a server error's status", "server-error", answered(500, createdBody)),
  attack("issues under a success's status", "unreadable", () =>
    whole(200, issuesBody([{ code: "custom", message: "m", path: [] }])),
  ),
  attack("a page instead of an object", "unreadable", (request) =>
    whole(
      200,
      `<html><meta http-equiv="refresh" content="0; url=${request.elsewhere}"><script src="${request.elsewhere}"></script></html>`,
      "content-type: text/html",
    ),
  ),
];
