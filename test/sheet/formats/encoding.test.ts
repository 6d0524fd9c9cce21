import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeWindows1252,
  encodeWindows1252,
  isUndefinedIn1252,
} from "../../../src/sheet/text/windows-1252.ts";
import { readContent } from "../columns/read-content.ts";

const TEXT = "Email,First Name\na@b.co,Núñez\n";
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const latin1 = (text: string) => Buffer.from(text, "latin1");

/** The first name of the first row; the same in however small chunks the text arrives. */
async function firstName(content: Buffer, encoding?: string): Promise<unknown> {
  const names = new Set<unknown>();
  for (const chunkBytes of [1, 7, 1 << 20]) {
    const options = { format: "csv", ...(encoding ? { encoding } : {}) } as const;
    const { rows } = await readContent(content, options, chunkBytes);
    names.add(rows[0]?.cells[1]);
  }
  const [name, other] = names;
  return other === undefined ? name : names;
}

describe("the encoding of a text", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16 LE with a mark", utf16(`\ufeff${TEXT}`)],
    ["UTF-16 BE with a mark", utf16(`\ufeff${TEXT}`).swap16()],
    ["UTF-16 LE", utf16(TEXT)],
    ["UTF-16 BE", utf16(TEXT).swap16()],
    ["windows-1252", latin1(TEXT)],
  ])("is told for %s, whatever the chunks", async (_, content) => {
    expect(await firstName(content)).toBe("Núñez");
  });

  it("is said when it had to be guessed, with a sample to check", async () => {
    const { table } = await readContent(latin1("Email;First Name\na@b.co;O\x92Brien\n"));
    expect(table.notices).toMatchObject([
      { code: "encoding-assumed", params: { sample: { personal: "O’Brien" } } },
    ]);
    const { table: wide } = await readContent(utf16(TEXT));
    expect(wide.notices[0]).toMatchObject({ code: "encoding-unmarked", params: { encoding: "UTF-16LE" } });
    const { table: plain } = await readContent(`\ufeff${TEXT}`);
    expect(plain.notices).toEqual([]);
  });

  it.each([
    ["macintosh", latin1("Email,First Name\na@b.co,Jos\x8e\n"), "José"],
    ["iso-8859-2", latin1("Email,First Name\na@b.co,\xa3ukasz\n"), "Łukasz"],
    ["latin1", latin1(TEXT), "Núñez"],
    ["utf8", Buffer.from(TEXT), "Núñez"],
  ])("may be named: %s", async (encoding, content, name) => {
    expect(await firstName(content, encoding)).toBe(name);
  });

  it.each([
    [
      "bytes that windows-1252 does not have",
      latin1("Email,First Name\na@b.co,\x8d\n"),
      {},
      "input-encoding/western",
    ],
    [
      "an older Mac's letters, which in windows-1252 no word has",
      latin1("Email,First Name\na@b.co,Jos\x8e\n"),
      {},
      "input-encoding/western",
    ],
    [
      "two encodings in one file",
      Buffer.concat([Buffer.from(TEXT), latin1("c@d.co,Jos\xe9\n")]),
      {},
      "encoding-mixed",
    ],
    [
      "windows-1252 behind a letter that an earlier program lost in UTF-8",
      Buffer.concat([Buffer.from("Email,First Name\na@b.co,Jos\ufffd\n"), latin1("c@d.co,Jos\xe9\n")]),
      {},
      "encoding-mixed",
    ],
    ["UTF-8 asked for and not found", latin1(TEXT), { encoding: "utf-8" }, "input-encoding"],
    ["an encoding nobody knows", Buffer.from(TEXT), { encoding: "klingon" }, "encoding-unknown"],
  ])("refuses %s", async (_, content, options, finding) => {
    const read = readContent(content, { format: "csv", ...options });
    await expect(read).rejects.toMatchObject({ name: "CliError", exitCode: 2, finding });
  });

  it("reads every byte of windows-1252 as the Encoding Standard says", () => {
    for (let byte = 0; byte < 256; byte++) {
      if (isUndefinedIn1252(byte)) continue;
      const standard = new TextDecoder("windows-1252").decode(Buffer.from([byte]), { stream: true });
      expect(decodeWindows1252(Buffer.from([byte])), `byte ${byte}`).toBe(standard);
    }
    expect([0x81, 0x8d, 0x8f, 0x90, 0x9d].every(isUndefinedIn1252)).toBe(true);
  });

  it("writes windows-1252 back as it was read", () => {
    const byte = fc.integer({ min: 0, max: 255 }).filter((value) => !isUndefinedIn1252(value));
    fc.assert(
      fc.property(fc.array(byte), (bytes) => {
        expect([...(encodeWindows1252(decodeWindows1252(Buffer.from(bytes))) ?? [])]).toEqual(bytes);
      }),
    );
    expect(encodeWindows1252("Łukasz")).toBeUndefined();
  });
});
