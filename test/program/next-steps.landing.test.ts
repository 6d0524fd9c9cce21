import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { leadOf } from "./lead-sheet.ts";
import { stepsOf } from "./run-files.ts";
import { started } from "./started.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

function type(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ exitCode: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile("sh", ["-c", line], { cwd, env }, (error, _stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stderr });
    });
  });
}

it("the next steps of a run are called through npx where the program was, and so run there too", async () => {
  const script = {
    "applicant-3@example.com": ["503-before"],
    "applicant-4@example.com": ["504-after"],
  } as const;
  const { service, cwd } = await started([2, 3, 4].map(leadOf), { faults: { script } });
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(REPOSITORY, join(cwd, "node_modules/leadctl"));
  symlinkSync("../leadctl/bin/leadctl.js", join(cwd, "node_modules/.bin/leadctl"));
  writeFileSync(join(cwd, "package.json"), '{ "name": "leads", "private": true }\n');
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
