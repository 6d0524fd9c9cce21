import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runSandboxCommand } from "../../src/cli/commands/sandbox.ts";
import { readOptions, type TypedValues } from "../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../src/settings/options.ts";
import { sharedFolder } from "../folders.ts";
import { StoppableProgram } from "../program/stoppable-program.ts";
import { sampleLead } from "./sample-lead.ts";

const folder = sharedFolder();

/** The command in a process of its own, once it has said where it is. */
async function running(...flags: string[]): Promise<{ command: StoppableProgram; url: string }> {
  const command = new StoppableProgram(["sandbox", ...flags], {}, folder);
  await command.says("LEADCTL_API_KEY=");
  return { command, url: command.stdout.split("\n")[0] ?? "" };
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
    const { command, url } = await running();
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
    const exposed = await running("--expose");
    expect(exposed.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const hidden = await running("--expose", "--host", "127.0.0.1");
    for (const { command } of [exposed, hidden]) {
      command.signal("SIGTERM");
      await command.exit;
    }
    expect(exposed.command.stderr).toContain("send it no real leads");
    expect(hidden.command.stderr).not.toContain("real leads");
  });

  it.each([
    ["SIGINT", "SIGHUP"],
    ["SIGTERM", "SIGINT"],
    ["SIGHUP", "SIGTERM"],
  ] as const)("stops at %s, even with %s behind it, with exit code 0", async (signal, echo) => {
    const { command } = await running();
    command.signalTogether(signal, echo);
    expect(await command.exit).toEqual({ code: 0, signal: null });
    expect(command.stderr).toMatch(/Stopped\. .*\n$/);
    expect(command.stdout.match(/\n/g)).toHaveLength(1);
  });

  it("does what its flags say, and logs it without the key or a token", async () => {
    const log = join(folder, "requests.ndjson");
    const faults = join(folder, "faults.json");
    writeFileSync(faults, JSON.stringify({ "jane@example.com": ["500-after"] }));
    const { command, url } = await running(
      ..."--key first-key --key second-key --partner acme --user known@example.com".split(" "),
      ..."--base-url https://demo.example --fault unreadable=0".split(" "),
      ...["--faults", faults, "--log", log],
    );
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
    ["key-malformed", { key: ["good", "no good"] }],
    ["partner-malformed", { partner: ["a/b"] }],
    ["usage/link-base", { baseUrl: "here" }],
    ["usage/duration", { latency: "soon" }],
    ["usage/rate-limit", { rateLimit: "fast" }],
    ["sandbox-faults/flags", { fault: ["bad-day=0.5"] }],
    ["usage/count", { seed: "x", fault: ["429=0.5"] }],
    ["sandbox-faults/unreadable", { faults: "none.json" }],
    ["output-unusable", { log: folder }],
  ])("refuses with %s and exit code 2 before it listens: %j", async (finding, options) => {
    const start = async () => runSandboxCommand(readOptions(COMMAND_OPTIONS.sandbox, options));
    const run = start();
    await expect(run).rejects.toMatchObject({ name: "CliError", exitCode: 2, finding });
  });
});
