import {
  type Attack,
  attack,
  chunked,
  createdBody,
  ended,
  endless,
  flood,
  type HostileRequest,
  head,
  reset,
  whole,
} from "./attack.ts";

/** A created lead behind headers that say of its body what is not so. */
const below =
  (...headers: string[]) =>
  (request: HostileRequest): Buffer =>
    Buffer.concat([head(200, ...headers), Buffer.from(createdBody(request))]);

const inChunks = (text: string): Buffer =>
  Buffer.concat([head(200, "transfer-encoding: chunked"), Buffer.from(text)]);

/** What says where an answer begins and ends, and lies. */
export const FRAMING_ATTACKS: readonly Attack[] = [
  attack("a length longer than the body", "created", ended(below("content-length: 9999"))),
  attack("a length shorter than the body", "unreadable", below("content-length: 40")),
  attack("two lengths that differ", "no-answer", below("content-length: 10", "content-length: 300")),
  attack("a length that is no number", "no-answer", below("content-length: -1")),
  attack(
    "a length beyond all numbers",
    ["no-answer", "unreadable"],
    below("content-length: 99999999999999999999999"),
  ),
  attack("a length of 9 petabytes", "created", ({ socket, ...request }) => {
    socket.write(head(200, "content-length: 9007199254740991"));
    socket.write(createdBody(request));
    flood(socket, () => Buffer.alloc(65_536, " "));
  }),
  attack("a length and chunks as well", ["no-answer", "unreadable"], (request) =>
    chunked(200, [createdBody(request)], "content-length: 5"),
  ),
  attack("a chunk size that is no number", "unreadable", (request) =>
    inChunks(`zz\r\n${createdBody(request)}\r\n0\r\n\r\n`),
  ),
  attack("a chunk size beyond all numbers", "unreadable", (request) =>
    inChunks(`fffffffffffffffff\r\n${createdBody(request)}`),
  ),
  attack("a negative chunk size", "unreadable", (request) =>
    inChunks(`-5\r\n${createdBody(request)}\r\n0\r\n\r\n`),
  ),
  endless("a last chunk that never comes", "created", (request) =>
    chunked(200, [createdBody(request)]).subarray(0, -5),
  ),
  endless("chunk extensions without an end", "unreadable", ({ socket }) => {
    socket.write(head(200, "transfer-encoding: chunked"));
    socket.write("5;x=");
    flood(socket, () => Buffer.alloc(65_536, "a"));
  }),
  endless("chunks of one byte, each with 100 KB of extensions", "unreadable", ({ socket }) => {
    socket.write(head(200, "transfer-encoding: chunked"));
    const chunk = Buffer.from(`1;x=${"a".repeat(100_000)}\r\n{\r\n`);
    flood(socket, () => chunk);
  }),
  attack("trailers without an end", "created", ({ socket, ...request }) => {
    socket.write(chunked(200, [createdBody(request)]).subarray(0, -2));
    let count = 0;
    flood(socket, () => `x-${count++}: ${"t".repeat(1_000)}\r\n`.repeat(50));
  }),
  attack("trailers that claim another status and a redirect", ["created", "unreadable"], (request) =>
    Buffer.concat([
      chunked(200, [createdBody(request)]).subarray(0, -2),
      Buffer.from(`status: 500\r\nlocation: ${request.elsewhere}\r\ncontent-length: 3\r\n\r\n`),
    ]),
  ),
  attack("an endless body", "created", ({ socket, ...request }) => {
    socket.write(head(200));
    socket.write(createdBody(request));
    flood(socket, () => Buffer.alloc(65_536, " "));
  }),
  attack("a body of exactly one byte too many", "created", (request) =>
    whole(200, createdBody(request).padEnd(1024 * 1024 + 1)),
  ),
  attack(
    "line feeds alone",
    ["no-answer", "created", "unreadable"],
    ended((request) => `HTTP/1.1 200 OK\ncontent-type: application/json\n\n${createdBody(request)}`),
  ),
  attack("zeros before the answer", "no-answer", (request) =>
    Buffer.concat([Buffer.alloc(1_000), whole(200, createdBody(request))]),
  ),
  attack("no content, with content", "unreadable", (request) => whole(204, createdBody(request))),
  attack("nothing modified", "redirected", () => head(304, "content-length: 100")),
  attack("a body of no bytes", "unreadable", () => whole(200, "")),
  attack("a farewell in place of an answer", "no-answer", ({ socket }) => {
    socket.end();
  }),
  attack("a reset in place of an answer", "no-answer", ({ socket }) => reset(socket)),
];
