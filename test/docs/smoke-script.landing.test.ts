import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder, PROGRAM_FILE, startService } from "../program/run-program.ts";
import { JUNIT, leaveYesterday } from "../smoke/agreement.ts";
import { startMutant } from "../smoke/mutant-service.ts";
import { json, onStatus } from "../smoke/mutation-parts.ts";
import { TEST_KEY } from "../test-key.ts";
import { blocksOf, readManual } from "./manual.ts";

const WORKING = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM_FILE}" "$@"\n`;
const scriptOf = (page: string, mark: string): string =>
  blocksOf(readManual(page)).find(({ marks }) => marks.includes(mark))?.text ?? "";
const SCRIPT = scriptOf("docs/smoke.md", "smoke script");
const CANARY = scriptOf("docs/ci.md", "canary script");

/** Runs the manual's script in a folder with yesterday's green file, and with such a `leadctl` on its path. */
async function runScript(
  leadctl: string | null,
  env: Readonly<Record<string, string>>,
  script: string = SCRIPT,
) {
  const cwd = freshFolder();
  leaveYesterday(cwd);
  mkdirSync(join(cwd, "bin"));
  if (leadctl !== null) {
    writeFileSync(join(cwd, "bin", "leadctl"), leadctl);
    chmodSync(join(cwd, "bin", "leadctl"), 0o755);
  }
  const path = { PATH: `${join(cwd, "bin")}:/usr/bin:/bin`, HOME: cwd };
  const exitCode = await new Promise<number | null>((resolve) => {
    const text = script.replace("--wait 5m", "--wait 1s");
    const child = execFile("sh", ["-c", text], { cwd, env: { ...env, ...path } }, () =>
      resolve(child.exitCode),
    );
  });
  return { exitCode, hasJunit: existsSync(join(cwd, JUNIT)) };
}

describe("the script of docs/smoke.md", () => {
  it("passes where the environment is as it should be", async () => {
    const { env } = await startService();
    expect(await runScript(WORKING, env)).toStrictEqual({ exitCode: 0, hasJunit: true });
  });

  it.each<[string, string | null, number]>([
    ["is not installed", null, 127],
    ["crashes", "#!/bin/sh\nkill -SEGV $$\n", 139],
    ["lacks a part of it", WORKING.replace("leadctl.js", "missing.js"), 1],
    ["is stopped by the system", "#!/bin/sh\nkill -KILL $$\n", 137],
  ])("fails where leadctl %s, and leaves no file of yesterday", async (_what, leadctl, exitCode) => {
    const { env } = await startService();
    expect(await runScript(leadctl, env)).toStrictEqual({ exitCode, hasJunit: false });
  });
});

describe("the canary of docs/ci.md", () => {
  const partner = { TEST_PARTNER: "acme", TEST_PARTNER_KEY: TEST_KEY };

  it("creates one quote, and passes", async () => {
    const { url, sandbox } = await startMutant({});
    const { exitCode } = await runScript(WORKING, { LEADCTL_BASE_URL: url, ...partner }, CANARY);
    expect([exitCode, sandbox.quotes().length]).toStrictEqual([0, 1]);
  });

  it("fails at a service that refuses every lead, which --no-create passes", async () => {
    const { url } = await startMutant(onStatus(200, () => json(403, { message: "Forbidden" })));
    const env = { LEADCTL_BASE_URL: url, LEADCTL_PARTNER: "acme", LEADCTL_API_KEY: TEST_KEY };
    expect((await runScript(WORKING, env)).exitCode).toBe(0);
    expect((await runScript(WORKING, { ...env, ...partner }, CANARY)).exitCode).toBe(1);
  });
});
