import { type Packed, packed } from "../../sheet/formats/packed.ts";
import type { Nasty } from "./nasty.ts";
import { LEAD_ROW, packageParts, rowsXml } from "./package-parts.ts";

const SHEET = "xl/worksheets/sheet1.xml";

/** The usual package with something said of its sheet that is not so, or not usual. */
function withSheet(lie: Partial<Packed>): Buffer {
  return packed(packageParts().map((entry) => (entry.name === SHEET ? { ...entry, ...lie } : entry)));
}

function withMore(...more: Packed[]): Buffer {
  return packed([...packageParts(), ...more]);
}

const BROKEN = "workbook-broken";

/** Archives that try to escape, to hide, to lie, or to cost more than they weigh. */
export const NASTY_ARCHIVES: readonly Nasty[] = (
  [
    ["an entry that climbs out of its folder", () => withMore({ name: "../../evil.csv", text: "x" }), BROKEN],
    ["an entry with an absolute path", () => withMore({ name: "/etc/evil.csv", text: "x" }), BROKEN],
    ["an entry on another drive", () => withMore({ name: "C:\\evil.csv", text: "x" }), BROKEN],
    ["an entry named with an escape sequence", () => withMore({ name: "\x1b[2J\n.xml", text: "x" }), "ready"],
    ["an entry named __proto__", () => withMore({ name: "__proto__", text: "x" }), "ready"],
    ["two sheets in one place", () => withMore({ name: SHEET, text: "<worksheet/>" }), BROKEN],
    [
      "a second sheet told by case alone",
      () => withMore({ name: SHEET.toUpperCase(), text: "<a/>" }),
      BROKEN,
    ],
    [
      "two entries that nobody reads",
      () => withMore({ name: "a", text: "" }, { name: "a", text: "" }),
      "ready",
    ],
    ["entries that overlap", () => withMore({ ...named("docProps/a.xml"), offset: 0 }), "ready"],
    ["a sheet that lies in another's bytes", () => withSheet({ offset: 0 }), BROKEN],
    ["a sheet beyond the end of the file", () => withSheet({ offset: 2 ** 31 }), BROKEN],
    ["a sheet that is encrypted", () => withSheet({ flags: 1 }), BROKEN],
    ["a sheet packed in an unknown way", () => withSheet({ method: 99 }), BROKEN],
    ["a sheet whose bytes are not those packed", () => withSheet({ crc: 1 }), BROKEN],
    ["a sheet that promises too few bytes", () => withSheet({ unpackedBytes: 10 }), BROKEN],
    ["a sheet that promises too many bytes", () => withSheet({ unpackedBytes: 100_000 }), BROKEN],
    ["a sheet that promises 4 GiB", () => withSheet({ unpackedBytes: 0xfffffffe }), "workbook-too-large"],
    [
      "a sheet of zip64 without its sizes",
      () => withSheet({ unpackedBytes: 0xffffffff }),
      "workbook-too-large",
    ],
    [
      "a sheet of zip64 of 2^63 bytes",
      () => withSheet({ unpackedBytes: 0xffffffff, extra: zip64() }),
      "workbook-too-large",
    ],
    ["a sheet that is a link", () => withSheet({ attributes: 0xa1ff0000, text: "/etc/passwd" }), BROKEN],
    ["a sheet whose sizes follow it", () => withSheet({ hasDescriptor: true }), "ready"],
    ["a sheet of a megabyte that is stored", () => withSheet({ isStored: true, text: longSheet() }), "ready"],
    ["a sheet that is stored", () => withSheet({ isStored: true }), "ready"],
    ["no sheet", () => packed(packageParts().filter(({ name }) => name !== SHEET)), BROKEN],
    [
      "65,000 entries",
      () => withMore(...Array.from({ length: 65_000 }, (_, n) => named(`${n}`))),
      "workbook-too-large",
    ],
    ["more entries promised than there are", () => packed(packageParts(), 60_000), BROKEN],
    [
      "a comment that holds an end of its own",
      () => Buffer.concat([packed(packageParts()), packed([])]),
      "input-wrong-kind",
    ],
    ["bytes in front, as programs that unpack themselves have", () => inFront(), "input-encoding"],
  ] as [string, () => Buffer, string][]
).map(([about, content, ends]) => ({ about: `a package with ${about}`, name: "leads.xlsx", content, ends }));

function named(name: string): Packed {
  return { name, text: "", isStored: true };
}

/** Sizes of 64 bits, both as large as they can be. */
function zip64(): Buffer {
  const extra = Buffer.alloc(20, 0x7f);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  return extra;
}

function inFront(): Buffer {
  return Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0\x04\0\0\0", "latin1"), packed(packageParts())]);
}

/** A lead, and then rows with nothing in them. */
function longSheet(): string {
  const empty = Array.from({ length: 80_000 }, (_, n) => `<row r="${n + 3}"></row>`);
  const parts = packageParts(rowsXml(LEAD_ROW, ...empty));
  return parts.find(({ name }) => name === SHEET)?.text ?? "";
}
