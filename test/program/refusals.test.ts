import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { countedStatuses, onlyRun, readReport, statusCounts } from "./run-files.ts";
import { environmentFor, freshFolder, KEY, runProgram, startService } from "./run-program.ts";

const SHEET = csvOf(leads(20));
const QUICK = ["--attempts", "2", "--retry-base", "1ms"];

describe("a key or a target that is wrong", () => {
  it("costs one request for a wrong key, and leaves every row pending", async () => {
    const service = await startService();
    const cwd = folderWith("leads.csv", SHEET);
    const env = { ...service.env, LEADCTL_API_KEY: "another-key" };
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env });
    expect(end.exitCode).toBe(3);
    expect(service.requestCount()).toBe(1);
    expect(JSON.parse(end.stdout)).toMatchObject({
      run: { complete: false },
      summary: { total: 20, pending: 20 },
    });
    const report = readReport(onlyRun(cwd));
    expect(statusCounts(report)).toStrictEqual({ pending: 20 });
    expect(report.leads.every(({ maybeCreated }) => !maybeCreated)).toBe(true);
    expect(end.stderr).toContain("leadctl resume ");
    expect(end.stderr + end.stdout).not.toContain("another-key");
  });

  it.each([
    ["a partner that does not exist", { LEADCTL_PARTNER: "nobody" }],
    ["an address with a path that is not the service's", { path: "/elsewhere" }],
  ])("costs one request for %s", async (_what, change) => {
    const service = await startService();
    const cwd = folderWith("leads.csv", SHEET);
    const { path = "", ...variables } = change as { path?: string };
    const env = { ...service.env, ...variables, LEADCTL_BASE_URL: service.url + path };
    const end = await runProgram(["submit", "leads.csv"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(3);
    expect(service.requestCount()).toBe(1);
    expect(statusCounts(readReport(onlyRun(cwd)))).toStrictEqual({ pending: 20 });
    expect(end.stderr).toContain("--base-url");
  });

  it("never follows a redirect", async () => {
    const elsewhere = await startService();
    const location = `${elsewhere.url}/api/acme/lead/create`;
    const service = await startService({ faults: { script: { "*": [{ kind: "redirect", location }] } } });
    const cwd = folderWith("leads.csv", SHEET);
    const end = await runProgram(["submit", "leads.csv"], { cwd, env: service.env });
    expect(end.exitCode, end.stderr).toBe(3);
    expect([service.requestCount(), elsewhere.requestCount()]).toStrictEqual([1, 0]);
  });

  it("ends a run whose host does not exist after its first lead, with exit code 3", async () => {
    const cwd = folderWith("leads.csv", SHEET);
    const env = environmentFor("https://leadctl.invalid");
    const end = await runProgram(["submit", "leads.csv", ...QUICK], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(3);
    const report = readReport(onlyRun(cwd));
    expect(report.leads.map(({ attempts }) => attempts).reduce((sum, count) => sum + count)).toBe(2);
    expect(report.leads.some(({ maybeCreated }) => maybeCreated)).toBe(false);
  });

  it("ends a run whose host refuses connections after its first lead, with exit code 4", async () => {
    const cwd = folderWith("leads.csv", SHEET);
    const env = environmentFor(`http://127.0.0.1:${await closedPort()}`);
    const end = await runProgram(["submit", "leads.csv", ...QUICK], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(4);
    expect(countedStatuses(readReport(onlyRun(cwd)).summary)).toStrictEqual({ failed: 1, pending: 19 });
    expect(end.stderr).toContain("leadctl resume ");
  });
});

describe("a setting that is missing or unusable", () => {
  it.each([
    ["no key", { LEADCTL_API_KEY: undefined }, "key-missing"],
    ["an empty key", { LEADCTL_API_KEY: "" }, "key-missing"],
    ["a key of two lines", { LEADCTL_API_KEY: `${KEY}\nsecond` }, "key-malformed"],
    ["no address", { LEADCTL_BASE_URL: undefined }, "target-missing"],
    ["no partner", { LEADCTL_PARTNER: undefined }, "partner-missing"],
    ["a partner of dots", { LEADCTL_PARTNER: ".." }, "partner-malformed"],
    ["a partner with a slash", { LEADCTL_PARTNER: "acme/x" }, "partner-malformed"],
    ["plain http to another machine", { LEADCTL_BASE_URL: "http://example.com" }, "base-url-plain"],
    ["an address that is none", { LEADCTL_BASE_URL: "example.com" }, "base-url-malformed"],
    ["a password in the address", { LEADCTL_BASE_URL: "https://a:b@example.com" }, "base-url-user"],
    ["certificates unchecked", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "tls-unverified"],
  ])("(%s) ends with exit code 2 before anything is sent or written", async (_what, change, finding) => {
    const service = await startService();
    const cwd = folderWith("leads.csv", SHEET);
    const env = Object.fromEntries(
      Object.entries({ ...service.env, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(2);
    expect(failureOf(end.stdout).finding).toBe(finding);
    expect(end.stderr + end.stdout).not.toContain(KEY);
    expect(service.requestCount()).toBe(0);
    expect(readdirSync(cwd)).toStrictEqual(["leads.csv"]);
  });
});

const HEADER = "First Name,Email\n";

describe("an input that cannot be read as leads", () => {
  it.each<[string, string, string | Uint8Array | undefined, string]>([
    ["a missing file", "leads.csv", undefined, "input-missing"],
    ["an empty file", "leads.csv", "", "input-empty"],
    ["a file of blank lines", "leads.csv", "\n\n  \n", "input-empty"],
    ["a header and no row", "leads.csv", HEADER, "input-no-rows"],
    [
      "a program",
      "leads.csv",
      Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0", "latin1"),
      "input-binary",
    ],
    ["a PDF", "leads.csv", "%PDF-1.7\n1 0 obj\n", "input-wrong-kind"],
    [
      "a quote that is never closed",
      "leads.csv",
      `${HEADER}Ann,ann@example.com\n"Bob,bob@example.com\n`,
      "csv-quote-not-closed",
    ],
    [
      "a quote that is never closed far down",
      "leads.csv",
      `${SHEET.repeat(1)}"Bob,bob@example.com\n`,
      "csv-quote-not-closed",
    ],
    ["a sheet without a known column", "leads.csv", "Colour,Size\nred,4\n", "no-known-column"],
    ["a sheet without an e-mail column", "leads.csv", "First Name,City\nAnn,Boston\n", "no-email-column"],
    ["an empty JSON file", "leads.json", "", "input-empty"],
    ["an empty list", "leads.json", "[]", "input-no-rows/json"],
    ["JSON that was cut off", "leads.json", '[{"email":"ann@example.com"},', "json-broken/cut-off"],
    [
      "JSON with a fault in the middle",
      "leads.json",
      '[{"email":"a@example.com"},\n{"email" "b"}]',
      "json-broken/item",
    ],
    ["a number for JSON", "leads.json", "42", "json-broken/beginning"],
    [
      "a broken line of JSON Lines",
      "leads.jsonl",
      '{"email":"a@example.com"}\n{"email":\n',
      "json-broken/item",
    ],
  ])(
    "(%s) ends with exit code 2 and one sentence, with nothing sent or left behind",
    async (_what, name, content, finding) => {
      const service = await startService();
      const cwd = content === undefined ? freshFolder() : folderWith(name, content);
      const end = await runProgram(["submit", name, "--json"], { cwd, env: service.env });
      expect(end.exitCode, end.stderr).toBe(2);
      expect(sentencesIn(end.stderr)).toBe(1);
      expect(failureOf(end.stdout).finding).toBe(finding);
      expect(service.requestCount()).toBe(0);
      expect(remainsIn(cwd)).toStrictEqual(content === undefined ? [] : [name]);
    },
  );

  it("is refused by validate in the same words", async () => {
    const cwd = folderWith("leads.csv", `${HEADER}Ann,ann@example.com\n"Bob,bob@example.com\n`);
    const [sent, checked] = await Promise.all(
      ["submit", "validate"].map((command) => {
        const target = command === "submit" ? ["--sandbox"] : [];
        return runProgram([command, "leads.csv", "--json", ...target], { cwd });
      }),
    );
    expect(failureOf(checked?.stdout ?? "")).toStrictEqual(failureOf(sent?.stdout ?? ""));
    expect([checked?.exitCode, checked?.stderr]).toStrictEqual([2, sent?.stderr]);
  });

  it("is stdin without a format", async () => {
    const cwd = freshFolder();
    const end = await runProgram(["submit", "-", "--sandbox", "--json"], { cwd, stdin: SHEET });
    expect([end.exitCode, failureOf(end.stdout).finding]).toStrictEqual([2, "format-missing"]);
    expect(readdirSync(cwd)).toStrictEqual([]);
  });
});

function folderWith(name: string, content: string | Uint8Array): string {
  const cwd = freshFolder();
  writeFileSync(join(cwd, name), content);
  return cwd;
}

interface Failure {
  code: string;
  finding: string;
  message: string;
  hint: string;
}

/** The only document on stdout of a command that failed under `--json`. */
function failureOf(stdout: string): Failure {
  const document: { error: Failure } = JSON.parse(stdout);
  expect(Object.keys(document)).toStrictEqual(["schema", "version", "error"]);
  expect(Object.keys(document.error)).toStrictEqual(["code", "finding", "message", "hint"]);
  return document.error;
}

/** How many messages there are on stderr: each begins at the margin, and what belongs to it is indented. */
function sentencesIn(stderr: string): number {
  return stderr.split("\n").filter((line) => /^\S/.test(line)).length;
}

/** What a command left in its folder. An empty `leadctl-runs` holds nothing that anybody could miss. */
function remainsIn(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, encoding: "utf8" }).filter((path) => path !== "leadctl-runs");
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
