import { spawnSync } from "node:child_process";
import { describe } from "vitest";
import { HAS_TERMINAL } from "../../program/on-terminal.ts";

/** Tests of one shell: passed over where it is not installed, which never happens in CI. */
export function describeShell(shell: string, needsTerminal: boolean, tests: () => void): void {
  const isThere = spawnSync(shell, ["--version"]).status === 0;
  const lacks = !isThere ? shell : needsTerminal && !HAS_TERMINAL ? "script (util-linux)" : undefined;
  const isPassedOver = lacks !== undefined && !process.env.CI;
  describe.skipIf(isPassedOver)(
    `in ${shell}${isPassedOver ? `, left out: ${lacks} is not here` : ""}`,
    tests,
  );
}
