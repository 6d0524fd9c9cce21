import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { countedStatuses, readReport } from "./run-files.ts";
import { environmentFor, freshFolder } from "./run-program.ts";
import { delay, lateService, StoppableProgram, until } from "./stoppable-program.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));
const DEADLINE_MS = 2_000;
const LEAD_COUNT = 24;
const AT_ONCE = 8;
/** Of a deadline. */
const SHARES = [0.1, 1, 3];

/** Containers of the files that are here, with the network that is here: nothing is downloaded. */
const RUN = [
  "run",
  "--rm",
  "--network",
  "host",
  "--ulimit",
  "nofile=1024:1024",
  "--ulimit",
  "nproc=1000:1000",
];
const FILES = ["--rootfs", "/:O"];

const hasContainers = spawnSync("podman", [...RUN, ...FILES, process.execPath, "--version"]).status === 0;

/** A process in a container of its own, which can be paused as `docker pause` does it. */
class Container {
  readonly #name = `leadctl-test-${randomUUID()}`;
  readonly #child;
  readonly stdout: Promise<string>;
  readonly stderr: Promise<string>;
  readonly #exit: Promise<unknown[]>;

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    const variables = Object.keys(env).flatMap((name) => ["--env", name]);
    const place = ["--name", this.#name, "--volume", `${cwd}:${cwd}`, "--workdir", cwd, ...variables];
    this.#child = spawn("podman", [...RUN, ...place, ...FILES, process.execPath, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    [this.stdout, this.stderr] = [text(this.#child.stdout), text(this.#child.stderr)];
    this.#exit = once(this.#child, "exit");
    onTestFinished(() => void spawnSync("podman", ["rm", "--force", "--time", "0", this.#name]));
  }

  async exitCode(): Promise<unknown> {
    return (await this.#exit)[0];
  }

  pause(): void {
    this.#call("pause");
  }

  goOn(): void {
    this.#call("unpause");
  }

  #call(command: string): void {
    const { status, stderr } = spawnSync("podman", [command, this.#name]);
    expect(status, String(stderr)).toBe(0);
  }
}

/** Answers the first lead at once and each other after some time, and counts the answers that have left. */
const SERVER = `
  const { createServer } = require("node:http");
  let count = 0;
  createServer((request, response) => {
    request.resume();
    const id = String(count++);
    const loginUrl = "http://127.0.0.1/api/auth/callback/credentials?token=" + id.padStart(24, "t");
    const body = JSON.stringify({ success: true, quoteId: "quote-" + id, loginUrl });
    setTimeout(() => response.end(body), id === "0" ? 0 : 300);
  }).listen(Number(process.argv[1]), "127.0.0.1");
`;

describe.skipIf(!hasContainers)("while answers are under way", () => {
  it.each(SHARES)("a paused container of the program loses nothing in %f deadlines", async (share) => {
    const { server, answeredCount } = await lateService();
    const cwd = folderWithLeads();
    const program = new Container([PROGRAM, ...SUBMIT], cwd, environmentFor(server.url));
    await until(() => server.requestCount() >= 1 + AT_ONCE, NOTHING);
    program.pause();
    await until(() => answeredCount() >= 1 + AT_ONCE, NOTHING);
    await delay(share * DEADLINE_MS);
    program.goOn();
    expect(await program.exitCode(), await program.stderr).toBe(0);
    expect(readReport(join(cwd, "run")).summary.created).toBe(LEAD_COUNT);
  });

  it.each(SHARES)(
    "a paused container of the service costs what was under way at most, in %f deadlines",
    async (share) => {
      const cwd = folderWithLeads();
      const port = 20_000 + Math.floor(Math.random() * 20_000);
      const service = new Container(["-e", SERVER, String(port)], cwd);
      const url = `http://127.0.0.1:${port}`;
      await until(() => isThere(url), NOTHING);
      const program = new StoppableProgram(SUBMIT, environmentFor(url), cwd);
      const journal = join(cwd, "run", "journal.ndjson");
      await until(
        () => existsSync(journal) && readFileSync(journal, "utf8").includes('"kind":"created"'),
        () => program.stderr,
      );
      service.pause();
      await delay(share * DEADLINE_MS);
      service.goOn();
      await program.exit;
      const { created = 0, unknown = 0, ...others } = countedStatuses(readReport(join(cwd, "run")).summary);
      expect(others).toEqual({});
      expect(created + unknown).toBe(LEAD_COUNT);
      expect(unknown).toBeLessThanOrEqual(share < 1 ? 0 : AT_ONCE);
    },
    60_000,
  );
});

const SUBMIT = [
  ...["submit", "leads.csv", "--out", "run", "--repeated-ids"],
  ...["--timeout", `${DEADLINE_MS}ms`, "--concurrency", String(AT_ONCE)],
];

function folderWithLeads(): string {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(LEAD_COUNT)));
  return cwd;
}

const NOTHING = (): string => "nothing came";

function isThere(url: string): boolean {
  return spawnSync("curl", ["--silent", "--output", "/dev/null", url]).status === 0;
}
