import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { freshFolder, type ProgramEnd } from "../program/run-program.ts";
import { describeOnWindows, IS_WINE, runInCmd, runOnWindows, windowsNode, windowsPath } from "./windows.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LEADS = join(ROOT, "fixtures/leads.csv");
const INSTALL = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];

describeOnWindows("the packed file on Windows", () => {
  it("is installed by npm and called by npx, which the printed commands name", async () => {
    const cwd = freshFolder();
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", cwd], {
      cwd: ROOT,
      stdio: "pipe",
      shell: !IS_WINE,
    });
    const [name = ""] = readdirSync(cwd);
    writeFileSync(join(cwd, "package.json"), "{}");
    cpSync(LEADS, join(cwd, "leads.csv"));
    const installed = await install(cwd, name);
    expect(installed.exitCode, installed.stderr + installed.stdout).toBe(0);
    const shim = readFileSync(join(cwd, "node_modules/.bin/leadctl.cmd"), "utf8");
    expect(shim).toContain("\\..\\leadctl\\bin\\leadctl.js");
    const submitted = await npx(["submit", "leads.csv", "--sandbox", "--out", "run"], cwd);
    expect(submitted.exitCode, submitted.stderr).toBe(1);
    expect(submitted.stderr).toContain("48 of 60 rows created");
    expect(submitted.stderr).toContain("\n  npx leadctl replay run --with run\\fix.csv\n");
  }, 600_000);
});

function install(cwd: string, name: string): Promise<ProgramEnd> {
  if (!IS_WINE) return runInCmd(`npm ${INSTALL.join(" ")} ${name}`, { cwd, timeoutMs: 300_000 });
  // Fetches what the one of Windows then finds in the cache.
  const elsewhere = freshFolder();
  writeFileSync(join(elsewhere, "package.json"), "{}");
  execFileSync("npm", [...INSTALL, "--prefer-offline", join(cwd, name)], { cwd: elsewhere, stdio: "pipe" });
  const [bin, cache] = ["command -v npm", "npm config get cache --silent"].map((line) =>
    execFileSync("sh", ["-c", line], { encoding: "utf8", stdio: "pipe" }).trim(),
  );
  const npm = join(dirname(realpathSync(bin ?? "")), "npm-cli.js");
  const args = [...INSTALL, "--offline", "--cache", windowsPath(cache ?? ""), name];
  return runOnWindows([windowsNode(), npm, ...args], { cwd, timeoutMs: 300_000 });
}

/** Wine's cmd.exe cannot read the file by which npm calls a program: there it is called as that file does. */
function npx(args: readonly string[], cwd: string): Promise<ProgramEnd> {
  if (!IS_WINE) return runInCmd(["npx leadctl", ...args].join(" "), { cwd });
  return runOnWindows([windowsNode(), join(cwd, "node_modules/leadctl/bin/leadctl.js"), ...args], { cwd });
}
