import { deflateSync, gzipSync } from "node:zlib";
import type { SeededRandom } from "../../simulation/seeded-random.ts";
import { createdBody, deep, type HostileRequest, head, issuesBody, reset } from "./attack.ts";
import { ACTING_TEXTS } from "./text-attacks.ts";

/** An answer that chance has put together, down to its bytes, and how it is delivered. */
export interface Composition {
  /** The body before anything was done to it for the wire, so that what was granted is known. */
  body: string;
  bytes: Buffer;
  /** Where the bytes are cut into writes, by offset, with a pause after each. */
  cuts: readonly { offset: number; pauseMs: number }[];
  /** What becomes of the connection after the last byte. */
  ending: "stay" | "end" | "reset";
}

const STATUSES = [200, 200, 200, 200, 201, 202, 204, 400, 400, 400, 408, 409, 418, 422, 429, 500, 502, 503];
const RARE_STATUSES = [100, 101, 103, 199, 301, 307, 401, 403, 405, 599, 600, 999, "2OO", "-1", ""];
const ODD_HEADERS = [
  "x: y",
  "__proto__: x",
  "connection: close",
  "keep-alive: timeout=0",
  "content-length: 7",
  "content-length: 99999",
  "content-length: x",
  "transfer-encoding: chunked",
  "transfer-encoding: gzip, chunked",
  "content-encoding: gzip",
  "content-encoding: br",
  "content-encoding: constructor",
  "content-type: text/html; charset=utf-16",
  "retry-after: 0",
  "retry-after: 61",
  "retry-after: -1",
  "retry-after: 1e99",
  "retry-after: Wed, 21 Oct 2015 07:28:00 GMT",
  "set-cookie: token=abc",
  "trailer: x",
  "upgrade: h2c",
  ": nameless",
  "no colon",
  "x: \u0000",
  "x: \u009b31m",
  `x: ${"y".repeat(17_000)}`,
];

/** Composes the answer to one request. The same random numbers make the same answer. */
export function compose(random: SeededRandom, request: HostileRequest): Composition {
  const isRare = random.chance(0.12);
  const status = random.pick<number | string>(isRare ? RARE_STATUSES : STATUSES);
  const body = composeBody(random, request, status);
  const answer = composeAnswer(random, request, status, body);
  const bytes = Buffer.concat([answer, composeAfterthought(random, answer)]);
  return { body, bytes, ...composeDelivery(random, bytes.length, answer.length) };
}

/** Stands for what is given back, so that damage does not tear it: a torn key could not be told from other text. */
const ECHO = "\uE000";

function composeBody(random: SeededRandom, request: HostileRequest, status: number | string): string {
  const echo = JSON.stringify(random.pick([request.authorization, request.text])).slice(1, -1);
  const text = random.pick(["", "", ...Object.values(ACTING_TEXTS)]) + (random.chance(0.1) ? ECHO : "");
  const made = Number(status) < 300 ? createdBody(request, oddChanges(random, text)) : refusal(random, text);
  return (random.chance(0.8) ? made : damaged(random, made)).replaceAll(ECHO, echo);
}

function oddChanges(random: SeededRandom, text: string): object {
  if (text === "" && random.chance(0.7)) return {};
  return random.pick<object>([
    { extra: text },
    { error: text, message: text },
    { success: random.pick<unknown>([false, "true", 1, null, { text }]) },
    { quoteId: random.pick<unknown>(["", 7, null, [text], { text }]) },
    { loginUrl: random.pick<unknown>([" ", 7, null, [text]]) },
    { error: { issues: [{ message: text }] } },
  ]);
}

function refusal(random: SeededRandom, text: string): string {
  const issue = () => ({
    code: random.pick<unknown>(["custom", text, 7, null]),
    message: random.pick<unknown>(["Required", text, text.repeat(50), {}, null]),
    path: random.pick<unknown>([
      ["address", "zip"],
      [text],
      [{ toString: 1 }],
      [[[]]],
      text,
      Array(200).fill(text),
      [],
    ]),
    ...(random.chance(0.2) && { validation: random.pick<unknown>(["email", text, 7]) }),
  });
  return random.pick([
    () => issuesBody(Array.from({ length: random.whole(1, 4) }, issue)),
    () => issuesBody(Array.from({ length: 500 }, issue)),
    () =>
      JSON.stringify({
        error: random.pick(["Email already in use", "User with this email already exists", text]),
      }),
    () => JSON.stringify({ message: text, error: { text } }),
    () => `{"error":{"issues":[{"path":[${deep(random.whole(1, 30_000))}]}]}}`,
    () => `<html>${text}</html>`,
  ])();
}

