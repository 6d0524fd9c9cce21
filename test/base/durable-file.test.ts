import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  openNew,
  openOwn,
  plainPath,
  requireNoLink,
  writeAll,
  writeNewFile,
} from "../../src/base/durable-file.ts";
import { replaceFile } from "../../src/base/replacement.ts";
import { freshFolder } from "../folders.ts";

describe("a path whose system cannot be told to follow no links", () => {
  it("is looked at first: a link is refused, dangling or not", () => {
    const folder = freshFolder();
    const path = join(folder, "journal.ndjson");
    expect(() => requireNoLink(path)).not.toThrow();
    writeFileSync(join(folder, "elsewhere"), "");
    for (const target of ["elsewhere", "nowhere"]) {
      const link = join(folder, `link-to-${target}`);
      symlinkSync(join(folder, target), link);
      expect(() => requireNoLink(link)).toThrow(expect.objectContaining({ code: "ELOOP" }));
    }
    writeFileSync(path, "");
    expect(() => requireNoLink(path)).not.toThrow();
  });
});

describe("a new file", () => {
  it("is its owner's alone, and takes no other one's place", async () => {
    const path = join(freshFolder(), "file");
    await writeNewFile(path, "text");
    await expect(writeNewFile(path, "other")).rejects.toMatchObject({ code: "EEXIST" });
    expect(readFileSync(path, "utf8")).toBe("text");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe("a path as Windows uses it inside", () => {
  it.each([
    ["\\\\?\\C:\\runs\\one", "C:\\runs\\one"],
    ["\\\\?\\UNC\\server\\share\\runs", "\\\\server\\share\\runs"],
    ["\\\\server\\share", "\\\\server\\share"],
    ["C:\\runs", "C:\\runs"],
    ["/home/jane/runs", "/home/jane/runs"],
  ])("%s is %s to people", (path, plain) => {
    expect(plainPath(path)).toBe(plain);
  });
});

describe("a file that is replaced", () => {
  it("is the old one until the new one is whole", async () => {
    const folder = freshFolder();
    const path = join(folder, "report.csv");
    writeFileSync(path, "old");
    await replaceFile(
      path,
      pieces("new ", "text", () => expect(readFileSync(path, "utf8")).toBe("old")),
    );
    expect(readFileSync(path, "utf8")).toBe("new text");
    expect(readdirSync(folder)).toStrictEqual(["report.csv"]);
  });

  it("stays as it was when its content cannot be made, and nothing else is left", async () => {
    const folder = freshFolder();
    const path = join(folder, "report.csv");
    writeFileSync(path, "old");
    const fault = new Error("unreadable sheet");
    await expect(
      replaceFile(
        path,
        pieces("new", () => {
          throw fault;
        }),
      ),
    ).rejects.toBe(fault);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toStrictEqual(["report.csv"]);
  });

  it("can be read by its owner alone, whatever stood there and whatever the umask", async () => {
    const folder = freshFolder();
    for (const mask of [0o000, 0o022, 0o777]) {
      const path = join(folder, `report-${mask}.csv`);
      writeFileSync(path, "old", { mode: 0o644 });
      const before = process.umask(mask);
      try {
        await replaceFile(path, pieces("new"));
      } finally {
        process.umask(before);
      }
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  it("replaces a link, and never what it points to", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "precious"), "precious");
    for (const name of ["report.csv", ".report.csv.tmp"])
      symlinkSync(join(folder, "precious"), join(folder, name));
    await replaceFile(join(folder, "report.csv"), pieces("new"));
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("precious");
    expect(readFileSync(join(folder, "report.csv"), "utf8")).toBe("new");
    expect(readdirSync(folder).sort()).toStrictEqual(["precious", "report.csv"]);
  });

  it("says in words when the system refuses, with the system's own error as the cause", async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "report.csv"));
    writeFileSync(join(folder, "report.csv", "inside"), "");
    await expect(replaceFile(join(folder, "report.csv"), pieces("new"))).rejects.toMatchObject({
      code: "file-write",
      exitCode: 6,
      cause: { syscall: "rename" },
    });
    expect(readdirSync(folder)).toStrictEqual(["report.csv"]);
    await expect(replaceFile(join(folder, "absent", "report.csv"), pieces("new"))).rejects.toMatchObject({
      cause: { code: "ENOENT" },
    });
  });
});

describe("a file that several replace at once", () => {
  it("is the whole one of the last that is done, and never half of one", async () => {
    const folder = freshFolder();
    const path = join(folder, "report.csv");
    await replaceFile(
      path,
      (async function* () {
        yield "slow ";
        await replaceFile(path, pieces("quick"), "shared");
        expect(readFileSync(path, "utf8")).toBe("quick");
        yield "text";
      })(),
      "shared",
    );
    expect(readFileSync(path, "utf8")).toBe("slow text");
    expect(readdirSync(folder)).toStrictEqual(["report.csv"]);
  });

  it("loses what processes left of it that have not written for long, and nothing else", async () => {
    const folder = freshFolder();
    const left = ".report.csv.4711-0a1b2c3d.tmp";
    const kept = [".report.csv.4711.tmp", ".report.html.4711-0a1b2c3d.tmp"];
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [left, ...kept]) {
      writeFileSync(join(folder, name), "half");
      utimesSync(join(folder, name), longAgo, longAgo);
    }
    const recent = ".report.csv.4712-0a1b2c3d.tmp";
    writeFileSync(join(folder, recent), "half");
    await replaceFile(join(folder, "report.csv"), pieces("new"), "shared");
    expect(readdirSync(folder).sort()).toStrictEqual([...kept, recent, "report.csv"].sort());
  });
});

describe("a file of a run", () => {
  it("that is new is never one that stood there, nor reached through a link", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "file"), "text");
    symlinkSync(join(folder, "target"), join(folder, "link"));
    for (const name of ["file", "link"]) {
      await expect(openNew(join(folder, name))).rejects.toMatchObject({ code: "EEXIST" });
    }
    await expect(openOwn(join(folder, "link"))).rejects.toMatchObject({ code: "ELOOP" });
    expect(readdirSync(folder).sort()).toStrictEqual(["file", "link"]);
  });

  it("fails aloud when the disk takes nothing", async () => {
    const full = await open("/dev/full", "w");
    try {
      await expect(writeAll(full, Buffer.from("text"), 0)).rejects.toMatchObject({ code: "ENOSPC" });
    } finally {
      await full.close();
    }
  });
});

type Piece = string | Uint8Array | (() => void);

async function* pieces(...items: Piece[]): AsyncGenerator<string | Uint8Array> {
  for (const item of items) {
    if (typeof item === "function") item();
    else yield item;
  }
}
