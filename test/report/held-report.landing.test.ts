import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeReports } from "../../src/report/write-reports.ts";
import { freshFolder } from "../folders.ts";
import { CAN_MOUNT, mountOver } from "../mounts.ts";
import { sampleStory } from "./sample-story.ts";

describe.runIf(CAN_MOUNT)("a report that another program holds open", () => {
  it("is written beside it, until it can be replaced again", async () => {
    const dir = freshFolder();
    const held = join(dir, "report.xlsx");
    writeFileSync(held, "held open");
    // The kernel refuses to replace what something is mounted on, as other systems refuse what is open.
    mountOver(held, "--bind", held);
    const { files } = await writeReports(sampleStory({ format: "xlsx" }), dir);
    expect(files).toContainEqual({ label: "Report", path: join(dir, "report-2.xlsx"), insteadOf: held });
    expect(files).toContainEqual({ label: "Report", path: join(dir, "report.json") });
    expect(readFileSync(held, "utf8")).toBe("held open");
    // Nobody knows what it says: it is kept, too.
    expect(readFileSync(join(dir, "report-older-1.xlsx"), "utf8")).toBe("held open");
    const beside = readFileSync(join(dir, "report-2.xlsx"), "utf8");

    execFileSync("umount", [held]);
    await writeReports(sampleStory({ format: "xlsx" }), dir);
    expect(readFileSync(held, "utf8")).toBe(beside);
    expect(readdirSync(dir)).not.toContain("report-2.xlsx");
  });
});
