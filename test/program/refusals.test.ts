import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { onlyRun, readReport, statusCounts } from "./run-files.ts";
import { environmentFor, KEY, runProgram } from "./run-program.ts";
import { started } from "./started.ts";

const SHEET = csvOf(leads(20));

/** The only document on stdout of a command that failed under `--json`. */
function failureOf(stdout: string): { code: string; finding: string } {
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toStrictEqual(["schema", "version", "error"]);
  expect(Object.keys(document.error)).toStrictEqual(["code", "finding", "message", "hint"]);
  return document.error;
}

describe("a key or a target that is wrong", () => {
  it.each([
    ["a wrong key", { LEADCTL_API_KEY: "another-key" }, ""],
    ["a partner that does not exist", { LEADCTL_PARTNER: "nobody" }, ""],
    ["an address with a path that is not the service's", {}, "/elsewhere"],
  ])("costs one request for %s, and leaves every row pending", async (_what, change, path) => {
    const { service, cwd } = await started(SHEET);
    const env = { ...service.env, LEADCTL_BASE_URL: service.url + path, ...change };
    const end = await runProgram(["submit", "leads.csv"], { cwd, env });
    expect([end.exitCode, service.requestCount()], end.stderr).toStrictEqual([3, 1]);
    const report = readReport(onlyRun(cwd));
    expect(statusCounts(report)).toStrictEqual({ pending: 20 });
    expect(report.leads.every(({ maybeCreated }) => !maybeCreated)).toBe(true);
    expect(end.stderr + end.stdout).not.toContain("another-key");
  });

  it("ends a run whose host does not exist after its first lead, with exit code 3", async () => {
    const { cwd } = await started(SHEET);
    const env = environmentFor("https://leadctl.invalid");
    const args = ["submit", "leads.csv", "--attempts", "2", "--retry-base", "1ms"];
    const end = await runProgram(args, { cwd, env });
    expect(end.exitCode, end.stderr).toBe(3);
    const { leads: told } = readReport(onlyRun(cwd));
    expect(told.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2);
    expect(told.some(({ maybeCreated }) => maybeCreated)).toBe(false);
  });
});

const HEADER = "First Name,Email\n";

describe("before anything is sent or written, exit code 2 ends", () => {
  it.each<[what: string, change: Record<string, string>, finding: string]>([
    ["an empty key", { LEADCTL_API_KEY: "" }, "key-missing"],
    ["a key of two lines", { LEADCTL_API_KEY: `${KEY}\nsecond` }, "key-malformed"],
    ["certificates unchecked", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "tls-unverified"],
  ])("%s", async (_what, change, finding) => {
    const { service, cwd } = await started(SHEET);
    const env = { ...service.env, ...change };
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env });
    expect([end.exitCode, failureOf(end.stdout).finding]).toStrictEqual([2, finding]);
    expect(end.stderr + end.stdout).not.toContain(KEY);
    expect(service.requestCount()).toBe(0);
    expect(readdirSync(cwd)).toStrictEqual(["leads.csv"]);
  });

  it.each<[what: string, name: string, content: string, finding: string]>([
    ["a header and no row", "leads.csv", HEADER, "input-no-rows"],
    ["a quote that is never closed", "leads.csv", `${SHEET}"Bob,bob@example.com\n`, "csv-quote-not-closed"],
    ["a sheet without an e-mail column", "leads.csv", "First Name,City\nAnn,Boston\n", "no-email-column"],
    ["JSON that was cut off", "leads.json", '[{"email":"ann@example.com"},', "json-broken/cut-off"],
  ])("%s, which validate tells in the same words", async (_what, name, content, finding) => {
    const { service, cwd, call } = await started(content, {}, name);
    const end = await call("submit", name, "--json");
    const { hint: _hint, ...failure } = JSON.parse(end.stdout).error;
    expect([end.exitCode, failureOf(end.stdout).finding]).toStrictEqual([2, finding]);
    // Each message begins at the margin, and what belongs to it is indented.
    expect(end.stderr.match(/^\S/gm)).toHaveLength(1);
    expect(service.requestCount()).toBe(0);
    const remains = readdirSync(cwd, { recursive: true, encoding: "utf8" });
    expect(remains.filter((path) => path !== "leadctl-runs")).toStrictEqual([name]);
    const checked = await runProgram(["validate", name, "--json"], { cwd });
    expect(JSON.parse(checked.stdout).error).toMatchObject(failure);
  });
});
