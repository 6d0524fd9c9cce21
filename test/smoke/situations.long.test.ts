import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { freshFolder, startService } from "../program/run-program.ts";
import { StoppableProgram } from "../program/stoppable-program.ts";
import { expectAgreement, expectSituation, JUNIT, leaveYesterday } from "./agreement.ts";
import { SITUATIONS } from "./situations.ts";

describe("text, JSON, JUnit and exit code of smoke say the same where", () => {
  it.each(SITUATIONS)("$name ($exitCode)", expectSituation, 60_000);

  it("are more than thirty", () => {
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
  });
});

describe("a smoke test that is stopped", () => {
  it("says so on every surface, and lists what it has created", async () => {
    const { program, cwd, service } = await startSlowly();
    program.signal("SIGINT");
    const { code } = await program.exit;
    const end = { exitCode: code, stdout: program.stdout, stderr: program.stderr };
    const { smoke, created, summary } = expectAgreement(end, cwd);
    expect([code, smoke.complete, smoke.stopReason]).toStrictEqual([4, false, "It was stopped by hand."]);
    expect(summary.notJudged).toBeGreaterThan(20);
    expect(created).toHaveLength(service.quotes().length);
  }, 60_000);

  it("and stopped once more ends at once with 130, and says that too", async () => {
    const { program, cwd, ended } = await startSlowly(20_000);
    // Half a second after the first, one counts as the second; another one would end the program while it tells.
    while (ended.count === 0) {
      program.signal("SIGINT");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { code } = await program.exit;
    expectAgreement({ exitCode: code, stdout: program.stdout, stderr: program.stderr }, cwd);
    expect(code).toBe(130);
  }, 60_000);

  it("by what cannot be caught leaves no green file of yesterday", async () => {
    const { program, cwd } = await startSlowly();
    program.signal("SIGKILL");
    expect((await program.exit).signal).toBe("SIGKILL");
    const xml = readFileSync(join(cwd, JUNIT), "utf8");
    expect(xml).toContain('errors="50"');
    expect(xml).toContain('name="leadctl.verdict" value="incomplete"');
  }, 60_000);

  async function startSlowly(meanMs = 150) {
    const ended = { count: 0 };
    const log = () => {
      ended.count += 1;
    };
    const service = await startService({ latency: { meanMs }, log });
    const cwd = freshFolder();
    leaveYesterday(cwd);
    const env = { LANG: "C.UTF-8", ...service.env };
    const program = new StoppableProgram(["smoke", "--json", "--junit", JUNIT], env, cwd);
    // The first of a slow service is under way for long.
    const least = meanMs > 1_000 ? 1 : 3;
    await vi.waitFor(() => expect(service.requestCount()).toBeGreaterThanOrEqual(least), { timeout: 20_000 });
    return { program, cwd, service, ended };
  }
});
