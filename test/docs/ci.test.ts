import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readSources } from "../import-graph.ts";
import { endOf, freshFolder } from "../program/run-program.ts";
import { listening } from "../send/raw-server.ts";
import { TEST_KEY } from "../test-key.ts";
import { blocksOf, ROOT, readManual } from "./manual.ts";

const STEP = fileURLToPath(new URL("../../.github/actions/smoke/check.mjs", import.meta.url));
const ACTION = readFileSync(join(ROOT, ".github/actions/smoke/action.yml"), "utf8");
/** Its inputs, by name. */
const INPUTS = [...(ACTION.split("outputs:")[0] ?? "").matchAll(/^ {2}([\w-]+):$/gm)].map(
  ([, name = ""]) => name,
);

interface StepEnd {
  exitCode: number | null;
  log: string;
  /** As people see it. */
  summary: string;
  rawSummary: string;
  outputs: Record<string, string>;
}

/** The step of the action as a runner of GitHub runs it, in a workspace of its own. */
async function runStep(
  inputs: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): Promise<StepEnd> {
  const cwd = freshFolder();
  for (const [name, text] of Object.entries({ ...files, summary: "", outputs: "" }))
    writeFileSync(join(cwd, name), text);
  const variables = Object.entries({ SMOKE: "true", CREATE: "false", JUNIT: "smoke.xml", ...inputs });
  const env = {
    PATH: process.env.PATH ?? "",
    GITHUB_WORKSPACE: cwd,
    GITHUB_STEP_SUMMARY: join(cwd, "summary"),
    GITHUB_OUTPUT: join(cwd, "outputs"),
    ...Object.fromEntries(variables.map(([name, value]) => [`INPUT_${name}`, value])),
  };
  const child = spawn(process.execPath, [STEP], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const { exitCode, stdout, stderr } = await endOf(child, "the step");
  const outputs = readFileSync(join(cwd, "outputs"), "utf8").matchAll(/^([\w-]+)<<(\S+)\n(.*)\n\2$/gm);
  return {
    exitCode,
    log: stdout + stderr,
    summary: readFileSync(join(cwd, "summary"), "utf8").replace(/&#(\d+);/g, (_, code) =>
      String.fromCodePoint(code),
    ),
    rawSummary: readFileSync(join(cwd, "summary"), "utf8"),
    outputs: Object.fromEntries([...outputs].map(([, name = "", , value = ""]) => [name, value])),
  };
}

const annotationsOf = ({ log }: StepEnd): string[] =>
  log.split("\n").filter((line) => line.startsWith("::error"));

async function mock(): Promise<Readonly<Record<string, string>>> {
  const sandbox = await startSandbox({ keys: [TEST_KEY] });
  onTestFinished(() => sandbox.stop());
  return { BASE_URL: sandbox.url, PARTNER: "acme", API_KEY: TEST_KEY };
}

describe("the action for GitHub", () => {
  it("passes where an environment keeps the interface", async () => {
    const end = await runStep({ ...(await mock()), ONLY: "auth,methods" });
    expect(end.exitCode, end.log).toBe(0);
    expect(end.outputs).toStrictEqual({ verdict: "pass", "exit-code": "0", junit: "smoke.xml" });
    expect(end.summary).toMatch(
      /^### ✅ leadctl smoke: pass\n\n127\.0\.0\.1:\d+, partner acme: \d+ passed, 0 not, \d+ left out/,
    );
    expect(annotationsOf(end)).toStrictEqual([]);
    expect(end.log + end.summary).not.toContain(TEST_KEY);
  });

  it("fails with an annotation a cause and a line in the summary, in which nothing of a service can act", async () => {
    const evil = "::set-output name=x::y\n::error::<img src=x>|` www.evil.example";
    const server = createServer((request, response) => {
      request.resume();
      const isOpen = request.headers.authorization === `Bearer ${TEST_KEY}`;
      const body = isOpen ? { error: { issues: [{ message: evil, path: ["x"] }] } } : { message: evil };
      response
        .writeHead(isOpen ? 400 : 401, { "content-type": "application/json" })
        .end(JSON.stringify(body));
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const end = await runStep({ BASE_URL: baseUrl, PARTNER: "acme", API_KEY: TEST_KEY, ONLY: "auth" });
    expect([end.exitCode, end.outputs.verdict], end.log).toStrictEqual([1, "fail"]);
    expect(annotationsOf(end)[0]).toMatch(/^::error title=leadctl smoke%3A auth\.\S+(%2C auth\.\S+)*::/);
    expect(end.summary).toMatch(/\| auth\.missing \| \S.* \| differs \| /);
    expect(end.log).not.toMatch(/^::set-output/m);
    expect(end.rawSummary).not.toMatch(/<img|`|\n::|www\./);
  });

  it("is incomplete where there is no answer, and says why", async () => {
    const end = await runStep({ BASE_URL: "http://127.0.0.1:9", PARTNER: "acme", API_KEY: TEST_KEY });
    expect([end.exitCode, end.outputs.verdict], end.log).toStrictEqual([4, "incomplete"]);
    expect(annotationsOf(end)).toHaveLength(1);
    expect(end.summary).toContain("⚠️ leadctl smoke: incomplete");
  });

  it("shows each row of a sheet that cannot go at its line, without addresses, and needs no key", async () => {
    const sheet = 'First Name,Email\nJane,jane@example.com\n"Jo\nhn",no-address@\nAnn,also no@address\n';
    const end = await runStep({ SMOKE: "false", SHEET: "leads.csv" }, { "leads.csv": sheet });
    expect([end.exitCode, end.outputs], end.log).toStrictEqual([1, { "exit-code": "1" }]);
    expect(annotationsOf(end)).toStrictEqual([
      expect.stringMatching(/^::error file=leads\.csv,line=3,title=Row 3::Email \(B3\): /),
      expect.stringMatching(/^::error file=leads\.csv,line=5,title=Row 4::Email \(B4\): /),
    ]);
    expect(end.summary).toMatch(/^### ❌ leads\.csv: 1 of 3 rows ready/);
    expect(end.summary + annotationsOf(end).join("")).not.toContain("@");
  });

  it("refuses a switch that is neither on nor off, instead of creating quotes", async () => {
    const end = await runStep({ ...(await mock()), CREATE: "yes" });
    expect([end.exitCode, annotationsOf(end)]).toStrictEqual([
      2,
      ["::error::The input create takes true or false"],
    ]);
  });

  it("puts nothing from outside into a script, and gives every input to the step", () => {
    const scripts = [...ACTION.matchAll(/^ {6}run: (.*)$/gm)].map(([, script]) => script);
    expect(scripts).toHaveLength(2);
    expect(scripts.join()).not.toContain("${{");
    const given = [...ACTION.matchAll(/^ {8}INPUT_(\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)];
    expect(given.map(([, , name]) => name).sort()).toStrictEqual(
      INPUTS.filter((name) => name !== "working-directory").sort(),
    );
    for (const [, variable, name = ""] of given)
      expect(variable).toBe(name.toUpperCase().replaceAll("-", "_"));
    const step = readFileSync(STEP, "utf8");
    for (const [, variable] of given) expect(step).toMatch(new RegExp(`"${variable}"|INPUT_${variable}`));
  });
});

describe("docs/ci.md", () => {
  const page = readManual("docs/ci.md");

  it("shows the pipeline that the package is tried with", () => {
    const script = readFileSync(join(ROOT, "test/packaging/project/pipeline.sh"), "utf8");
    expect(blocksOf(page).map(({ text }) => text.trim())).toContain(script.trim());
  });

  it.each([
    ["missing", null, 127],
    ["broken", "exit 70", 70],
    ["killed", "kill -KILL $$", 137],
  ])(
    "stops its pipeline where leadctl is %s, and leaves nothing of yesterday",
    async (_how, script, exitCode) => {
      const cwd = freshFolder();
      mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
      if (script !== null)
        writeFileSync(join(cwd, "node_modules/.bin/leadctl"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      writeFileSync(join(cwd, "smoke.xml"), '<testsuites failures="0"/>');
      const pipeline = join(ROOT, "test/packaging/project/pipeline.sh");
      const end = spawnSync(pipeline, [], { cwd, encoding: "utf8", env: { PATH: "/usr/bin:/bin" } });
      expect([end.status, end.stdout]).toStrictEqual([exitCode, ""]);
      expect(end.stderr).toContain(`No verdict (exit code ${exitCode})`);
      expect(existsSync(join(cwd, "smoke.xml"))).toBe(false);
    },
  );

  it("gives every job few rights, an end, and actions by their commits", () => {
    const workflows = blocksOf(page)
      .map(({ text }) => text)
      .filter((text) => text.includes("runs-on:"));
    expect(workflows).toHaveLength(2);
    for (const text of workflows) {
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
      expect(text.match(/runs-on:/g)).toHaveLength(text.match(/timeout-minutes:/g)?.length ?? 0);
      for (const [, ref] of text.matchAll(/uses: \S+@(\S+)/g))
        expect(ref).toMatch(/^[0-9a-f]{40}$|^THE-FULL-SHA/);
    }
  });

  it("names the inputs of the action as they are", () => {
    const used = blocksOf(page)
      .map(({ text }) => text)
      .flatMap((text) => [
        ...text.matchAll(/actions\/smoke@\S+\n(?: +id: \w+\n)? {8}with:\n((?: {10}.*\n?)+)/g),
      ])
      .flatMap(([, block = ""]) => [...block.matchAll(/^ {10}([\w-]+):/gm)].map(([, name]) => name));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name = "") => !INPUTS.includes(name))).toStrictEqual([]);
  });
});

const ALL = readFileSync(join(ROOT, ".ci/all"), "utf8");

describe(".ci/all", () => {
  it("runs every long test file, in one of its parts", () => {
    const filters = [...ALL.matchAll(/^\w+\(\) \{.*\blong ([^;&]*);/gm)].flatMap(([, paths = ""]) =>
      paths.split(" "),
    );
    // What `npm run test:windows` runs, by Wine.
    filters.push("test/windows");
    const files = [...readSources("test").keys()].filter((path) => path.endsWith(".long.test.ts"));
    expect(files.filter((path) => !filters.some((filter) => path.startsWith(filter)))).toStrictEqual([]);
  });

  it("has the parts that CONTRIBUTING.md tells of", () => {
    const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
    const told = [...contributing.matchAll(/^\| `\.ci\/all ([a-z]+)` \|/gm)].map(([, part]) => part);
    expect(told).toStrictEqual(/^parts=\((.*)\)$/m.exec(ALL)?.[1]?.split(" "));
  });
});