/** A few characters changed, taken out or put in, or an end that never comes. */
function damaged(random: SeededRandom, text: string): string {
  let made = text;
  for (let count = random.whole(1, 3); count > 0; count--) {
    const at = random.whole(0, made.length);
    const inserted = random.pick([
      "",
      "",
      "\u0000",
      '"',
      "}",
      "{",
      "\\",
      "\\u0000",
      "\uD800",
      "é",
      ",",
      "[[[",
      "\r\n\r\n",
      "0\r\n\r\n",
    ]);
    made = made.slice(0, at) + inserted + made.slice(at + random.whole(0, 2));
  }
  return random.chance(0.3) ? made.slice(0, random.whole(0, made.length)) : made;
}

function composeAnswer(
  random: SeededRandom,
  request: HostileRequest,
  status: number | string,
  body: string,
): Buffer {
  const headers: string[] = [];
  let content: Buffer = Buffer.from(body, random.chance(0.03) ? "utf16le" : "utf8");
  if (random.chance(0.12)) {
    const isGzip = random.chance(0.6);
    content = isGzip ? gzipSync(content) : deflateSync(content);
    headers.push(`content-encoding: ${isGzip ? "gzip" : "deflate"}`);
  }
  const framing = random.next();
  if (framing < 0.55) headers.push(`content-length: ${content.length}`);
  else if (framing < 0.62)
    headers.push(`content-length: ${Math.max(0, content.length + random.whole(-30, 30))}`);
  else if (framing < 0.85) {
    headers.push("transfer-encoding: chunked");
    content = inChunks(random, content);
  }
  while (random.chance(0.25)) headers.splice(random.whole(0, headers.length), 0, random.pick(ODD_HEADERS));
  if (random.chance(0.04))
    headers.push(`${random.pick(["x", "retry-after", "content-encoding"])}: ${request.authorization}`);
  const before = random.chance(0.08) ? Array(random.whole(1, 40)).fill(head(random.pick([102, 103]))) : [];
  const answer = Buffer.concat([...before, head(status, ...headers), content]);
  return random.chance(0.9) ? answer : flipped(random, answer, answer.length - content.length);
}

/** What nobody has asked for. */
function composeAfterthought(random: SeededRandom, answer: Buffer): Buffer {
  if (random.chance(0.92)) return Buffer.alloc(0);
  return random.pick([answer, Buffer.from("\r\n"), Buffer.from([0, 1, 2, 255]), answer.subarray(0, 40)]);
}

function inChunks(random: SeededRandom, content: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const size = random.whole(1, Math.max(1, content.length - at));
    const told = random.chance(0.97)
      ? size.toString(16)
      : random.pick(["zz", "-1", "ffffffffffffffff", (size + 3).toString(16)]);
    const extension = random.chance(0.05) ? `;a=${"b".repeat(random.whole(0, 2_000))}` : "";
    parts.push(Buffer.from(`${told}${extension}\r\n`), content.subarray(at, at + size), Buffer.from("\r\n"));
    at += size;
  }
  const trailers = random.chance(0.05) ? "x: y\r\ncontent-length: 3\r\n" : "";
  return Buffer.concat([...parts, Buffer.from(random.chance(0.95) ? `0\r\n${trailers}\r\n` : "0\r\n")]);
}

/** Some bytes changed of those that are no body: what was granted stays known. */
function flipped(random: SeededRandom, bytes: Buffer, length: number): Buffer {
  const made = Buffer.from(bytes);
  for (let count = random.whole(1, 3); count > 0; count--)
    made[random.whole(0, length - 1)] = random.whole(0, 255);
  return made;
}

/**
 * @param answerLength An afterthought comes along with the answer's last byte: later, it could not be told from the
 *   answer to the next request, by anybody.
 */
function composeDelivery(
  random: SeededRandom,
  length: number,
  answerLength: number,
): Pick<Composition, "cuts" | "ending"> {
  const isCutOff = random.chance(0.12);
  const end = isCutOff ? random.whole(0, length) : length;
  const cutCount = random.chance(0.3) ? random.whole(1, 4) : 0;
  const lastOffset = Math.max(0, Math.min(end, answerLength) - 1);
  const offsets = Array.from({ length: cutCount }, () => random.whole(0, lastOffset)).sort((a, b) => a - b);
  const cuts = [...offsets, end].map((offset) => ({ offset, pauseMs: random.whole(0, 3) }));
  const endings = isCutOff
    ? (["end", "end", "reset", "stay"] as const)
    : (["stay", "stay", "stay", "end", "reset"] as const);
  return { cuts, ending: random.pick<Composition["ending"]>(endings) };
}

/** Sends it, unless the connection goes first. */
export async function deliver(
  { socket }: HostileRequest,
  { bytes, cuts, ending }: Composition,
): Promise<void> {
  let from = 0;
  for (const { offset, pauseMs } of cuts) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(bytes.subarray(from, offset));
    from = offset;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (ending === "end") socket.end();
  if (ending === "reset") reset(socket);
}
