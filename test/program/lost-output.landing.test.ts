import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { freshFolder, runInOwnProcess, runLine } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

const BIN = fileURLToPath(new URL("../../bin", import.meta.url));

describe("output that cannot be written", () => {
  it.each(["--version", "template --describe", "smoke --sandbox --only methods --json"])(
    "ends leadctl %s with exit code 6, and says so",
    async (line) => {
      const end = await runLine(`leadctl ${line} > /dev/full`, freshFolder());
      expect(end.exitCode, end.stderr).toBe(6);
      // Where nothing was sent, no run is spoken of.
      expect(end.stderr).not.toContain("leadctl report");
    },
  );

  it("ends a run with exit code 6, though every lead was created, and leaves its reports", async () => {
    const cwd = sheetFolder(leads(2));
    const end = await runLine("leadctl submit leads.csv --sandbox --out run --json > /dev/full", cwd);
    expect(end.exitCode, end.stderr).toBe(6);
    expect(JSON.parse(readFileSync(join(cwd, "run", "report.json"), "utf8")).summary.created).toBe(2);
  });

  it("ends a smoke test with 6, and JUnit says so too", async () => {
    const cwd = freshFolder();
    const end = await runLine("leadctl smoke --sandbox --only methods --junit smoke.xml > /dev/full", cwd);
    expect(end.exitCode, end.stderr).toBe(6);
    const xml = readFileSync(join(cwd, "smoke.xml"), "utf8");
    expect(xml).toContain('<property name="leadctl.exitCode" value="6"/>');
    expect(xml).toContain('<testcase classname="smoke.run"');
  });

  it("ends it with exit code 6 where the disk took a part of a document", async () => {
    const cwd = freshFolder();
    const line = "ulimit -f 2; leadctl smoke --sandbox --no-create --json > out.json";
    const end = await runLine(line, cwd);
    expect(end.exitCode, end.stderr).toBe(6);
    expect(statSync(join(cwd, "out.json")).size).toBeGreaterThan(0);
  });

  it("is no failure where the reader has gone away", async () => {
    const end = await runLine("{ leadctl template --describe; echo $? >&2; } | head -c 3", freshFolder());
    expect(end.stderr).toBe("0\n");
  });
});

describe("a program that cannot begin, or crashes", () => {
  const versioned = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;

  it.each([
    ["16.20.2", 70],
    ["20.18.2", 70],
    ["20.18.3", 0],
    ["23.0.0", 0],
  ])("on Node %s ends with exit code %i", async (version, exitCode) => {
    const options = { cwd: freshFolder(), nodeArgs: ["--import", versioned(version)] };
    const end = await runInOwnProcess(["--version"], options);
    expect(end.exitCode, end.stderr).toBe(exitCode);
    if (exitCode !== 0) expect(end.stderr).toContain("needs Node.js 20.18.3 or newer");
  });

  it("ends with exit code 70 where a part of it is missing", async () => {
    const cwd = freshFolder();
    cpSync(BIN, join(cwd, "bin"), { recursive: true });
    const end = await runLine("leadctl validate leads.csv", cwd, {}, join(cwd, "bin", "leadctl.js"));
    expect(end.exitCode, end.stderr).toBe(70);
    expect(end.stderr).toContain("could not be started");
  });

  it("ends with exit code 70, and not with Node's 1, for what nobody catches", async () => {
    // Once the program watches, however long it takes to be loaded.
    const thrower = `process.on("newListener", (name) => {
      if (name === "uncaughtException") setTimeout(() => { throw new Error("planted"); }, 300);
    });`;
    const nodeArgs = ["--import", `data:text/javascript,${encodeURIComponent(thrower)}`];
    const options = { cwd: freshFolder(), nodeArgs };
    const end = await runInOwnProcess(["sandbox"], options);
    expect(end.exitCode, end.stderr).toBe(70);
    expect(end.stderr).toContain("planted");
  });
});
