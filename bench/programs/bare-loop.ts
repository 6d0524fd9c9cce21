/**
 * The fastest that a process can send leads with the same HTTP library: bodies are made beforehand, nothing is
 * kept of the answers. Arguments: the address, a file of bodies (one a line), the number of connections.
 */
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [address = "", bodiesPath = "", connectionCount = ""] = process.argv.slice(2);
const url = new URL(address);
const headers = {
  authorization: "Bearer bench-key",
  accept: "application/json",
  "accept-encoding": "identity",
  "user-agent": "bare-loop",
  "content-type": "application/json",
};

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf("\n", from);
    yield bytes.subarray(from, newline);
    from = newline + 1;
  }
}

const bodies = [...linesOf(readFileSync(bodiesPath))];
const connections = Number(connectionCount);
const pool = new Pool(url.origin, { connections, pipelining: 1 });
let connectCount = 0;
pool.on("connect", () => {
  connectCount += 1;
});

let next = 0;
async function loop(): Promise<void> {
  for (let body = bodies[next++]; body; body = bodies[next++]) {
    const answer = await pool.request({ method: "POST", path: url.pathname, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`);
  }
}

const startedAtMs = performance.now();
await Promise.all(Array.from({ length: connections }, loop));
const seconds = (performance.now() - startedAtMs) / 1_000;
await pool.close();
console.log(JSON.stringify({ seconds, leadCount: bodies.length, connectCount }));
