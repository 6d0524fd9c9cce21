import { type Attack, chunked, createdBody, ended, flood, head, reset, whole, written } from "./attack.ts";

/** What says where an answer begins and ends, and lies. */
export const FRAMING_ATTACKS: readonly Attack[] = [
  {
    name: "a length longer than the body",
    kinds: ["created"],
    answer: ended((request) =>
      Buffer.concat([head(200, "content-length: 9999"), Buffer.from(createdBody(request))]),
    ),
  },
  {
    name: "a length shorter than the body",
    kinds: ["unreadable"],
    answer: written((request) =>
      Buffer.concat([head(200, "content-length: 40"), Buffer.from(createdBody(request))]),
    ),
  },
  {
    name: "two lengths that differ",
    kinds: ["no-answer"],
    answer: written((request) =>
      Buffer.concat([
        head(200, "content-length: 10", "content-length: 300"),
        Buffer.from(createdBody(request)),
      ]),
    ),
  },
  {
    name: "a length that is no number",
    kinds: ["no-answer"],
    answer: written((request) =>
      Buffer.concat([head(200, "content-length: -1"), Buffer.from(createdBody(request))]),
    ),
  },
  {
    name: "a length beyond all numbers",
    kinds: ["no-answer", "unreadable"],
    answer: written((request) =>
      Buffer.concat([
        head(200, "content-length: 99999999999999999999999"),
        Buffer.from(createdBody(request)),
      ]),
    ),
  },
  {
    name: "a length of 9 petabytes",
    kinds: ["created"],
    answer: ({ socket, ...request }) => {
      socket.write(head(200, "content-length: 9007199254740991"));
      socket.write(createdBody(request));
      flood(socket, () => Buffer.alloc(65_536, " "));
    },
  },
  {
    name: "a length and chunks as well",
    kinds: ["no-answer", "unreadable"],
    answer: written((request) => chunked(200, [createdBody(request)], "content-length: 5")),
  },
  {
    name: "a chunk size that is no number",
    kinds: ["unreadable"],
    answer: written((request) =>
      Buffer.concat([
        head(200, "transfer-encoding: chunked"),
        Buffer.from(`zz\r\n${createdBody(request)}\r\n0\r\n\r\n`),
      ]),
    ),
  },
  {
    name: "a chunk size beyond all numbers",
    kinds: ["unreadable"],
    answer: written((request) =>
      Buffer.concat([
        head(200, "transfer-encoding: chunked"),
        Buffer.from(`fffffffffffffffff\r\n${createdBody(request)}`),
      ]),
    ),
  },
  {
    name: "a negative chunk size",
    kinds: ["unreadable"],
    answer: written((request) =>
      Buffer.concat([
        head(200, "transfer-encoding: chunked"),
        Buffer.from(`-5\r\n${createdBody(request)}\r\n0\r\n\r\n`),
      ]),
    ),
  },
  {
    name: "a last chunk that never comes",
    kinds: ["created"],
    isEndless: true,
    answer: written((request) => chunked(200, [createdBody(request)]).subarray(0, -5)),
  },
  {
    name: "chunk extensions without an end",
    kinds: ["unreadable"],
    isEndless: true,
    answer: ({ socket }) => {
      socket.write(head(200, "transfer-encoding: chunked"));
      socket.write("5;x=");
      flood(socket, () => Buffer.alloc(65_536, "a"));
    },
  },
  {
    name: "chunks of one byte, each with 100 KB of extensions",
    kinds: ["unreadable"],
    isEndless: true,
    answer: ({ socket }) => {
      socket.write(head(200, "transfer-encoding: chunked"));
      const chunk = Buffer.from(`1;x=${"a".repeat(100_000)}\r\n{\r\n`);
      flood(socket, () => chunk);
    },
  },
  {
    name: "trailers without an end",
    kinds: ["created"],
    answer: ({ socket, ...request }) => {
      socket.write(chunked(200, [createdBody(request)]).subarray(0, -2));
      let count = 0;
      flood(socket, () => `x-${count++}: ${"t".repeat(1_000)}\r\n`.repeat(50));
    },
  },
  {
    name: "trailers that claim another status and a redirect",
    kinds: ["created", "unreadable"],
    answer: written((request) =>
      Buffer.concat([
        chunked(200, [createdBody(request)]).subarray(0, -2),
        Buffer.from(`status: 500\r\nlocation: ${request.elsewhere}\r\ncontent-length: 3\r\n\r\n`),
      ]),
    ),
  },
  {
    name: "an endless body",
    kinds: ["created"],
    answer: ({ socket, ...request }) => {
      socket.write(head(200));
      socket.write(createdBody(request));
      flood(socket, () => Buffer.alloc(65_536, " "));
    },
  },
  {
    name: "a body of exactly one byte too many",
    kinds: ["created"],
    answer: written((request) => whole(200, createdBody(request).padEnd(1024 * 1024 + 1))),
  },
  {
    name: "line feeds alone",
    kinds: ["no-answer", "created", "unreadable"],
    answer: ended((request) => `HTTP/1.1 200 OK\ncontent-type: application/json\n\n${createdBody(request)}`),
  },
  {
    name: "zeros before the answer",
    kinds: ["no-answer"],
    answer: written((request) => Buffer.concat([Buffer.alloc(1_000), whole(200, createdBody(request))])),
  },
  {
    name: "no content, with content",
    kinds: ["unreadable"],
    answer: written((request) => whole(204, createdBody(request))),
  },
  {
    name: "nothing modified",
    kinds: ["redirected"],
    answer: written(() => head(304, "content-length: 100")),
  },
  {
    name: "a body of no bytes",
    kinds: ["unreadable"],
    answer: written(() => whole(200, "")),
  },
  {
    name: "a farewell in place of an answer",
    kinds: ["no-answer"],
    answer: ({ socket }) => {
      socket.end();
    },
  },
  {
    name: "a reset in place of an answer",
    kinds: ["no-answer"],
    answer: ({ socket }) => reset(socket),
  },
];
