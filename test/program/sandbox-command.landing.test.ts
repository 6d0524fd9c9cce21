import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { freshFolder, KEY, PROGRAM_FILE, runInOwnProcess } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

const NODE = process.execPath;

/** `leadctl sandbox … -- <command>`, in an environment with a name left over from another place. */
const run = (words: readonly string[], cwd = freshFolder()) =>
  runInOwnProcess(["sandbox", ...words], { cwd, env: { LEADCTL_ENV: "production" } });

describe("leadctl sandbox -- <command>", () => {
  it("sets the variables, leaves stdout to the command, and ends as it does", async () => {
    const cwd = sheetFolder(leads(2));
    const flags = ["--success-status", "201", "--key", KEY, "--partner", "acme"];
    const end = await run(
      [...flags, "--", NODE, PROGRAM_FILE, "submit", "leads.csv", "--json", "--quiet"],
      cwd,
    );
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout).summary).toMatchObject({ total: 2, created: 2 });
    expect(end.stderr).toBe("The sandbox answered 2 requests.\n");
  });

  it("says where nobody asked it, and passes on an exit code and arguments as they are", async () => {
    const script = "process.stdout.write(JSON.stringify(process.argv.slice(1))); process.exit(7)";
    const end = await run(["--", NODE, "-e", script, "--", "a b", "--port", "$HOME", ""]);
    expect([end.exitCode, JSON.parse(end.stdout)]).toStrictEqual([7, ["a b", "--port", "$HOME", ""]]);
    expect(end.stderr).toMatch(/^The sandbox got no request: .*http:\/\/127\.0\.0\.1:\d+/);
  });

  it("ends with 128 and the number of a signal that ended the command, and with 2 where there is none", async () => {
    const [killed, missing] = await Promise.all([
      run(["--", "sh", "-c", "kill -KILL $$"]),
      run(["--", "no-such-program-here"]),
    ]);
    expect(killed.exitCode).toBe(137);
    expect([missing.exitCode, missing.stderr]).toStrictEqual([2, expect.stringContaining("ENOENT")]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "passes %s on, and waits for the command",
    async (signal) => {
      const script = `process.on(${JSON.stringify(signal)}, () => setTimeout(() => process.exit(9), 50));
      setInterval(() => undefined, 1000); console.log("up")`;
      const child = spawn(NODE, [PROGRAM_FILE, "sandbox", "--", NODE, "-e", script], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      child.stdout.once("data", () => child.kill(signal));
      expect(await new Promise((resolve) => child.on("close", resolve))).toBe(9);
    },
  );

  it("does not wait for ever where a variable that was to hold the command is empty", async () => {
    const end = await run(["--"]);
    expect(end.exitCode, end.stderr).toBe(2);
  });

  it("refuses a status of success that has no body", async () => {
    const end = await run(["--success-status", "204", "--", "true"]);
    expect([end.exitCode, end.stderr]).toStrictEqual([2, expect.stringContaining("204")]);
  });
});
