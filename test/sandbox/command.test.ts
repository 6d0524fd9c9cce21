import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { runSandboxCommand } from "../../src/cli/commands/sandbox.ts";
import { readOptions, type TypedValues } from "../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../src/settings/options.ts";
import { sampleLead } from "./sample-lead.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START = `
  import { runSandboxCommand } from "./dist-tests/alone/sandbox.js";
  process.exitCode = await runSandboxCommand(JSON.parse(process.argv[1]));
`;

const folder = mkdtempSync(join(tmpdir(), "leadctl-sandbox-"));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The command in a process of its own, from its first line on. */
class RunningCommand {
  stdout = "";
  stderr = "";
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcess;
  readonly #greeted: Promise<void>;

  constructor(options: TypedValues) {
    const args = [
      "--input-type=module",
      "-e",
      START,
      JSON.stringify(readOptions(COMMAND_OPTIONS.sandbox, options)),
    ];
    this.#child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    children.push(this.#child);
    this.exit = new Promise((resolve) =>
      this.#child.on("close", (code, signal) => resolve({ code, signal })),
    );
    this.#child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    this.#greeted = new Promise((resolve) => {
      this.#child.stderr?.on("data", (chunk) => {
        this.stderr += chunk;
        if (this.stderr.includes("LEADCTL_API_KEY=")) resolve();
      });
      this.#child.on("close", () => resolve());
    });
  }

  async url(): Promise<string> {
    await this.#greeted;
    return this.stdout.split("\n")[0] ?? "";
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

async function post(url: string, key: string, email: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(sampleLead(email)),
  });
  return { status: response.status, text: await response.text() };
}

describe("leadctl sandbox", () => {
  it("prints its address alone on stdout, and for people how to aim at it", async () => {
    const command = new RunningCommand({});
    const url = await command.url();
    expect(command.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const settings = Object.fromEntries(
      [...command.stderr.matchAll(/^ {2}export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(settings).toEqual({
      LEADCTL_BASE_URL: url,
      LEADCTL_PARTNER: "sandbox",
      LEADCTL_API_KEY: expect.stringMatching(/^sandbox-[\w-]{24}$/),
    });
    const createUrl = `${url}/api/${settings.LEADCTL_PARTNER}/lead/create`;
    expect((await post(createUrl, settings.LEADCTL_API_KEY ?? "", "jane@example.com")).status).toBe(200);
  });

  it("warns whoever lets other machines in, and nobody else", async () => {
    const exposed = new RunningCommand({ expose: true });
    expect(await exposed.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const hidden = new RunningCommand({ expose: true, host: "127.0.0.1" });
    await hidden.url();
    exposed.signal("SIGTERM");
    hidden.signal("SIGTERM");
    await Promise.all([exposed.exit, hidden.exit]);
    expect(exposed.stderr).toContain("send it no real leads");
    expect(hidden.stderr).not.toContain("real leads");
  });

  it.each([
    ["SIGINT", "SIGHUP"],
    ["SIGTERM", "SIGINT"],
    ["SIGHUP", "SIGTERM"],
  ] as const)("stops at %s, even with %s behind it, with exit code 0", async (signal, echo) => {
    const command = new RunningCommand({});
    await command.url();
    // Held, it takes both at once when it is let go, however busy the machine is.
    for (const name of ["SIGSTOP", signal, echo, "SIGCONT"] as const) command.signal(name);
    expect(await command.exit).toEqual({ code: 0, signal: null });
    expect(command.stderr).toMatch(/Stopped\. .*\n$/);
    expect(command.stdout.match(/\n/g)).toHaveLength(1);
  });

  it("does what its flags say, and logs it without the key or a token", async () => {
    const log = join(folder, "requests.ndjson");
    const faults = join(folder, "faults.json");
    writeFileSync(faults, JSON.stringify({ "jane@example.com": ["500-after"] }));
    const command = new RunningCommand({
      key: ["first-key", "second-key"],
      partner: ["acme"],
      user: ["known@example.com"],
      baseUrl: "https://demo.example",
      fault: ["unreadable=0"],
      faults,
      log,
    });
    const url = await command.url();
    expect(command.stderr).not.toMatch(/first-key|second-key/);
    const acme = `${url}/api/acme/lead/create`;
    expect((await post(acme, "first-key", "jane@example.com")).status).toBe(500);
    expect((await post(acme, "first-key", "jane@example.com")).text).toContain("Email already in use");
    expect((await post(acme, "second-key", "known@example.com")).text).toContain(
      "User with this email already exists",
    );
    expect((await post(`${url}/api/other/lead/create`, "first-key", "joe@example.com")).status).toBe(404);
    const created = await post(acme, "second-key", "joe@example.com");
    const { loginUrl } = JSON.parse(created.text);
    expect(loginUrl).toMatch(/^https:\/\/demo\.example\/api\/auth/);
    expect((await fetch(loginUrl.replace("https://demo.example", url))).status).toBe(200);
    command.signal("SIGTERM");
    await command.exit;
    const text = readFileSync(log, "utf8");
    const outcomes = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).outcome);
    expect(outcomes).toEqual(["created", "duplicate", "duplicate", "not-found", "created", "signed-in"]);
    expect(text).not.toMatch(/first-key|second-key|token/);
  });

  it.each<[string, TypedValues]>([
    ["usage/count", { port: "70000" }],
    ["usage/host-exposed", { host: "0.0.0.0" }],
    ["usage/sandbox-key", { key: ["good", "no good"] }],
    ["partner-malformed", { partner: ["a/b"] }],
    ["usage/link-base", { baseUrl: "here" }],
    ["usage/duration", { latency: "soon" }],
    ["usage/rate-limit", { rateLimit: "fast" }],
    ["sandbox-faults/flags", { fault: ["bad-day=0.5"] }],
    ["usage/count", { seed: "x", fault: ["429=0.5"] }],
    ["sandbox-faults/unreadable", { faults: "none.json" }],
    ["sandbox-log", { log: folder }],
  ])("refuses with %s and exit code 2 before it listens: %j", async (finding, options) => {
    const start = async () => runSandboxCommand(readOptions(COMMAND_OPTIONS.sandbox, options));
    const run = start();
    await expect(run).rejects.toMatchObject({ name: "CliError", exitCode: 2, finding });
  });
});
