import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenLead } from "../program/corrected-run.ts";
import { correctFix } from "../program/fix-sheet.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { readReport } from "../program/run-files.ts";
import { freshFolder, startService } from "../program/run-program.ts";
import { until } from "../program/stoppable-program.ts";
import {
  commandFolder,
  describeOnWindows,
  IS_WINE,
  leadctlOnWindows,
  runInCmd,
  startLeadctlOnWindows,
} from "./windows.ts";

const TIMEOUT_MS = 240_000;
const START_MS = 60_000;
/** Wine's cmd.exe takes carets away before it looks for variables, and a batch file's parameters for variables once more. */
const PERCENTS = IS_WINE ? "" : " 100% & 50%PATH%";
const NAMES = ["leads.csv", `Böse Übersicht,${PERCENTS} & (neu) ^it's 🏠.csv`, "-leads.csv"];

describeOnWindows("in cmd.exe", () => {
  it.each(NAMES)(
    "the whole job of %s is done by the commands that are printed, as they stand",
    async (name) => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, name), csvOf([...leads(3), brokenLead(5)]));
      const path = [commandFolder()];
      const call = (line: string) => runInCmd(line, { cwd, path });
      const checked = await leadctlOnWindows(["validate", `.\\${name}`], { cwd });
      expect(checked.exitCode, checked.stderr).toBe(1);
      const submitted = await call(`${printed(checked.stderr, "submit")} --sandbox`);
      expect(submitted.exitCode, submitted.stderr).toBe(1);
      const [run = ""] = readdirSync(join(cwd, "leadctl-runs"));
      const dir = join(cwd, "leadctl-runs", run);
      correctFix(dir, { 5: { "Unit Number": "8" } }, join(run, "fix.csv"));
      const replayed = await call(printed(submitted.stderr, "replay"));
      expect(replayed.exitCode, replayed.stderr).toBe(0);
      expect(readReport(dir).leads.map(({ status }) => status)).toStrictEqual(Array(4).fill("created"));
      const explained = await call("leadctl explain applicant-3@example.com");
      expect(explained).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(run) });
      const listed = await call("leadctl runs");
      expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("4 created") });
      const purged = await call("leadctl runs --purge 0m --yes");
      expect(purged.exitCode, purged.stderr).toBe(0);
      expect(existsSync(dir)).toBe(false);
    },
    TIMEOUT_MS,
  );

  it.runIf(IS_WINE)(
    "Ctrl-C stops a run in order, which the printed command then goes on with",
    async () => {
      const service = await startService({ latency: { meanMs: 1_000 } });
      const [cwd, { env }] = [freshFolder(), service];
      writeFileSync(join(cwd, "leads.csv"), csvOf(leads(40)));
      const args = ["submit", "leads.csv", "--out", "mein Lauf", "--concurrency", "2"];
      const program = startLeadctlOnWindows(args, { cwd, env });
      await until(() => service.requestCount() >= 3, program.stderr, START_MS);
      program.interrupt();
      const stopped = await program.end;
      expect(stopped.exitCode, stopped.stderr).toBe(4);
      expect(
        readReport(join(cwd, "mein Lauf")).leads.filter(({ status }) => status === "unknown"),
      ).toHaveLength(0);
      service.change({ latency: null });
      const resumed = await runInCmd(printed(stopped.stderr, "resume"), {
        cwd,
        env,
        path: [commandFolder()],
      });
      expect(resumed.exitCode, resumed.stderr).toBe(0);
      expect(service.quotes()).toHaveLength(40);
    },
    TIMEOUT_MS,
  );

  it(
    "a pattern stands for the one file that it means, a drive that is not there and a name that cannot be are told",
    async () => {
      const cwd = freshFolder();
      for (const name of ["leads.csv", "more.txt"]) writeFileSync(join(cwd, name), csvOf(leads(2)));
      const call = (line: string) => runInCmd(line, { cwd, path: [commandFolder()] });
      expect(await call("leadctl validate *.csv")).toMatchObject({
        exitCode: 0,
        stderr: expect.stringContaining("2 rows"),
      });
      writeFileSync(join(cwd, "leads 2.csv"), csvOf(leads(2)));
      expect(await call("leadctl validate *.csv")).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("*.csv stands for 2 files"),
      });
      for (const [out, why] of [
        ["Q:\\x", "there is no drive Q:\\"],
        ["con", "con is a name that Windows keeps for itself"],
        ["run.", "on Windows no name can end with a dot or a space"],
      ]) {
        const refused = await call(`leadctl submit leads.csv --sandbox --out ${out}`);
        expect(refused).toMatchObject({
          exitCode: 2,
          stderr: expect.stringContaining(`${out} cannot be created: ${why}`),
        });
      }
      expect(readdirSync(cwd).sort()).toStrictEqual(["leads 2.csv", "leads.csv", "more.txt"]);
    },
    TIMEOUT_MS,
  );

  it(
    "finds a variable in whatever case it was set, and hands its own to a command",
    async () => {
      const cwd = freshFolder();
      const call = (line: string) =>
        runInCmd(line, {
          cwd,
          path: [commandFolder()],
          env: { Leadctl_Base_Url: "https://real.example", leadctl_env: "x" },
        });
      writeFileSync(join(cwd, "key.txt"), "leadctl_partner=acme\r\n");
      const shown = await call("leadctl config --vars key.txt");
      expect(shown.stdout).toContain("https://real.example");
      expect(shown.stdout).toContain("acme");
      const handed = await call(
        'leadctl sandbox -- node -p "process.env.LEADCTL_BASE_URL + process.env.LEADCTL_ENV"',
      );
      expect(handed.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+undefined\s*$/);
    },
    TIMEOUT_MS,
  );
});

/** The command of a name that is printed on a line of its own; an executable is called by its path. */
function printed(text: string, command: string): string {
  const call = new RegExp(`^\\s*(?:leadctl|"?[A-Z]:\\\\\\S.*\\.exe"?) ${command} `);
  const line = text.split(/\r?\n/).find((each) => call.test(each));
  if (line === undefined) throw new Error(`No ${command} in:\n${text}`);
  return line.trim();
}
