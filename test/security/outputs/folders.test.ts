import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../../src/base/durable-file.ts";
import { makeCheckFolder } from "../../../src/cli/commands/check-folder.ts";
import { openLog } from "../../../src/cli/commands/sandbox.ts";
import { template } from "../../../src/cli/commands/template.ts";
import { requireReplaceable } from "../../../src/cli/commands/write-text.ts";
import { freshFolder } from "../../program/run-program.ts";
import { testContext } from "../test-context.ts";

const SHEET = "Email\na@example.com\n";
const AT = new Date("2026-11-20T09:00:00Z");

function folderWith(files: Record<string, string>): string {
  const folder = freshFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("a folder that we make", () => {
  it.each([0o000, 0o022, 0o077])(
    "is its owner's alone under the umask %o, and so are those above it",
    async (mask) => {
      const folder = freshFolder();
      const before = process.umask(mask);
      try {
        await makeFolder(join(folder, "a/b/c"));
      } finally {
        process.umask(before);
      }
      for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
    },
  );
});

describe("the folder of a check", () => {
  it("is not the one that its input lies in, by whatever way that is named", async () => {
    const folder = folderWith({ "fix.csv": SHEET });
    symlinkSync(".", join(folder, "here"));
    for (const input of ["fix.csv", "here/fix.csv", "./here/../fix.csv"]) {
      const made = makeCheckFolder(folder, join(folder, input), AT);
      await expect(made).rejects.toMatchObject({ code: "out-holds-input", exitCode: 2 });
    }
    expect(readFileSync(join(folder, "fix.csv"), "utf8")).toBe(SHEET);
  });

  it("loses what a check that was killed left in it, and takes nobody's file for that", async () => {
    const folder = folderWith({
      "report.csv": "old",
      ".check.ndjson": "{",
      "..check.ndjson.tmp": "{",
      ".fix.csv.tmp": "x",
    });
    const { release } = await makeCheckFolder(folder, "-", AT);
    expect(readdirSync(folder).sort()).toEqual(["report.csv", "run.lock"]);
    release();
    expect(readdirSync(folder)).toEqual(["report.csv"]);
    writeFileSync(join(folder, ".notes.tmp"), "mine");
    await expect(makeCheckFolder(folder, "-", AT)).rejects.toMatchObject({ code: "out-not-empty" });
    expect(readdirSync(folder).sort()).toEqual([".notes.tmp", "report.csv"]);
  });

  it("is not reached through a link", async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "link"));
    await expect(makeCheckFolder(join(folder, "link"), "-", AT)).rejects.toMatchObject({
      code: "out-not-a-folder",
    });
  });
});

describe("a file that we are told to write", () => {
  it("(a report) takes the place of a report of its kind, and of nothing else", async () => {
    const folder = folderWith({
      "leads.csv": SHEET,
      "empty.csv": "",
      "report.csv": '"Email","leadctl_quote_id"\n',
    });
    symlinkSync("report.csv", join(folder, "link.csv"));
    mkdirSync(join(folder, "folder.csv"));
    for (const name of ["report.csv", "empty.csv", "new.csv"])
      await requireReplaceable(join(folder, name), "csv");
    const refused = {
      ...{ "leads.csv": 2, "link.csv": 2, "folder.csv": 2, "absent/x.csv": 6, "leads.csv/x.csv": 6 },
      "leads.csv/y/x.csv": 6,
    };
    for (const [name, exitCode] of Object.entries(refused)) {
      const judged = requireReplaceable(join(folder, name), "csv");
      await expect(judged, name).rejects.toMatchObject({ code: "output-unusable", exitCode });
    }
    await expect(requireReplaceable(join(folder, "report.csv"), "json")).rejects.toThrow("json report");
  });

  it("(a template) is a new one, never a link", async () => {
    const folder = folderWith({ "leads.csv": SHEET });
    symlinkSync("nowhere.csv", join(folder, "link.csv"));
    for (const name of ["leads.csv", "link.csv"]) {
      const written = template({ describe: false, output: join(folder, name) }, testContext().context);
      await expect(written, name).rejects.toMatchObject({ exitCode: 2 });
    }
    expect(readFileSync(join(folder, "leads.csv"), "utf8")).toBe(SHEET);
    expect(readdirSync(folder).sort()).toEqual(["leads.csv", "link.csv"]);
  });

  it("(a sandbox's log) adds to a log, whose owner alone may read it, and to nothing else", async () => {
    const line = '{"time":"2030-01-01T00:00:00.000Z"}\n';
    const folder = folderWith({ "leads.csv": SHEET, "log.ndjson": line, "notes.txt": `Seen: ${line}` });
    symlinkSync("log.ndjson", join(folder, "link.ndjson"));
    chmodSync(join(folder, "log.ndjson"), 0o644);
    const open = async (path: string) => (await openLog(path, () => undefined)).close();
    await open(join(folder, "log.ndjson"));
    await open(join(folder, "new.ndjson"));
    for (const name of ["log.ndjson", "new.ndjson"])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const refused = [
      ...["leads.csv", "notes.txt", "link.ndjson", ""].map((name) => [join(folder, name), 2]),
      ...[join(folder, "none", "log"), join(folder, "leads.csv", "log")].map((name) => [name, 6]),
    ] as [string, number][];
    for (const [name, exitCode] of refused)
      await expect(open(name), name).rejects.toMatchObject({ code: "output-unusable", exitCode });
    await expect(open("/dev/null")).rejects.toMatchObject({ code: "output-unusable" });
    expect(readFileSync(join(folder, "leads.csv"), "utf8")).toBe(SHEET);
    expect(lstatSync("/dev/null").mode & 0o777).not.toBe(0o600);
  });
});
