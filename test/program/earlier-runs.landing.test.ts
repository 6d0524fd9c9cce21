import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { HAS_TERMINAL, runOnTerminal } from "./on-terminal.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));
const BEFORE = "The same rows went to the same target before";

function sheet(cwd: string, name: string, rows: readonly number[]): void {
  writeFileSync(join(cwd, name), csvOf(rows.map(leadOf)));
}

describe("submit of rows that went to the same target before", () => {
  it("says so before it sends, whatever the file is called, and goes on", async () => {
    const service = await startService({ faults: { script: { "applicant-3@example.com": ["500-before"] } } });
    const cwd = freshFolder();
    sheet(cwd, "leads.csv", [2, 3]);
    const first = ["submit", "leads.csv", "--out", "leadctl-runs/one", "--attempts", "1"];
    const before = await runProgram(first, { cwd, env: service.env });
    expect(before.stderr).not.toContain(BEFORE);

    sheet(cwd, "copy.csv", [2, 3]);
    const end = await runProgram(["submit", "copy.csv", "--json"], { cwd, env: service.env });

    const said = unwrapped(end.stderr);
    expect(said).toMatch(
      /before: leadctl-runs\/one \([\d: -]+ UTC, complete\): 1 created, 1 failed; 1 may exist\./,
    );
    expect(said).toContain("Its leads come back as duplicates");
    expect(end.stderr).toContain("leadctl replay leadctl-runs/one\n");
    expect(end.stderr.indexOf(BEFORE)).toBeLessThan(end.stderr.indexOf("Target"));
    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 1, duplicate: 1 });
  });

  it("warns of the risk while the earlier run is unfinished, and names resume", async () => {
    const service = await startService();
    const cwd = freshFolder();
    sheet(cwd, "leads.csv", [2, 3, 4]);
    const args = ["submit", "leads.csv", "--out", "leadctl-runs/one", "--concurrency", "1"];
    const env = { PATH: process.env.PATH, ...service.env };
    service.change({ latency: { meanMs: 300 } });
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env, stdio: "ignore" });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    while (service.requestCount() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGKILL");
    await once(child, "exit");
    service.change({ latency: null });

    const end = await runProgram(["submit", "leads.csv"], { cwd, env: service.env });

    expect(end.stderr).toContain("interrupted): 1 created, 1 unknown, 1 pending; 1 may exist.");
    expect(end.stderr).toContain("It is not finished.");
    expect(unwrapped(end.stderr)).toMatch(/Its leads come back as duplicates/);
    expect(end.stderr).toContain("continue that one:\n  leadctl resume leadctl-runs/one\n");
  });

  it.runIf(HAS_TERMINAL)("fits on the terminal, but for the command, which stays whole", async () => {
    const service = await startService({ faults: { script: { "applicant-3@example.com": ["500-before"] } } });
    const cwd = freshFolder();
    sheet(cwd, "leads.csv", [2, 3]);
    const out =
      "leadctl-runs/the-upload-of-monday-morning-before-the-sheet-of-tuesday-that-nobody-had-looked-at";
    const first = ["submit", "leads.csv", "--out", out, "--attempts", "1"];
    await runProgram(first, { cwd, env: service.env });

    const end = await runOnTerminal(["submit", "leads.csv"], { cwd, env: service.env }, { to: "", with: "" });

    const said = end.text.slice(end.text.indexOf(BEFORE), end.text.indexOf("Target")).split("\r\n");
    expect(said.length).toBeGreaterThan(4);
    expect(said.filter((line) => line.length > 100)).toStrictEqual([`  leadctl replay ${out}`]);
  });

  it("says nothing of other rows, nor of another target", async () => {
    const service = await startService();
    const other = await startService();
    const cwd = freshFolder();
    sheet(cwd, "leads.csv", [2, 3]);
    sheet(cwd, "others.csv", [2, 4]);
    await runProgram(["submit", "leads.csv"], { cwd, env: service.env });
    for (const [input, env] of [
      ["others.csv", service.env],
      ["leads.csv", other.env],
      ["leads.csv", { ...service.env, LEADCTL_PARTNER: "another" }],
    ] as const) {
      const end = await runProgram(["submit", input], { cwd, env });
      expect(end.stderr).not.toContain(BEFORE);
    }
    const same = await runProgram(["submit", "leads.csv"], { cwd, env: service.env });
    expect(same.stderr).toContain(BEFORE);
  });
});

/** Long sentences go on in the next line, indented. */
function unwrapped(text: string): string {
  return text.replace(/\n {2}/g, " ");
}
