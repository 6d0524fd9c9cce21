import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STATUSES, type Status } from "../../src/outcome/status.ts";
import { nextStep } from "../../src/report/row-next-step.ts";

const PLACE = { dir: "leadctl-runs/my run", row: 17, format: "csv", isUnderWay: false } as const;

function step(status: Status, maybeCreated = false, resumable = false, isUnderWay = false) {
  return nextStep({ status, maybeCreated, resumable }, { ...PLACE, isUnderWay });
}

describe("what to do about a row", () => {
  it.each<[Status, string | null]>([
    ["created", null],
    ["invalid", "leadctl replay 'leadctl-runs/my run' --with 'leadctl-runs/my run/fix.csv'"],
    ["rejected", "leadctl replay 'leadctl-runs/my run' --with 'leadctl-runs/my run/fix.csv'"],
    ["duplicate", null],
    ["unconfirmed", null],
    ["unknown", "leadctl replay 'leadctl-runs/my run' --status unknown --rows 17"],
    ["failed", "leadctl replay 'leadctl-runs/my run' --rows 17"],
    ["pending", "leadctl resume 'leadctl-runs/my run'"],
  ])("that is %s: %s", (status, command) => {
    expect(step(status).command).toBe(command);
    expect(step(status).text).toMatch(/^[A-Z].*\.$/);
  });

  it("that was rejected, yet may be created, is to ask and not to send", () => {
    expect(step("rejected", true)).toMatchObject({ command: null, text: expect.stringContaining("owner") });
  });

  it("that waits for its next attempt in an interrupted run is to resume", () => {
    expect(step("failed", true, true).command).toBe("leadctl resume 'leadctl-runs/my run'");
  });

  it("of a run in progress is to wait, unless it is created", () => {
    expect(step("pending", false, true, true)).toMatchObject({
      command: null,
      text: expect.stringContaining("Wait"),
    });
    expect(step("created", false, false, true).text).toContain("report.csv");
  });

  it("is told for every status in docs/operations.md", () => {
    const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    for (const status of STATUSES) expect(page).toContain(`\n| \`${status}\` |`);
  });
});
