/**
 * Answers every request with the body given, the hashes in it replaced by an id, after so many milliseconds. Tells its parent the port, and when it is
 * asked, the mean of how many seconds its answers took since then.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [delayMs = 0, body = ""] = [Number(process.argv[2]), process.argv[3]];
const parts = body.split(/#+/);
const idLength = /#+/.exec(body)?.[0].length ?? 0;
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
let answerCount = 0;
let totalMs = 0;

const server = createServer((request, response) => {
  const startedAtMs = performance.now();
  const answer = (): void => {
    answerCount += 1;
    totalMs += performance.now() - startedAtMs;
    response.writeHead(200, headers).end(parts.join(String(answerCount).padStart(idLength, "0")));
  };
  request.resume();
  if (delayMs === 0) answer();
  else setTimeout(answer, delayMs);
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("message", () => {
  process.send?.(totalMs / answerCount / 1_000);
  answerCount = 0;
  totalMs = 0;
});
process.on("disconnect", () => process.exit());
