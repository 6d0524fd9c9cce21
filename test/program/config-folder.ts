import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { leads } from "./lead-sheet.ts";
import { KEY, PARTNER, type RunningService, runProgram, startService } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

export const ROW_COUNT = 3;

/** A folder with a sheet of three leads, and a configuration whose environments are all at one service. */
export function configFolder(service: RunningService, changes: object = {}): string {
  const place = { baseUrl: service.url, partner: PARTNER };
  const cwd = sheetFolder(leads(ROW_COUNT));
  writeConfig(cwd, {
    environments: {
      staging: { ...place, keyVariable: "STAGING_KEY", concurrency: 3, attempts: 2, rate: 500 },
      production: { ...place, confirm: true },
    },
    ...changes,
  });
  return cwd;
}

export function writeConfig(cwd: string, content: unknown): void {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  writeFileSync(join(cwd, "leadctl.config.json"), text);
}

/** Keys for both environments, and nothing else. */
export const KEYS = { STAGING_KEY: KEY, LEADCTL_API_KEY: KEY };

/** A service, such a folder, and the program that is called there with both keys. */
export async function configPlace(changes: object = {}) {
  const service = await startService();
  const cwd = configFolder(service, changes);
  const options = { cwd, env: { ...KEYS, LANG: "C.UTF-8" } };
  return { service, cwd, options, run: (...args: string[]) => runProgram(args, options) };
}
