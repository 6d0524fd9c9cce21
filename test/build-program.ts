import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Compiles the program before any test, so that the tests which spawn it never meet a stale build. */
export default function buildProgram(): void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  for (const project of ["tsconfig.build.json", "src/page"]) {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project], {
      cwd: root,
      stdio: "inherit",
    });
  }
}
