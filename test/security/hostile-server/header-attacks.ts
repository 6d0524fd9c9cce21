import { type Attack, answered, attack, createdBody, flood, head, whole } from "./attack.ts";

const created = (...headers: string[]) => answered(200, createdBody, ...headers);

const FAR_AHEAD = "Wed, 21 Oct 9999 07:28:00 GMT";

/** What stands before the body. */
export const HEADER_ATTACKS: readonly Attack[] = [
  attack("one header of megabytes", "no-answer", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    flood(socket, () => Buffer.alloc(65_536, "h"));
  }),
  attack("headers without an end", "no-answer", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    let count = 0;
    flood(socket, () => `x-${count++}: y\r\n`.repeat(1_000));
  }),
  attack(
    "headers that split in two",
    "created",
    created("x: y\r\nset-cookie: token=z\r\nlocation: /elsewhere"),
  ),
  attack("a header folded over lines", ["created", "no-answer"], created("x: y\r\n folded: z")),
  attack("a header with a zero in it", "no-answer", created("x: y\0z")),
  attack("a header without a name", "no-answer", created(": y")),
  attack("a header without a colon", "no-answer", created("Bearer x")),
  attack(
    "headers named like parts of every object",
    "created",
    created("__proto__: a", "constructor: b", "toString: c", "hasOwnProperty: d"),
  ),
  attack(
    "a thousand cookies",
    ["created", "no-answer"],
    created(...Array.from({ length: 1_000 }, (_, n) => `set-cookie: c${n}=1`)),
  ),
  ...[
    "",
    "constructor",
    "__proto__",
    "tostring",
    "identity, gzip",
    "gzip, gzip",
    "\u001b[31m",
    "compress",
  ].map((encoding) =>
    attack(
      `the encoding ${JSON.stringify(encoding)}`,
      encoding === "" ? ["created"] : ["unreadable", "no-answer"],
      created(`content-encoding: ${encoding}`),
    ),
  ),
  attack("the key as an encoding", "unreadable", (request) =>
    whole(200, createdBody(request), `content-encoding: ${request.authorization}`),
  ),
  attack("the key in every header", "server-error", ({ socket, authorization }) => {
    const names = ["retry-after", "location", "server", "content-type", "www-authenticate", "x-request-id"];
    socket.write(whole(500, "{}", ...names.map((name) => `${name}: ${authorization}`)));
  }),
  attack(
    "the key in the reason phrase",
    "refused",
    ({ authorization }) => `HTTP/1.1 418 ${authorization}\r\ncontent-length: 0\r\n\r\n`,
  ),
  ...["-1", "NaN", "1e999", "0x10", "99999999999999999999", "9".repeat(400), FAR_AHEAD, "soon \u009b31m"].map(
    (wait) =>
      attack(`a plea to wait ${wait.slice(0, 30)}`, "server-error", () =>
        whole(503, "{}", `retry-after: ${wait}`),
      ),
  ),
  attack("two pleas to wait", "throttled", () => whole(429, "{}", "retry-after: 99999", "retry-after: 0")),
  ...[301, 302, 303, 307, 308].map((status) =>
    attack(
      `a redirect (${status}) to a second listener`,
      [status < 307 ? "redirected" : "moved"],
      (request) => {
        const location = `${request.elsewhere}/api/acme/lead/create`;
        request.socket.write(
          whole(status, createdBody(request), `location: ${location}`, `refresh: 0; url=${location}`),
        );
      },
    ),
  ),
  attack("a redirect to a host named like the key", "redirected", ({ socket, authorization }) => {
    const key = authorization.replace("Bearer ", "");
    socket.write(whole(302, "", `location: https://${key}.example/?token=${key}`));
  }),
  attack("a created lead that is to be looked for elsewhere", "created", (request) => {
    const elsewhere = request.elsewhere;
    request.socket.write(
      whole(
        201,
        createdBody(request),
        `location: ${elsewhere}`,
        `link: <${elsewhere}>; rel=preload`,
        `alt-svc: h2="${elsewhere.slice(7)}"`,
      ),
    );
  }),
  attack("early hints to a second listener", "created", (request) => {
    request.socket.write(head(103, `link: <${request.elsewhere}>; rel=preconnect`));
    request.socket.write(whole(200, createdBody(request)));
  }),
];
