import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { expectAgreement, JUNIT, leaveYesterday } from "./agreement.ts";
import { EXISTING_USER } from "./mutant-service.ts";
import { SITUATIONS, variablesFor } from "./situations.ts";

describe("text, JSON, JUnit and exit code of smoke say the same where", () => {
  it.each(SITUATIONS)(
    "$name ($exitCode)",
    async (situation) => {
      const cwd = freshFolder();
      leaveYesterday(cwd);
      const url = await situation.start(cwd);
      const flags = ["--timeout", "3s", "--existing-user", EXISTING_USER, ...(situation.flags ?? [])];
      const env = variablesFor(url, situation);
      const end = await runProgram(["smoke", "--json", "--junit", JUNIT, ...flags], { cwd, env });
      const { checks } = expectAgreement(end, cwd);
      expect(end.exitCode, end.stderr).toBe(situation.exitCode);
      const idsWith = (wanted: string): string[] =>
        checks.filter(({ status }) => status === wanted).map(({ id }) => id);
      if (situation.differs) expect(idsWith("differs")).toStrictEqual(situation.differs);
      expect(idsWith("accepted")).toStrictEqual(situation.accepted ?? []);
    },
    60_000,
  );

  it("are more than thirty", () => {
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
  });
});
