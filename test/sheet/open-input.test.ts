import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openInput } from "../../src/sheet/open-input.ts";
import { sharedFolder } from "../folders.ts";

const folder = sharedFolder();

describe("opening an input", () => {
  it.each([
    ["leads.csv", "Email\na@b.co\n", "csv"],
    ["LEADS.CSV", "Email\na@b.co\n", "csv"],
    ["leads.json", '[{"email":"a@b.co"}]', "json"],
    ["leads.ndjson", '{"email":"a@b.co"}\n', "jsonl"],
    ["leads", ' [{"email":"a@b.co"}]', "json"],
    ["leads.export", "Email\na@b.co\n", "csv"],
  ])("knows the format of %s", async (name, content, format) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const table = await openInput({ path }, {});
    expect(table).toMatchObject({ name, format });
  });

  it("wants a format for stdin", async () => {
    const opened = openInput({ stdin: Readable.from(["Email\n"]), name: "stdin" }, {});
    await expect(opened).rejects.toMatchObject({ code: "format-missing", exitCode: 2 });
  });

  it("lets go of a stream that it refuses", async () => {
    const endless = new Readable({
      read() {
        this.push("%PDF-1.7 and so on\n");
      },
    });
    const opened = openInput({ stdin: endless, name: "stdin" }, { format: "csv" });
    await expect(opened).rejects.toMatchObject({ code: "input-wrong-kind" });
    expect(endless.destroyed).toBe(true);
  });

  it("says which file is missing, and that a folder is none", async () => {
    const missing = join(folder, "nowhere.csv");
    await expect(openInput({ path: missing }, {})).rejects.toMatchObject({
      code: "input-missing",
      params: { name: missing },
    });
    await expect(openInput({ path: folder }, {})).rejects.toMatchObject({ code: "input-is-folder" });
  });
});
