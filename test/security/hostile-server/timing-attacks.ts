import {
  type Attack,
  attack,
  createdBody,
  drip,
  endless,
  flood,
  type HostileRequest,
  head,
  reset,
  whole,
} from "./attack.ts";

/** What is made of a proper answer. */
const twice =
  (make: (answer: Buffer) => Buffer) =>
  (request: HostileRequest): Buffer =>
    make(whole(200, createdBody(request)));

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
  attack(
    "two answers at once",
    "created",
    twice((answer) => Buffer.concat([answer, answer])),
  ),
  attack(
    "a hundred answers at once",
    "created",
    twice((answer) => Buffer.concat(Array(100).fill(answer))),
  ),
  attack(
    "a second answer hidden behind a body of a known length",
    "created",
    twice((answer) => Buffer.concat([answer, Buffer.from("\r\n\r\n"), answer])),
  ),
  attack(
    "half of a second answer",
    "created",
    twice((answer) => Buffer.concat([answer, answer.subarray(0, 60)])),
  ),
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
  {
    name: "an answer before the question",
    kinds: ["no-answer", "refused"],
    isEndless: true,
    isFromStart: true,
    greet: (socket) => void socket.write(whole(418, '{"message":"early"}')),
  },
  {
    name: "a word before the question",
    kinds: ["no-answer"],
    isFromStart: true,
    greet: (socket) => void socket.write("220 smtp.example ESMTP\r\n"),
  },
  {
    name: "a reset before the question",
    kinds: ["no-answer", "not-sent"],
    isFromStart: true,
    greet: (socket) => reset(socket),
  },
  {
    name: "no TLS where TLS was asked for",
    kinds: ["tls-refused"],
    isTls: true,
    greet: (socket) => void socket.write(whole(200, "{}")),
  },
  { name: "a TLS handshake that stalls", kinds: ["not-sent"], isTls: true, isEndless: true },
  {
    name: "a TLS handshake of noise",
    kinds: ["tls-refused", "not-sent"],
    isTls: true,
    greet: (socket) => {
      socket.write(Buffer.from("160303400002000000", "hex"));
      flood(socket, () => Buffer.alloc(16_384, 0xa5));
    },
  },
  {
    name: "a TLS alert for ever",
    kinds: ["tls-refused", "not-sent"],
    isTls: true,
    greet: (socket) => flood(socket, () => Buffer.from("15030300020100", "hex"), 5),
  },
  {
    name: "a TLS handshake that breaks off",
    kinds: ["not-sent", "tls-refused"],
    isTls: true,
    greet: (socket) => {
      socket.once("data", () => reset(socket));
    },
  },
];
