import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programPath } from "./measure.ts";

/** A service on loopback, in a process of its own, that gives every request a success body with an id of its own. */
export interface Server {
  url: string;
  kind: "nginx" | "node";
  /** Processor time it has used so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** As long as a real answer: its token is a signed one. */
function successBody(id: string): string {
  return JSON.stringify({
    success: true,
    quoteId: id,
    loginUrl: `https://service.example.com/api/auth/callback/credentials?token=${"0123456789abcdef".repeat(10)}${id}`,
  });
}

/** Stands in the Node server's body where the id goes. */
const ID_PLACE = "#".repeat(32);

const NGINX_PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const START_ATTEMPTS_MAX = 100;
const START_POLL_MS = 50;
const TICKS_PER_SECOND = 100;

/** nginx, which no client here keeps busy; a Node server where it is not installed. */
export async function startConstantServer(dir: string): Promise<Server> {
  const isInstalled = spawnSync("nginx", ["-v"], { env: { PATH: NGINX_PATH } }).status === 0;
  return isInstalled ? startNginx(dir) : startNodeServer();
}

/** A service that takes so long for every answer, however many requests are under way. */
export interface SlowServer extends Server {
  /** How long it took on average since this was asked last: from the request's arrival to the answer. */
  latencySeconds(): Promise<number>;
}

export async function startSlowServer(delayMs: number): Promise<SlowServer> {
  const { child, port } = await forkServer(delayMs);
  return {
    ...serverOf(child, port, "node"),
    latencySeconds: async () => {
      const answer = once(child, "message");
      child.send("latency");
      return ((await answer) as [number])[0];
    },
  };
}

/** A Node server that answers at once. */
export async function startNodeServer(): Promise<Server> {
  const { child, port } = await forkServer(0);
  return serverOf(child, port, "node");
}

async function forkServer(delayMs: number): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(programPath("constant-server"), [String(delayMs), successBody(ID_PLACE)]);
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

async function startNginx(dir: string): Promise<Server> {
  const home = mkdtempSync(join(dir, "nginx-"));
  const port = await freePort();
  const config = join(home, "nginx.conf");
  writeFileSync(config, nginxConfig(home, port));
  const child = spawn("nginx", ["-e", "stderr", "-c", config], {
    env: { PATH: NGINX_PATH },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilListening(port);
  return serverOf(child, port, "nginx");
}

/** One process, which one core is enough for; a connection is never closed between requests. */
function nginxConfig(home: string, port: number): string {
  return `daemon off;
master_process off;
pid ${home}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  client_body_temp_path ${home}/body;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / {
      default_type application/json;
      return 200 '${successBody("$request_id")}';
    }
  }
}
`;
}

function serverOf(child: ChildProcess, port: number, kind: Server["kind"]): Server {
  const kill = (): void => {
    child.kill();
  };
  process.once("exit", kill);
  return {
    url: `http://127.0.0.1:${port}`,
    kind,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: async () => {
      process.off("exit", kill);
      if (child.exitCode !== null || !child.kill()) return;
      await once(child, "exit");
    },
  };
}

function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The fields after the program's name in parentheses: the 12th and 13th are user and system time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt++) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await sleep(START_POLL_MS);
  }
  throw new Error(`nginx does not listen on port ${port}`);
}
