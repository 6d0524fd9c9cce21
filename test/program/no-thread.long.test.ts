import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { LEAD_COUNT, longSheet } from "./long-sheet.ts";
import { runInOwnProcess } from "./run-program.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

describe("where no thread can be started, a long sheet is read all the same:", () => {
  it("Node's permissions forbid it", async () => {
    const flags = process.allowedNodeEnvironmentFlags;
    const permission = flags.has("--permission") ? "--permission" : "--experimental-permission";
    const nodeArgs = [permission, "--allow-fs-read=*", "--allow-fs-write=*"];
    const { exitCode, stdout, stderr } = await runInOwnProcess(["validate", "leads.csv", "--json"], {
      cwd: longSheet(),
      nodeArgs,
    });
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).summary).toMatchObject({ total: LEAD_COUNT, invalid: 0 });
  });

  it("packages are found by hooks, which a thread does not get", async () => {
    const cwd = longSheet();
    for (const name of ["bin", "dist", "package.json"])
      cpSync(join(REPOSITORY, name), join(cwd, "leadctl", name), { recursive: true });
    const [inCopy, inRepository] = [`${cwd}/leadctl/`, REPOSITORY].map((path) => pathToFileURL(path).href);
    const hooks = `export function resolve(name, context, next) {
      const isPackage = /^[a-z@]/.test(name) && !name.startsWith("node:") && !name.startsWith("file:");
      const isOfCopy = context.parentURL?.startsWith(${JSON.stringify(inCopy)});
      return next(name, isPackage && isOfCopy ? { ...context, parentURL: ${JSON.stringify(`${inRepository}x`)} } : context);
    }`;
    writeFileSync(join(cwd, "hooks.mjs"), hooks);
    const begin = 'import { register } from "node:module"; register("./hooks.mjs", import.meta.url);';
    writeFileSync(join(cwd, "begin.mjs"), begin);
    const program = join(cwd, "leadctl/bin/leadctl.js");
    const args = ["--import", join(cwd, "begin.mjs"), program, "validate", "leads.csv", "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
    expect(JSON.parse(stdout).summary).toMatchObject({ total: LEAD_COUNT, invalid: 0 });
  });
});
