import type { Socket } from "node:net";
import { type Attack, attack, createdBody, drip, endless, flood, head, reset, whole } from "./attack.ts";

/** What is made of a proper answer, which is there all the same. */
const made = (name: string, make: (answer: Buffer) => readonly Buffer[]): Attack =>
  attack(name, "created", (request) => Buffer.concat(make(whole(200, createdBody(request)))));

const TLS = { isTls: true };

/** What comes with the connection, whatever is asked. */
const greeting = (
  name: string,
  kinds: Attack["kinds"],
  greet: (socket: Socket) => unknown,
  more: Partial<Attack> = { isFromStart: true },
): Attack => ({ name, kinds, greet: (socket) => void greet(socket), ...more });

const EMPTY_LINES = Buffer.from("\r\n\r\n");

/** When bytes come, and how many answers they are. */
export const TIMING_ATTACKS: readonly Attack[] = [
  { name: "silence", kinds: ["no-answer"], isEndless: true },
  endless("a status line that drips for ever", "no-answer", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    flood(socket, () => "y", 20);
  }),
  endless(
    "an answer that drips for longer than anybody waits",
    ["unreadable", "no-answer"],
    ({ socket, ...request }) => drip(socket, whole(200, createdBody(request)), 30),
  ),
  endless("a body that drips for ever", "created", ({ socket, ...request }) => {
    socket.write(Buffer.concat([head(200), Buffer.from(createdBody(request))]));
    flood(socket, () => " ", 20);
  }),
  ...([100, 102, 103, 199] as const).map((status) =>
    endless(`a flood of ${status}`, "no-answer", ({ socket }) => {
      const many = Buffer.from(head(status, "x: y").toString().repeat(500));
      flood(socket, () => many);
    }),
  ),
  ...([100, 102, 103, 199] as const).map((status) =>
    attack(`a ${status} that nobody asked for, in pieces of 7 bytes`, "created", ({ socket, ...request }) =>
      drip(
        socket,
        Buffer.concat([head(status, "x: y"), head(status), whole(200, createdBody(request))]),
        1,
        7,
      ),
    ),
  ),
  endless("early hints of 15 KB each, for ever", "no-answer", ({ socket }) => {
    const hint = head(103, `x: ${"y".repeat(15_000)}`);
    flood(socket, () => hint);
  }),
  made("two answers at once", (answer) => [answer, answer]),
  made("a hundred answers at once", (answer) => Array(100).fill(answer)),
  made("a second answer hidden behind a body of a known length", (answer) => [answer, EMPTY_LINES, answer]),
  made("half of a second answer", (answer) => [answer, answer.subarray(0, 60)]),
  {
    name: "an answer, and then a reset",
    endsConnection: true,
    kinds: ["created", "no-answer", "unreadable"],
    answer: (request) => {
      request.socket.write(whole(200, createdBody(request)), () => reset(request.socket));
    },
  },
  {
    name: "an answer that ends the connection without saying so",
    endsConnection: true,
    kinds: ["created"],
    answer: (request) => {
      request.socket.end(whole(200, createdBody(request), "connection: keep-alive"));
    },
  },
  attack("a promise to keep the connection for a century", "created", (request) =>
    whole(200, createdBody(request), "keep-alive: timeout=3155760000, max=9"),
  ),
  greeting(
    "an answer before the question",
    ["no-answer", "refused"],
    (socket) => socket.write(whole(418, '{"message":"early"}')),
    { isEndless: true, isFromStart: true },
  ),
  greeting("a word before the question", ["no-answer"], (socket) =>
    socket.write("220 smtp.example ESMTP\r\n"),
  ),
  greeting("a reset before the question", ["no-answer", "not-sent"], reset),
  greeting(
    "no TLS where TLS was asked for",
    ["tls-refused"],
    (socket) => socket.write(whole(200, "{}")),
    TLS,
  ),
  { name: "a TLS handshake that stalls", kinds: ["not-sent"], isTls: true, isEndless: true },
  greeting(
    "a TLS handshake of noise",
    ["tls-refused", "not-sent"],
    (socket) => {
      socket.write(Buffer.from("160303400002000000", "hex"));
      flood(socket, () => Buffer.alloc(16_384, 0xa5));
    },
    TLS,
  ),
  greeting(
    "a TLS alert for ever",
    ["tls-refused", "not-sent"],
    (socket) => flood(socket, () => Buffer.from("15030300020100", "hex"), 5),
    TLS,
  ),
  greeting(
    "a TLS handshake that breaks off",
    ["not-sent", "tls-refused"],
    (socket) => socket.once("data", () => reset(socket)),
    TLS,
  ),
];
