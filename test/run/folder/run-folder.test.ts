import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockRun } from "../../../src/run/folder/lock.ts";
import { claimRunFolder, defaultRunFolder, listRunFolders } from "../../../src/run/folder/run-folder.ts";
import { Run } from "../../../src/run/run.ts";
import { LeadSearch } from "../../../src/run/search/find-leads.ts";
import { emailsQuery } from "../../../src/run/search/lead-query.ts";
import { AT_DATE, end, freshFolder, intent, result, round, sampleRun } from "../sample-run.ts";

describe("the folder of a new run", () => {
  it("is made with those above it, for its owner only, and vanishes when nothing came of it", async () => {
    const parent = freshFolder();
    const dir = join(parent, "runs", "one");
    const folder = await claimRunFolder(dir, AT_DATE);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    folder.release();
    expect(readdirSync(parent)).toStrictEqual([]);
  });

  it("may be there already, empty: then it stays, and is closed to others", async () => {
    const dir = freshFolder();
    chmodSync(dir, 0o755);
    const folder = await claimRunFolder(dir, AT_DATE);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    folder.release();
    expect(readdirSync(dir)).toStrictEqual([]);
  });

  it("is free, or in use, for who comes while another lets it go and takes it away", async () => {
    const ends = new Set<unknown>();
    // A turn of the event loop later each time, so that it vanishes wherever the second one is; the last waits for that one.
    for (let turns = 0; turns <= 60; turns++) {
      const dir = join(freshFolder(), "runs", "one");
      const first = await claimRunFolder(dir, AT_DATE);
      const second = claimRunFolder(dir, AT_DATE);
      const ended = second.then(
        () => "claimed",
        ({ code }) => code,
      );
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      if (turns === 60) await ended;
      first.release();
      ends.add(await ended);
    }
    expect(ends).toStrictEqual(new Set(["claimed", "run-locked"]));
  });

  it("must not hold a run, whole or with its plan lost", async () => {
    const planned = await sampleRun(2);
    const sent = await sampleRun(2, [round(), intent(2), result(2), end]);
    writeFileSync(sent.paths.plan, "{");
    for (const { paths } of [planned, sent]) {
      const before = readdirSync(paths.dir);
      await expect(claimRunFolder(paths.dir, AT_DATE)).rejects.toMatchObject({
        code: "out-in-use",
        exitCode: 2,
      });
      expect(readdirSync(paths.dir)).toStrictEqual(before);
    }
  });

  it("must not hold anything else", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "thesis.docx"), "");
    await expect(claimRunFolder(dir, AT_DATE)).rejects.toMatchObject({ code: "out-not-empty", exitCode: 2 });
  });

  it("is not reached through a link, nor made where a file stands", async () => {
    const parent = freshFolder();
    mkdirSync(join(parent, "real"));
    symlinkSync(join(parent, "real"), join(parent, "link"));
    writeFileSync(join(parent, "file"), "text");
    symlinkSync(join(parent, "nowhere"), join(parent, "dangling"));
    for (const path of ["link", "dangling", "file"])
      await expect(claimRunFolder(join(parent, path), AT_DATE)).rejects.toMatchObject({
        code: "out-not-a-folder",
        exitCode: 2,
      });
    await expect(claimRunFolder(join(parent, "file", "x"), AT_DATE)).rejects.toMatchObject({
      code: "out-unusable",
      exitCode: 6,
      message: expect.not.stringContaining("ENOTDIR"),
    });
    expect(readFileSync(join(parent, "file"), "utf8")).toBe("text");
  });

  it("is busy, not taken, while its run is under way", async () => {
    const { paths } = await sampleRun(2, [round(), intent(2)]);
    const lock = await lockRun(paths.dir, AT_DATE, false);
    await expect(claimRunFolder(paths.dir, AT_DATE)).rejects.toMatchObject({
      code: "run-locked",
      exitCode: 6,
    });
    lock.release();
  });
});

describe.runIf(process.platform !== "win32")("a folder that this user may not look into", () => {
  it("is listed, since it may hold a run, and cannot be searched or read", async () => {
    const { paths } = await sampleRun(2, [round(), intent(2), result(2), end]);
    const runs = dirname(paths.dir);
    beStranger(runs, paths.dir);
    expect(listRunFolders(runs)).toStrictEqual([paths.dir]);
    const search = new LeadSearch([paths.dir]);
    await search.find(emailsQuery(["jane@example.com"]));
    expect([...search.unread]).toStrictEqual([paths.dir]);
    const { run, problem } = await Run.inspect(paths.dir);
    expect(run).toBeNull();
    expect(problem).toMatchObject({ code: "run-unreadable", exitCode: 6 });
  });
});

/** Closes a run's folder: to its owner, or, since nothing is closed to root, to somebody else. */
function beStranger(runs: string, dir: string): void {
  chmodSync(runs, 0o755);
  chmodSync(dir, 0o000);
  if (process.getuid?.() === 0) process.seteuid?.(65_534);
  onTestFinished(() => {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    chmodSync(dir, 0o700);
  });
}

const AT = new Date("2030-01-02T03:04:05.678Z");
/** Long names of letters with up to four bytes. */
const letters = fc.string({ unit: fc.constantFrom("a", "é", "例", "𠀀", "-", "."), maxLength: 120 });
const nameOf = (input: string): string => defaultRunFolder(input, AT);

describe("the default folder of a run", () => {
  it.each([
    ["leads.csv", "leads"],
    ["stdin", "stdin"],
    ["March 2030 (final).xlsx", "March-2030-final"],
    ["leads.2030.csv", "leads.2030"],
    ["Übersicht – März.csv", "Übersicht-März"],
    ["申込.csv", "申込"],
    [".csv", "input"],
    ["...", "input"],
    ["", "input"],
    ["--help.csv", "help"],
    ["a/../../b.csv", "a-..-..-b"],
    ["x".repeat(300), "x".repeat(50)],
    [`${"x".repeat(49)}-yz.csv`, "x".repeat(49)],
    [`x${"𠀀".repeat(90)}`, `x${"𠀀".repeat(49)}`],
  ])("is named for its time and for %j", (input, name) => {
    expect(nameOf(input)).toBe(join("leadctl-runs", `20300102T030405678Z-${name}`));
  });

  it("sorts by time", () => {
    const times = [
      "2030-01-02T03:04:05.678Z",
      "2030-01-02T03:04:05.679Z",
      "2030-01-02T13:04:05.001Z",
      "2030-11-02T00:00:00.000Z",
    ];
    const names = times.map((time) => defaultRunFolder("leads.csv", new Date(time)));
    expect([...names].sort()).toStrictEqual(names);
  });

  it("is one folder below leadctl-runs, of a name that every system and shell takes, whatever the input's", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 100 }), letters), (input) => {
        const name = nameOf(input).slice("leadctl-runs/".length);
        expect(name).toMatch(/^20300102T030405678Z-[\p{L}\p{N}._-]+$/u);
        expect(name).not.toMatch(/[-.]$/);
        expect(Buffer.from(name).toString()).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
      { numRuns: 2_000 },
    );
  });
});
