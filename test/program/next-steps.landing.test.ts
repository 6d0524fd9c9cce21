import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { stepsOf } from "./run-files.ts";
import { freshFolder, type RunningService, runProgram, startService } from "./run-program.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** Row 2 is created, row 3 failed, row 4 got no answer, row 5 is refused here. */
async function submit(cwd: string, service: RunningService, folder: string): Promise<string> {
  writeFileSync(join(cwd, "leads.csv"), csvOf([leadOf(2), leadOf(3), leadOf(4), brokenLead(5)]));
  const args = ["submit", "leads.csv", "--out", folder, "--attempts", "1"];
  return (await runProgram(args, { cwd, env: service.env })).stderr;
}

const FAULTS = {
  faults: {
    script: { "applicant-3@example.com": ["503-before"], "applicant-4@example.com": ["504-after"] },
  },
} as const;

interface Typed {
  exitCode: number;
  stderr: string;
}

/** Runs a line as a person pastes it, in a shell that finds the program as an installation does. */
function paste(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Typed> {
  const bin = join(cwd, "bin");
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, "leadctl"), { force: true });
  symlinkSync(join(REPOSITORY, "bin/leadctl.js"), join(bin, "leadctl"));
  return type(line, cwd, { PATH: `${bin}:${process.env.PATH}`, HOME: cwd, ...env });
}

function type(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Typed> {
  return new Promise((resolve) => {
    execFile("sh", ["-c", line], { cwd, env }, (error, _stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stderr });
    });
  });
}

describe("the next steps of a run", () => {
  it("are the same in the summary, in runs and in explain, and in the page and for a ticket by the run's name", async () => {
    const service = await startService(FAULTS);
    const cwd = freshFolder();
    const folder = "leadctl-runs/my run";
    const [first, ...others] = stepsOf(await submit(cwd, service, folder));
    expect([first, ...others]).toStrictEqual([
      "leadctl replay 'leadctl-runs/my run'",
      "leadctl replay 'leadctl-runs/my run' --status unknown",
      "leadctl replay 'leadctl-runs/my run' --with 'leadctl-runs/my run/fix.csv'",
    ]);
    const { stdout: list } = await runProgram(["runs", "--json"], { cwd });
    expect(JSON.parse(list).runs[0].next).toBe(first);
    const { stdout: row } = await runProgram(["explain", folder, "5", "--json"], { cwd });
    expect(JSON.parse(row).rows[0].next.command).toBe(others[1]);
    const shared = ["", " --status unknown", " --with fix.csv"].map(
      (rest) => `leadctl replay 'my run'${rest}`,
    );
    const page = readFileSync(join(cwd, folder, "report.html"), "utf8").replaceAll("&#39;", "'");
    expect([...page.matchAll(/data-copy="(leadctl [^"]*)"/g)].map(([, command]) => command)).toStrictEqual(
      shared,
    );
    const { stdout: ticket } = await runProgram(["report", folder, "--format", "markdown"], { cwd });
    for (const command of shared) expect(ticket).toContain(`<code>${command}</code>`);
    expect(`${page}${ticket}`).not.toContain("leadctl-runs");
  });

  it("run as they are pasted, until nothing is left but to ask", async () => {
    const service = await startService(FAULTS);
    const cwd = freshFolder();
    const text = await submit(cwd, service, "leadctl-runs/my run");
    const [failed = "", unknown = ""] = stepsOf(text);
    expect((await paste(failed, cwd, service.env)).exitCode).toBe(5);
    const { stderr } = await paste(unknown, cwd, service.env);
    const [fix = "", ask = ""] = stepsOf(stderr);
    expect(ask).toBe(
      "leadctl report 'leadctl-runs/my run' --format handover --output 'leadctl-runs/my run/handover.csv'",
    );
    // The page's own command, by the run's name.
    expect((await paste("leadctl replay 'my run' --with fix.csv", cwd, service.env)).exitCode).toBe(5);
    expect((await paste(fix, cwd, service.env)).exitCode).toBe(5);
    expect((await paste(ask, cwd, {})).exitCode).toBe(0);
  });

  it("are called through npx where the program was, and so run there too", async () => {
    const service = await startService(FAULTS);
    const cwd = freshFolder();
    mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
    symlinkSync(REPOSITORY, join(cwd, "node_modules/leadctl"));
    symlinkSync("../leadctl/bin/leadctl.js", join(cwd, "node_modules/.bin/leadctl"));
    writeFileSync(join(cwd, "package.json"), '{ "name": "leads", "private": true }\n');
    writeFileSync(join(cwd, "leads.csv"), csvOf([leadOf(2), leadOf(3), leadOf(4)]));
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: cwd,
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
      ...service.env,
    };
    const { stderr } = await type("npx leadctl submit leads.csv --attempts 1", cwd, env);
    const [failed = "", unknown = ""] = stepsOf(stderr);
    expect(failed).toMatch(/^npx leadctl replay leadctl-runs\/\S+$/);
    expect(unknown).toBe(`${failed} --status unknown`);
    expect((await type(failed, cwd, env)).exitCode).toBe(5);
  });
});
