import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configPlace, KEYS, writeConfig } from "./config-folder.ts";
import { leads } from "./lead-sheet.ts";
import { freshFolder, KEY, PARTNER, runProgram } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

describe("an environment of leadctl.config.json", () => {
  it("is the target, brings its key and its limits, and stands in the header", async () => {
    const { service, cwd } = await configPlace();
    const env = { STAGING_KEY: KEY, LEADCTL_API_KEY: "a-key-for-another-place", LANG: "C.UTF-8" };
    const end = await runProgram(["submit", "leads.csv", "--env", "staging"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toContain(`  Target   staging  ${service.url}  partner ${PARTNER}\n`);
    expect(end.stderr).toContain("3 at once · 500/s · 2 attempts");
    expect(service.quotes()).toHaveLength(3);
  });

  it("may stand in a file that begins with a byte order mark, as some editors write it", async () => {
    const { cwd } = await configPlace();
    const text = readFileSync(join(cwd, "leadctl.config.json"), "utf8");
    writeConfig(cwd, `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    const end = await runProgram(["config", "--env", "staging"], { cwd, env: KEYS });
    expect([end.exitCode, end.stderr]).toStrictEqual([0, ""]);
  });
});

it("what to do after a refused key names the environment's own variable, and the environment", async () => {
  const { cwd } = await configPlace();
  const env = { STAGING_KEY: "wrong", LEADCTL_API_KEY: KEY };
  const place = ["--env", "staging", "--config", "leadctl.config.json"];
  const end = await runProgram(["submit", "leads.csv", "--out", "run", ...place], { cwd, env });
  expect(end.exitCode, end.stderr).toBe(3);
  const words = end.stderr.replace(/\s+/g, " ");
  expect(words).toContain("leadctl resume run --env staging --config leadctl.config.json");
  const smoke = await runProgram(["smoke", "--no-create", "--json", ...place], { cwd, env });
  expect(smoke.exitCode, smoke.stderr).toBe(3);
  for (const told of [words, JSON.parse(smoke.stdout).error.hint]) {
    expect(told).toContain("STAGING_KEY");
    expect(told).not.toContain("LEADCTL_API_KEY");
  }
});

describe("a configuration that cannot be used", () => {
  const broken = { environments: { staging: { baseUrl: "http://example.com", rate: "fast", apiKey: KEY } } };

  it("stops whatever would send, with every fault and its line, and without what stands there", async () => {
    const { service, cwd } = await configPlace();
    writeConfig(cwd, broken);
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env: service.env });
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(findingIn(end.stdout)).toBe("config-invalid");
    for (const name of ["partner", "baseUrl", "rate", "apiKey"])
      expect(end.stderr).toContain(`environments.staging.${name}`);
    expect(end.stderr).not.toContain(KEY);
    expect(existsSync(join(cwd, "leadctl-runs"))).toBe(false);
  });

  it("is nothing to what sends nothing, nor to a sandbox that comes along", async () => {
    const cwd = sheetFolder(leads(3));
    writeConfig(cwd, "{");
    expect((await runProgram(["validate", "leads.csv"], { cwd })).exitCode).toBe(0);
    expect((await runProgram(["submit", "leads.csv", "--sandbox"], { cwd })).exitCode).toBe(0);
    const both = await runProgram(["submit", "leads.csv", "--json", "--sandbox", "--env", "staging"], {
      cwd,
    });
    expect([both.exitCode, findingIn(both.stdout)]).toStrictEqual([2, "usage/sandbox-place"]);
  });
});

function findingIn(stdout: string): string {
  return JSON.parse(stdout).error.finding;
}

describe("leadctl config", () => {
  it("shows each setting with where it came from, and of the key only that it is set", async () => {
    const { service, cwd } = await configPlace();
    writeFileSync(join(cwd, "a.env"), `STAGING_KEY=${KEY}\nLEADCTL_PARTNER=${PARTNER}\n`);
    const args = ["config", "--env", "staging", "--vars", "a.env"];
    const end = await runProgram(args, { cwd });
    expect([end.exitCode, end.stderr]).toStrictEqual([0, ""]);
    const lines = end.stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(lines).toStrictEqual([
      ["Setting", "Value", "From"],
      ["environment", "staging", "--env"],
      ["base URL", service.url, "leadctl.config.json, staging"],
      ["partner", PARTNER, "LEADCTL_PARTNER in a.env"],
      ["key", "set", "STAGING_KEY in a.env"],
      ["concurrency", "3", "leadctl.config.json, staging"],
      ["rate", "500", "leadctl.config.json, staging"],
      ["attempts", "2", "leadctl.config.json, staging"],
      ["retry base", "500ms", "default"],
      ["retry max", "20s", "default"],
      ["timeout", "90s", "default"],
      ["grace", "25s", "default"],
      ["request ids", "random", "default"],
      ["repeated ids", "false", "default"],
      [""],
      ["Environments in leadctl.config.json"],
      ["staging", service.url, `partner ${PARTNER}`],
      ["production", service.url, `partner ${PARTNER}, protected`],
      [""],
    ]);
    expect(service.requestCount()).toBe(0);
  });

  it("tells all that is wrong at once, with exit code 2", async () => {
    const env = { LEADCTL_BASE_URL: "https://user:pass-9Xq@example.com", NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const args = ["config", "--json"];
    const end = await runProgram(args, { cwd: freshFolder(), env });
    expect(end.exitCode).toBe(2);
    const { settings, problems, config } = JSON.parse(end.stdout);
    expect(problems.map(({ code }: { code: string }) => code)).toStrictEqual([
      "base-url-user",
      "partner-missing",
      "key-missing",
      "tls-unverified",
    ]);
    expect(config).toStrictEqual({ file: null, environments: [] });
    expect(settings.baseUrl).toStrictEqual({ value: null, source: "LEADCTL_BASE_URL" });
    expect(settings.key).toStrictEqual({ value: null, source: null });
    expect(end.stdout + end.stderr).not.toContain("pass-9Xq");
  });
});
