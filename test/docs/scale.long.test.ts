import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KEY, type RunningService, startService } from "../program/run-program.ts";
import { blocksOf, readManual } from "./manual.ts";
import { type ReaderDesk, readerDesk } from "./reader-desk.ts";

const SHARD_COUNT = 3;
/** Of the 60 rows of the demo sheet, as many become quotes. */
const READY_COUNT = 48;
const POLL_MS = 10;

describe("the shards of docs/scale.md in Kubernetes", () => {
  const script = literalAfter(yamlWith("kind: Job"), "            - |");

  it("send every lead once, also when one is killed and another is told to stop, and both are started again", async () => {
    const { desk, emails } = await startSlowly();
    const shard = (index: number): ChildProcess => startShard(script, index, desk);

    const killed = shard(0);
    await resultCount(desk, 0, 1);
    process.kill(-(killed.pid ?? 0), "SIGKILL");
    expect(await endOf(killed)).toBe("SIGKILL");
    await groupIsGone(killed);

    const stopped = shard(1);
    await resultCount(desk, 1, 1);
    stopped.kill("SIGTERM");
    expect(await endOf(stopped)).toBe(4);

    expect(await Promise.all([0, 1, 2].map((index) => endOf(shard(index))))).toStrictEqual([0, 0, 0]);
    const { output } = await desk.type("leadctl report runs/shard-* --format json");
    const whole = JSON.parse(output.slice(output.indexOf("\n{") + 1));
    const { created, invalid, unknown, total } = whole.summary;
    expect({ invalid, total }).toStrictEqual({ invalid: 12, total: 60 });
    // What was under way at the kill is said to be unknown, and is not sent again.
    expect(created + unknown).toBe(READY_COUNT);
    expect(unknown).toBeLessThanOrEqual(8);
    expect(new Set(emails).size).toBe(emails.length);
  });

  it("are done when they are started once more after their end", async () => {
    const { desk, emails } = await startSlowly();
    expect(await endOf(startShard(script, 2, desk))).toBe(0);
    const sentCount = emails.length;
    expect(await endOf(startShard(script, 2, desk))).toBe(0);
    expect(emails).toHaveLength(sentCount);
  });

  it("end with 3 at a key that is refused, by which the Job stops them all", async () => {
    const { desk } = await startSlowly();
    expect(await endOf(startShard(script, 0, desk, { LEADCTL_API_KEY: "another" }))).toBe(3);
    expect(yamlWith("kind: Job")).toMatch(
      /action: FailJob\n\s+onExitCodes:\n\s+operator: In\n\s+values: \[2, 3\]/,
    );
  });

  it("are as many as the Job completes", () => {
    const job = yamlWith("kind: Job");
    const [, completions] = /completions: (\d+)/.exec(job) ?? [];
    expect(job).toContain(`- name: SHARDS\n              value: "${completions}"`);
  });
});

describe("the shards of docs/scale.md in GitHub Actions", () => {
  const workflow = yamlWith("on: workflow_dispatch");
  const [, command = ""] = /- name: Submit\n(?:\s+#.*\n)*\s+run: (.*)/.exec(workflow) ?? [];

  it("record what is under way when the job is cancelled, and can be resumed elsewhere", async () => {
    const { desk, emails } = await startSlowly();
    const cancelled = startShard(command, 1, desk, { SHARD: "1" });
    await resultCount(desk, 1, 1);
    cancelled.kill("SIGINT");
    expect(await endOf(cancelled)).toBe(4);
    expect((await desk.type("leadctl resume runs/shard-1")).exitCode).toBe(1);
    const report = JSON.parse(readFileSync(join(desk.folder, "runs", "shard-1", "report.json"), "utf8"));
    expect(report.summary).toMatchObject({ unknown: 0, pending: 0, created: emails.length });
    expect(new Set(emails).size).toBe(emails.length);
  });

  it("are as many as the matrix has", () => {
    const [, shards = ""] = /shard: \[(.*)\]/.exec(workflow) ?? [];
    expect(workflow).toContain(`SHARDS: ${shards.split(",").length}\n`);
  });

  it("refuse a second attempt", async () => {
    const [, guard = ""] = /run: (test .*)/.exec(workflow) ?? [];
    const { desk } = await startSlowly();
    expect((await desk.type(`GITHUB_RUN_ATTEMPT=1; ${guard}`)).exitCode).toBe(0);
    expect((await desk.type(`GITHUB_RUN_ATTEMPT=2; ${guard}`)).exitCode).toBe(1);
  });
});

/** A service that takes its time, a desk before it, and the addresses of all creates that it has seen. */
async function startSlowly(): Promise<{ desk: ReaderDesk; emails: string[]; service: RunningService }> {
  const emails: string[] = [];
  const service = await startService({
    latency: { meanMs: 150 },
    log: ({ email, method }) => {
      if (method === "POST" && email) emails.push(email);
    },
  });
  return { service, emails, desk: readerDesk(service.env) };
}

/** Starts a shard's script as a container or a runner does: in a shell that is the one to get the signals. */
function startShard(
  script: string,
  index: number,
  { folder, env }: ReaderDesk,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const ofJob = {
    JOB_COMPLETION_INDEX: String(index),
    SHARDS: String(SHARD_COUNT),
    SHEET: "leads.csv",
    RUNS: "runs",
  };
  return spawn("sh", ["-c", script], {
    cwd: folder,
    env: { LEADCTL_API_KEY: KEY, ...env, ...ofJob, ...more },
    stdio: "ignore",
    detached: true,
  });
}

/** A container starts again only when all its processes have died, and not only the first. */
async function groupIsGone({ pid = 0 }: ChildProcess): Promise<void> {
  await expect.poll(() => isAlive(-pid), { timeout: 10_000 }).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The exit code, or the signal. */
function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? signal));
  });
}

/** Waits until a shard's journal holds that many answers. */
async function resultCount(desk: ReaderDesk, index: number, count: number): Promise<void> {
  const journal = join(desk.folder, "runs", `shard-${index}`, "journal.ndjson");
  const results = () =>
    existsSync(journal) ? readFileSync(journal, "utf8").split('"type":"result"').length - 1 : 0;
  while (results() < count) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function yamlWith(line: string): string {
  const found = blocksOf(readManual("docs/scale.md")).find(
    ({ language, text }) => language === "yaml" && text.includes(line),
  );
  if (!found) throw new Error(`docs/scale.md has no YAML with "${line}"`);
  return found.text;
}

/** The text of a YAML block scalar, without its indentation. */
function literalAfter(yaml: string, opening: string): string {
  const lines = yaml.slice(yaml.indexOf(`${opening}\n`) + opening.length + 1).split("\n");
  const indent = " ".repeat(/^ */.exec(lines[0] ?? "")?.[0].length ?? 0);
  const end = lines.findIndex((line) => line !== "" && !line.startsWith(indent));
  return lines
    .slice(0, end)
    .map((line) => line.slice(indent.length))
    .join("\n");
}
