import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { environmentFor, freshFolder } from "./run-program.ts";
import { delay, lateService, StoppableProgram, until } from "./stoppable-program.ts";

const DEADLINE_MS = 2_000;
const LEAD_COUNT = 24;
const AT_ONCE = 8;

/** A signal stops the process as Ctrl-Z, a debugger or a paused container does. The sleep of a computer is not tested. */
describe.skipIf(process.platform === "win32")(
  "a program that is suspended while answers are under way",
  () => {
    it.each([0.1, 1, 3])("for %f deadlines loses nothing that arrived", async (share) => {
      const { server, answeredCount } = await lateService();
      const cwd = freshFolder();
      writeFileSync(join(cwd, "leads.csv"), csvOf(leads(LEAD_COUNT)));
      const args = ["submit", "leads.csv", "--out", "run", "--timeout", `${DEADLINE_MS}ms`];
      const program = new StoppableProgram(
        [...args, "--concurrency", String(AT_ONCE)],
        environmentFor(server.url),
        cwd,
      );
      await until(
        () => server.requestCount() >= 1 + AT_ONCE,
        () => program.stderr,
      );
      program.signal("SIGSTOP");
      await until(
        () => answeredCount() >= 1 + AT_ONCE,
        () => program.stderr,
      );
      await delay(share * DEADLINE_MS);
      program.signal("SIGCONT");
      expect((await program.exit).code, program.stderr).toBe(0);
      expect(readReport(join(cwd, "run")).summary.created).toBe(LEAD_COUNT);
    });
  },
);
