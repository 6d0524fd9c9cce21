import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileError } from "../../src/base/file-error.ts";
import { FileInUse, whenFree } from "../../src/base/files.ts";
import { freshFolder } from "../folders.ts";

describe("a file that another program holds", () => {
  it("is waited for, 2 s at most, and then is what it was asked for", async () => {
    const waitsMs: number[] = [];
    let turn = 0;
    const found = await whenFree(
      "fix.csv",
      async () => {
        turn += 1;
        if (turn < 5) throw held("EBUSY");
        return "content";
      },
      { sleep: async (ms) => void waitsMs.push(ms) },
    );
    expect(found).toBe("content");
    expect(waitsMs).toStrictEqual([10, 20, 40, 80]);
  });

  it.each([
    ["EBUSY", "linux", 2_000],
    ["EBUSY", "win32", 2_000],
    // Windows says of a file that is to be replaced, and that somebody holds, that it is not permitted.
    ["EPERM", "win32", 2_000],
    ["EACCES", "win32", 2_000],
    ["EPERM", "linux", 0],
    ["ENOENT", "win32", 0],
  ] as const)("(%s on %s) is given up after %i ms", async (code, platform, waitedMs) => {
    let totalMs = 0;
    const cause = held(code);
    const sleep = async (ms: number) => {
      totalMs += ms;
    };
    const error = await whenFree("fix.csv", () => Promise.reject(cause), { platform, sleep }).catch(
      (thrown) => thrown,
    );
    expect(totalMs).toBe(waitedMs);
    if (waitedMs === 0) return expect(error).toBe(cause);
    expect(error).toBeInstanceOf(FileInUse);
    expect(error).toMatchObject({ code, syscall: "open", path: "fix.csv", cause });
  });

  it.each([
    ["nothing lies beside it", {}, "another program, such as Excel or a virus scanner, has it open"],
    [
      "Excel's own file lies beside it",
      { "~$fix.xlsx": Buffer.concat([Buffer.from("\x08Jane Doe"), Buffer.alloc(46, " ")]) },
      "Excel (Jane Doe) has it open",
    ],
    ["Excel's own file is empty", { "~$fix.xlsx": Buffer.alloc(0) }, "Excel has it open"],
    [
      "LibreOffice's own file lies beside it",
      { ".~lock.fix.xlsx#": Buffer.from("Jörg\u001b[2J Doe,joerg,office-pc,22.11.2026 09:00,file:///x;") },
      "LibreOffice (Jörg[2J Doe) has it open",
    ],
  ])("is told with who holds it, where %s", async (_what, files, words) => {
    const folder = freshFolder();
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const path = join(folder, "fix.xlsx");
    const error = await whenFree(path, () => Promise.reject(held("EBUSY")), {
      sleep: async () => undefined,
    }).catch((thrown) => thrown);
    expect(fileError(path, error)).toMatchObject({
      finding: "file-write",
      params: { path, why: words, isInUse: true },
    });
  });

  it("may also be one that this user has no right to, where the system does not tell", async () => {
    const error = await whenFree("report.csv", () => Promise.reject(held("EPERM")), {
      platform: "win32",
      sleep: async () => undefined,
    }).catch((thrown) => thrown);
    expect(error.message).toMatch(/ has it open, or there is no permission$/);
  });
});

function held(code: string): Error {
  return Object.assign(new Error(`${code}: open`), { code, syscall: "open" });
}
