import { type Attack, createdBody, flood, type HostileRequest, head, whole } from "./attack.ts";

const created = (request: HostileRequest, ...headers: string[]): void => {
  request.socket.write(whole(200, createdBody(request), ...headers));
};

const FAR_AHEAD = "Wed, 21 Oct 9999 07:28:00 GMT";

/** What stands before the body. */
export const HEADER_ATTACKS: readonly Attack[] = [
  {
    name: "one header of megabytes",
    kinds: ["no-answer"],
    answer: ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      flood(socket, () => Buffer.alloc(65_536, "h"));
    },
  },
  {
    name: "headers without an end",
    kinds: ["no-answer"],
    answer: ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      let count = 0;
      flood(socket, () => `x-${count++}: y\r\n`.repeat(1_000));
    },
  },
  {
    name: "headers that split in two",
    kinds: ["created"],
    answer: (request) => created(request, "x: y\r\nset-cookie: token=z\r\nlocation: /elsewhere"),
  },
  {
    name: "a header folded over lines",
    kinds: ["created", "no-answer"],
    answer: (request) => created(request, "x: y\r\n folded: z"),
  },
  {
    name: "a header with a zero in it",
    kinds: ["no-answer"],
    answer: (request) => created(request, "x: y\0z"),
  },
  {
    name: "a header without a name",
    kinds: ["no-answer"],
    answer: (request) => created(request, ": y"),
  },
  {
    name: "a header without a colon",
    kinds: ["no-answer"],
    answer: (request) => created(request, "Bearer x"),
  },
  {
    name: "headers named like parts of every object",
    kinds: ["created"],
    answer: (request) =>
      created(request, "__proto__: a", "constructor: b", "toString: c", "hasOwnProperty: d"),
  },
  {
    name: "a thousand cookies",
    kinds: ["created", "no-answer"],
    answer: (request) => created(request, ...Array.from({ length: 1_000 }, (_, n) => `set-cookie: c${n}=1`)),
  },
  ...[
    "",
    "constructor",
    "__proto__",
    "tostring",
    "identity, gzip",
    "gzip, gzip",
    "\u001b[31m",
    "compress",
  ].map(
    (encoding): Attack => ({
      name: `the encoding ${JSON.stringify(encoding)}`,
      kinds: encoding === "" ? ["created"] : ["unreadable", "no-answer"],
      answer: (request) => created(request, `content-encoding: ${encoding}`),
    }),
  ),
  {
    name: "the key as an encoding",
    kinds: ["unreadable"],
    answer: (request) => created(request, `content-encoding: ${request.authorization}`),
  },
  {
    name: "the key in every header",
    kinds: ["server-error"],
    answer: ({ socket, authorization }) => {
      const names = ["retry-after", "location", "server", "content-type", "www-authenticate", "x-request-id"];
      socket.write(whole(500, "{}", ...names.map((name) => `${name}: ${authorization}`)));
    },
  },
  {
    name: "the key in the reason phrase",
    kinds: ["refused"],
    answer: ({ socket, authorization }) => {
      socket.write(`HTTP/1.1 418 ${authorization}\r\ncontent-length: 0\r\n\r\n`);
    },
  },
  ...["-1", "NaN", "1e999", "0x10", "99999999999999999999", "9".repeat(400), FAR_AHEAD, "soon \u009b31m"].map(
    (wait): Attack => ({
      name: `a plea to wait ${wait.slice(0, 30)}`,
      kinds: ["server-error"],
      answer: ({ socket }) => {
        socket.write(whole(503, "{}", `retry-after: ${wait}`));
      },
    }),
  ),
  {
    name: "two pleas to wait",
    kinds: ["throttled"],
    answer: ({ socket }) => {
      socket.write(whole(429, "{}", "retry-after: 99999", "retry-after: 0"));
    },
  },
  ...[301, 302, 303, 307, 308].map(
    (status): Attack => ({
      name: `a redirect (${status}) to a second listener`,
      kinds: [status < 307 ? "redirected" : "moved"],
      answer: (request) => {
        const location = `${request.elsewhere}/api/acme/lead/create`;
        request.socket.write(
          whole(status, createdBody(request), `location: ${location}`, `refresh: 0; url=${location}`),
        );
      },
    }),
  ),
  {
    name: "a redirect to a host named like the key",
    kinds: ["redirected"],
    answer: ({ socket, authorization }) => {
      const key = authorization.replace("Bearer ", "");
      socket.write(whole(302, "", `location: https://${key}.example/?token=${key}`));
    },
  },
  {
    name: "a created lead that is to be looked for elsewhere",
    kinds: ["created"],
    answer: (request) => {
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
    },
  },
  {
    name: "early hints to a second listener",
    kinds: ["created"],
    answer: (request) => {
      request.socket.write(head(103, `link: <${request.elsewhere}>; rel=preconnect`));
      created(request);
    },
  },
];
