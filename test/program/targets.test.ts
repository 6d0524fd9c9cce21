import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeLeaks } from "../security/key-search/watched-runs.ts";
import { listening } from "../send/raw-server.ts";
import { configFolder, configPlace, writeConfig } from "./config-folder.ts";
import { leads } from "./lead-sheet.ts";
import { KEY, PARTNER, runInOwnProcess, runProgram, startService } from "./run-program.ts";
import { sheetFolder, started } from "./started.ts";

const LOCAL = (url: string) => url.replace("127.0.0.1", "localhost");

describe("a protected environment", () => {
  it("is protected by every name of its host", async () => {
    const service = await startService();
    const cwd = configFolder(service, {
      environments: { production: { baseUrl: service.url, partner: PARTNER, confirm: true } },
    });
    const env = { ...service.env, LEADCTL_BASE_URL: `${LOCAL(service.url)}/api/${PARTNER}/lead/create` };
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env });
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(JSON.parse(end.stdout).error.code).toBe("not-confirmed");
  });

  it("is told from an address that the file does not know, before anything goes there", async () => {
    const { service, cwd } = await configPlace({
      environments: {
        production: { baseUrl: "https://leads.example.test", partner: PARTNER, confirm: true },
      },
    });
    const warning = "leadctl.config.json (production";
    for (const words of [["submit", "leads.csv"], ["smoke", "--no-create"], ["config"]]) {
      const { stdout, stderr } = await runProgram(words, { cwd, env: service.env });
      expect((stdout + stderr).replace(/\s+/g, " "), words[0]).toContain(warning);
    }
    const events = await runProgram(["submit", "leads.csv", "--progress", "json"], { cwd, env: service.env });
    expect(JSON.parse(events.stderr.split("\n")[0] ?? "")).toMatchObject({
      event: "note",
      findings: [{ finding: "address-of-no-environment", params: { names: ["production"] } }],
    });
  });
});

describe("a header for a gateway", () => {
  const gatewayKey = "gw-5Hn8sQ1zVx3b";

  it("goes with every request, and is shown and kept nowhere, even where it is echoed", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const gateway = createServer((request, response) => {
      seen.push(request.headers);
      const isOpen = request.headers["x-gateway-key"] === gatewayKey;
      response.writeHead(isOpen ? 400 : 403, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: `Not today, ${request.headers["x-gateway-key"]}` }));
    });
    const baseUrl = `http://127.0.0.1:${await listening(gateway)}`;
    const cwd = sheetFolder(leads(2));
    const headers = { "X-Gateway-Key": "GATEWAY_KEY" };
    writeConfig(cwd, {
      environments: { staging: { baseUrl, partner: PARTNER, headers } },
      default: "staging",
    });
    const env = { LEADCTL_API_KEY: KEY, GATEWAY_KEY: gatewayKey };
    const end = await runProgram(["submit", "leads.csv", "--out", "run"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(1);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    for (const { "x-gateway-key": value, authorization } of seen)
      expect([value, authorization]).toStrictEqual([gatewayKey, `Bearer ${KEY}`]);
    const files = readdirSync(join(cwd, "run")).map((name) => readFileSync(join(cwd, "run", name), "latin1"));
    expect(files.join("")).toContain("Not today, [key]");
    expect([end.stdout, end.stderr, ...files].join("")).not.toContain(gatewayKey);
    const shown = await runProgram(["config"], { cwd, env });
    expect(shown.stdout).toMatch(/^header X-Gateway-Key +set +GATEWAY_KEY$/m);
    const args = ["submit", "leads.csv", "--json"];
    const missing = await runProgram(args, { cwd, env: { LEADCTL_API_KEY: KEY } });
    expect([missing.exitCode, JSON.parse(missing.stdout).error.finding]).toStrictEqual([2, "header-missing"]);
  });
});

describe("a key that is a word", () => {
  it.each(["status", "unconfirmed", "monthlyRentalIncome"])(
    "%s changes no word of ours, and that it cannot be hidden is said",
    async (key) => {
      const { service, cwd } = await started(leads(3), { keys: [key] });
      const env = { ...service.env, LEADCTL_API_KEY: key };
      const smoke = await runProgram(["smoke", "--no-create", "--json"], { cwd, env });
      expect(smoke.stdout).not.toMatch(/\*\*\*"|\[key\]/);
      expect(JSON.parse(smoke.stdout).checks[0].status).toEqual(expect.any(String));
      const end = await runProgram(["submit", "leads.csv", "--json", "--out", "run"], { cwd, env });
      expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 3, unconfirmed: 0 });
      expect(end.stderr.replace(/\s+/g, " ")).toContain(
        "The key in LEADCTL_API_KEY is too short, or too much like a word, to be hidden",
      );
      expect(readFileSync(join(cwd, "run", "report.json"), "utf8")).not.toContain("[key]");
      // The word stands there, as any word of ours does.
      takeLeaks();
    },
  );
});

describe("a file of variables", () => {
  it("runs nothing, whatever it says to Node", async () => {
    const { service, cwd } = await started(leads(1));
    writeFileSync(join(cwd, "evil.cjs"), 'require("node:fs").writeFileSync("was-run", "");');
    const variables = { ...service.env, NODE_OPTIONS: "--require ./evil.cjs" };
    writeFileSync(
      join(cwd, "a.env"),
      Object.entries(variables)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
    const end = await runInOwnProcess(["submit", "leads.csv", "--vars", "a.env"], { cwd });
    expect([end.exitCode, readdirSync(cwd).includes("was-run")]).toStrictEqual([0, false]);
    expect(end.stderr).not.toContain("Warning");
  });

  it("is still taken by its first name, with a word on Node's flag of that name", async () => {
    const { service, cwd } = await started(leads(1));
    writeFileSync(join(cwd, "a.env"), `LEADCTL_API_KEY=${KEY}\n`);
    const env = { LEADCTL_BASE_URL: service.url, LEADCTL_PARTNER: PARTNER };
    const end = await runProgram(["submit", "leads.csv", "--env-file", "a.env"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toContain("Warning: --env-file is a flag of Node, too");
    const quiet = await runProgram(["submit", "leads.csv", "--env-file=a.env", "--quiet"], { cwd, env });
    expect(quiet.stderr).not.toContain("Warning");
  });
});
