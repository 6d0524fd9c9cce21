/**
 * The fastest that a process can send leads with the same HTTP library: bodies are made beforehand, nothing is
 * kept of the answers. Arguments: the address, the plan with the leads, the number of connections.
 */
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [address = "", plan = "", connectionCount = ""] = process.argv.slice(2);
const { origin, pathname: path } = new URL(address);
const headers = {
  authorization: "Bearer bench-key",
  accept: "application/json",
  "accept-encoding": "identity",
  "user-agent": "bare-loop",
  "content-type": "application/json",
};
const leads = readFileSync(plan, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line).lead);
const bodies = leads.filter(Boolean).map((lead) => Buffer.from(JSON.stringify(lead)));
const connections = Number(connectionCount);
const pool = new Pool(origin, { connections, pipelining: 1 });

let next = 0;
async function loop(): Promise<void> {
  for (let body = bodies[next++]; body; body = bodies[next++]) {
    const answer = await pool.request({ method: "POST", path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`);
  }
}

const startedAtMs = performance.now();
await Promise.all(Array.from({ length: connections }, loop));
const seconds = (performance.now() - startedAtMs) / 1_000;
await pool.close();
console.log(JSON.stringify({ seconds, leadsPerSecond: bodies.length / seconds }));
