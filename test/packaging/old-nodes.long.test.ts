import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { freshFolder, PROGRAM_FILE } from "../program/run-program.ts";

describe("a Node that is too old", () => {
  it.each(["10", "12.5", "14", "16", "18", "20.18.2"])(
    "(%s, as npm has it) ends with exit code 70, before anything is loaded",
    async (version) => {
      const cwd = freshFolder();
      const install = ["install", "--prefix", cwd, "--no-audit", "--no-fund", `node@${version}`];
      await promisify(execFile)("npm", install, { cwd });
      const node = join(cwd, "node_modules", "node", "bin", "node");
      const end = await promisify(execFile)(node, [PROGRAM_FILE, "submit", "leads.csv"], { cwd }).catch(
        (error) => error,
      );
      expect(end.code, end.stderr).toBe(70);
      expect(end.stderr).toContain("leadctl needs Node.js 20.18.3 or newer");
    },
    120_000,
  );
});
