import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { readReport } from "../program/run-files.ts";
import { freshFolder, type RunningService, startService } from "../program/run-program.ts";
import { until } from "../program/stoppable-program.ts";
import {
  describeOnWindows,
  leadctlOnWindows,
  startLeadctlOnWindows,
  startOnWindows,
  type WindowsProcess,
  windowsNode,
  windowsPath,
} from "./windows.ts";

const NO_HARD_LINKS = fileURLToPath(new URL("../run/no-hard-links.mjs", import.meta.url));
const TIMEOUT_MS = 240_000;
const START_MS = 60_000;

describeOnWindows("the lock of a run on Windows", () => {
  it(
    "keeps a second process out while the first lives, and is taken over once that is killed",
    () => lockedThenTakenOver({}),
    TIMEOUT_MS,
  );

  it(
    "does the same on a drive that knows no hard links",
    () => {
      const preload = `file:///${windowsPath(NO_HARD_LINKS).replaceAll("\\", "/")}`;
      return lockedThenTakenOver({ NODE_OPTIONS: `--import=${preload}`, LEADCTL_TEST_LINK_ERROR: "EISDIR" });
    },
    TIMEOUT_MS,
  );

  it(
    "of a killed process whose number another program has now is taken over",
    async () => {
      const { cwd, env, first, service } = await halfSent({});
      const path = join(cwd, "run", "run.lock");
      await end(first, service);
      const other = startOnWindows(
        [windowsNode(), "-e", "console.log(process.pid); setInterval(() => undefined, 60_000)"],
        { cwd },
      );
      await until(
        () => other.stdout() !== "",
        () => other.stderr(),
        START_MS,
      );
      const lock = { ...JSON.parse(readFileSync(path, "utf8")), pid: Number(other.stdout()) };
      writeFileSync(path, JSON.stringify(lock));
      const resumed = await leadctlOnWindows(["resume", "run"], { cwd, env });
      expect(resumed.stderr).not.toContain("in use");
      expect(readReport(join(cwd, "run")).leads.every(({ status }) => status !== "pending")).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    "of another computer with the same name is not taken over",
    async () => {
      const { cwd, env, first, service } = await halfSent({});
      const path = join(cwd, "run", "run.lock");
      await end(first, service);
      const lock = JSON.parse(readFileSync(path, "utf8"));
      expect(lock).toMatchObject({ machine: expect.stringMatching(/^[0-9a-f]{32}$/), boot: "" });
      writeFileSync(path, JSON.stringify({ ...lock, machine: "0".repeat(32) }));
      const refused = await leadctlOnWindows(["resume", "run"], { cwd, env });
      expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining("--take-over") });
      const resumed = await leadctlOnWindows(["resume", "run", "--take-over"], { cwd, env });
      expect(resumed.stderr).not.toContain("in use");
    },
    TIMEOUT_MS,
  );
});

async function lockedThenTakenOver(preloads: Readonly<Record<string, string>>): Promise<void> {
  const { cwd, env, first, service } = await halfSent(preloads);
  const second = await leadctlOnWindows(["resume", "run", "--take-over"], { cwd, env });
  expect(second).toMatchObject({ exitCode: 6, stderr: expect.stringContaining("in use by process") });
  await end(first, service);
  expect(existsSync(join(cwd, "run", "run.lock"))).toBe(true);
  const resumed = await leadctlOnWindows(["resume", "run"], { cwd, env });
  expect([0, 5], resumed.stderr).toContain(resumed.exitCode);
  const { leads: rows } = readReport(join(cwd, "run"));
  expect(rows.filter(({ status }) => status === "pending")).toStrictEqual([]);
  expect(service.quotes()).toHaveLength(rows.length);
  expect(readdirSync(join(cwd, "run")).filter((name) => name.startsWith("run.lock"))).toStrictEqual([]);
}

/** Kills it, and has its successor served at once. */
async function end(first: WindowsProcess, service: RunningService): Promise<void> {
  first.kill();
  await first.end;
  service.change({ latency: null });
}

interface HalfSent {
  cwd: string;
  env: Readonly<Record<string, string>>;
  first: WindowsProcess;
  service: RunningService;
}

/** A run that is under way, one request at a time. */
async function halfSent(preloads: Readonly<Record<string, string>>): Promise<HalfSent> {
  const service = await startService({ latency: { meanMs: 3_000 } });
  const cwd = freshFolder();
  const env = { ...service.env, ...preloads };
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(20)));
  const first = startLeadctlOnWindows(["submit", "leads.csv", "--out", "run", "--concurrency", "1"], {
    cwd,
    env,
  });
  await until(
    () => service.requestCount() >= 3,
    () => first.stderr(),
    START_MS,
  );
  return { cwd, env, first, service };
}
