import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxOptions } from "../../src/sandbox/start-sandbox.ts";
import { csvOf, type NestedLead } from "./lead-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

/** A fresh folder with a sheet in it. */
export function sheetFolder(sheet: readonly NestedLead[] | string | Uint8Array, name = "leads.csv"): string {
  const cwd = freshFolder();
  const isText = typeof sheet === "string" || sheet instanceof Uint8Array;
  writeFileSync(join(cwd, name), isText ? sheet : csvOf(sheet));
  return cwd;
}

/** A folder with a sheet in it, a service, and the program, which is called in the one and aimed at the other. */
export async function started(
  sheet: readonly NestedLead[] | string | Uint8Array,
  options: SandboxOptions = {},
  name = "leads.csv",
) {
  const service = await startService(options);
  const cwd = sheetFolder(sheet, name);
  const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
  return { service, cwd, call };
}
