import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startMutant } from "../smoke/mutant-service.ts";
import { json, onStatus } from "../smoke/mutation-parts.ts";
import { environmentFor, freshFolder, KEY, runProgram, startService } from "./run-program.ts";
import { started } from "./started.ts";

const LANG = { LANG: "C.UTF-8" };

describe("leadctl smoke", () => {
  it("finds that the sandbox passes everything, and lists what it created", async () => {
    const end = await runProgram(["smoke", "--sandbox"], { cwd: freshFolder(), env: LANG });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stdout).toContain("✔ 49 passed\n");
    expect(end.stdout).toContain("6 quotes created");
    expect(end.stdout.match(/^ {2}[0-9a-f-]{36} {2}leadctl\+[\w-]+@example\.com$/gm)).toHaveLength(6);
    expect(end.stderr).toBe("");
  });

  it("says before the first request how many quotes it will create, and creates no more", async () => {
    const service = await startService();
    const args = ["smoke", "--repeat", "3", "--discover"];
    const end = await runProgram(args, { cwd: freshFolder(), env: service.env });
    expect(end.exitCode, end.stderr).toBe(0);
    const announced = end.stdout.indexOf("19 quotes, perhaps 2 more, for good");
    expect(announced).toBeGreaterThan(0);
    expect(announced).toBeLessThan(end.stdout.indexOf("Reached"));
    expect(service.quotes()).toHaveLength(19);
    expect(end.stdout).toContain("19 quotes created");
    expect(end.stdout).toMatch(/rules\.v1 +\d+ ms +\d+ ms +\d+ ms +\d+ ms/);
  });

  it("creates nothing with --no-create, whatever else is asked of it", async () => {
    const service = await startService();
    const args = ["smoke", "--no-create", "--discover", "--existing-user", "new@example.com"];
    const end = await runProgram(args, { cwd: freshFolder(), env: service.env });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(service.quotes()).toStrictEqual([]);
    expect(end.stdout).toContain("Creates  nothing");
    expect(service.requestCount()).toBeGreaterThan(80);
  });
});

describe("leadctl smoke against a service that differs", () => {
  const mutation = onStatus(400, (answer, { headers }) =>
    answer.body.includes("condo properties") ? json(422, { heard: headers.authorization }) : answer,
  );

  it("says where it differs, in which section, with request and answer, and ends with exit code 1", async () => {
    const { url } = await startMutant(mutation);
    const env = { ...LANG, ...environmentFor(url) };
    const end = await runProgram(["smoke", "--no-create"], { cwd: freshFolder(), env });
    expect(end.exitCode, end.stderr).toBe(1);
    expect(end.stdout).toMatch(/✖ v1 {14}A condo needs its unit number/);
    expect(end.stdout).toContain("Interface, section 4.2 V1, 7");
    expect(end.stdout).toContain("Status: expected 400, came 422.");
    expect(end.stdout).toContain("> POST /api/acme/lead/create");
    expect(end.stdout).toContain("> authorization: Bearer ***\n");
    expect(end.stdout).toContain("< 422\n");
  });
});

describe("leadctl smoke --discover", () => {
  it("keeps what it found, finds the same again, and fails when something has changed", async () => {
    const { cwd, call } = await started("");
    const first = await call("smoke", "--output", "facts.json");
    expect(first.exitCode, first.stderr).toBe(0);
    expect(first.stdout).toMatch(/Status of a success +200\n/);
    const again = ["smoke", "--baseline", "facts.json"];
    const same = await call(...again);
    expect(same.exitCode, same.stderr).toBe(0);
    expect(same.stdout).toContain("0 changed");
    const path = join(cwd, "facts.json");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('"415, \\"Content-Type must', '"416, \\"Content-Type must'));
    const changed = await call(...again, "--json");
    expect(changed.exitCode, changed.stderr).toBe(1);
    const { discovery, summary } = JSON.parse(changed.stdout);
    expect(summary.differs).toBe(0);
    expect(discovery.changes).toStrictEqual([
      expect.objectContaining({
        id: "type.absent",
        before: expect.stringMatching(/^416/),
        now: expect.stringMatching(/^415/),
      }),
    ]);
  });
});

describe("a baseline of leadctl smoke", () => {
  it("is not written where a question got no answer, and the older one stays", async () => {
    const { url } = await startMutant({
      before: (request) => {
        if (request.body === "hello") throw new Error("hangs up");
        return request;
      },
    });
    const cwd = freshFolder();
    const older = '{"leadctlDiscovery":1}';
    writeFileSync(join(cwd, "facts.json"), older);
    const env = { ...LANG, ...environmentFor(url) };
    const end = await runProgram(["smoke", "--no-create", "--output", "facts.json"], { cwd, env });
    expect(end.exitCode, end.stderr).toBe(4);
    expect(end.stdout).toContain("cannot be kept as a baseline");
    expect(readFileSync(join(cwd, "facts.json"), "utf8")).toBe(older);
  });
});

describe("leadctl smoke with flags that cannot be", () => {
  it.each<[string, string[], number?]>([
    ["email-template/tag", ["--email", "me@example.com"]],
    ["email-template", ["--email", "a b{tag}@example.com"]],
    ["usage/count", ["--repeat", "0"]],
    ["usage/no-duration", ["--timeout", "0s"]],
    ["usage/existing-user", ["--existing-user", "jane"]],
    ["baseline-missing", ["--baseline", "none.json"]],
    ["baseline-malformed", ["--baseline", "leads.csv"]],
    ["output-unusable", ["--junit", "leads.csv"]],
    ["output-unusable", ["--junit", "none/smoke.xml"], 6],
    ["check-unknown", ["--only", "rules.v9"]],
    ["nothing-to-check", ["--no-create", "--only", "accepted"]],
  ])("(%s: %j) ends before anything is sent", async (finding, flags, exitCode = 2) => {
    const sheet = "Email\njane@example.com\n";
    const { service, cwd, call } = await started(sheet);
    const end = await call("smoke", "--json", ...flags);
    expect(end.exitCode, end.stderr).toBe(exitCode);
    expect(JSON.parse(end.stdout).error.finding).toBe(finding);
    expect(end.stderr + end.stdout).not.toContain(KEY);
    expect(service.requestCount()).toBe(0);
    expect(readFileSync(join(cwd, "leads.csv"), "utf8")).toBe(sheet);
  });
});
