import { type Attack, attack, createdBody, ended, endless, flood, head } from "./attack.ts";

/** Status lines that no HTTP has, and answers of other protocols. */
export const STATUS_ATTACKS: readonly Attack[] = [
  attack("an answer without headers, as in HTTP/0.9", "no-answer", ended(createdBody)),
  attack(
    "a status line of a version to come",
    "no-answer",
    ended((request) => `HTTP/9.9 200 OK\r\n\r\n${createdBody(request)}`),
  ),
  attack(
    "a status that is no number",
    "no-answer",
    ended((request) => `HTTP/1.1 2OO OK\r\n\r\n${createdBody(request)}`),
  ),
  ...["000", "099", "199", "600", "999", "1000", "20"].map((status) =>
    attack(
      `the status ${status}`,
      ["no-answer", "gateway-error"],
      ended((request) => Buffer.concat([head(status), Buffer.from(createdBody(request))])),
    ),
  ),
  endless("a status line without an end", "no-answer", ({ socket }) => {
    socket.write("HTTP/1.1 200 ");
    flood(socket, () => Buffer.alloc(65_536, "O"));
  }),
  attack("a switch to another protocol", "no-answer", () =>
    head(101, "connection: upgrade", "upgrade: websocket"),
  ),
  attack("a preface of HTTP/2", "no-answer", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  attack("settings and a farewell of HTTP/2", "no-answer", () =>
    Buffer.from("000000040000000000" + "0000080700000000000000000000000002", "hex"),
  ),
];
