import { type Attack, createdBody, ended, flood, head, written } from "./attack.ts";

/** Status lines that no HTTP has, and answers of other protocols. */
export const STATUS_ATTACKS: readonly Attack[] = [
  {
    name: "an answer without headers, as in HTTP/0.9",
    kinds: ["no-answer"],
    answer: ended(createdBody),
  },
  {
    name: "a status line of a version to come",
    kinds: ["no-answer"],
    answer: ended((request) => `HTTP/9.9 200 OK\r\n\r\n${createdBody(request)}`),
  },
  {
    name: "a status that is no number",
    kinds: ["no-answer"],
    answer: ended((request) => `HTTP/1.1 2OO OK\r\n\r\n${createdBody(request)}`),
  },
  ...["000", "099", "199", "600", "999", "1000", "20"].map(
    (status): Attack => ({
      name: `the status ${status}`,
      kinds: ["no-answer", "gateway-error"],
      answer: ended((request) => Buffer.concat([head(status), Buffer.from(createdBody(request))])),
    }),
  ),
  {
    name: "a status line without an end",
    kinds: ["no-answer"],
    isEndless: true,
    answer: ({ socket }) => {
      socket.write("HTTP/1.1 200 ");
      flood(socket, () => Buffer.alloc(65_536, "O"));
    },
  },
  {
    name: "a switch to another protocol",
    kinds: ["no-answer"],
    answer: written(() => head(101, "connection: upgrade", "upgrade: websocket")),
  },
  {
    name: "a preface of HTTP/2",
    kinds: ["no-answer"],
    answer: written(() => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  },
  {
    name: "settings and a farewell of HTTP/2",
    kinds: ["no-answer"],
    answer: written(() => Buffer.from("000000040000000000" + "0000080700000000000000000000000002", "hex")),
  },
];
