import { describe, expect, it } from "vitest";
import { fileKind, looksBinary } from "../../../src/sheet/formats/file-kind.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a file's kind", () => {
  it.each([
    ["leads.csv", "Email\n", "text"],
    ["leads.csv", "PK\x03\x04....[Content_Types].xml", "workbook"],
    ["leads.xlsx", "PK\x03\x04....xl/workbook.xml", "workbook"],
    ["leads.ods", "PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "workbook"],
  ])("of %s is told by its content", (name, content, kind) => {
    expect(fileKind(name, latin1(content))).toBe(kind);
  });

  it.each([
    ["leads.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", /old Excel workbook/],
    ["leads.xlsx", "\xd0\xcf\x11\xe0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", /with a password/],
    ["leads.xls", "\r\n<html><body><table>", /web page/],
    ["leads.xls", "\xef\xbb\xbf<!-- x --><TABLE>", /web page/],
    ["leads.xls", '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', /XML spreadsheet/],
    ["leads.csv", "<?xml version='1.0'?><leads/>", /an XML file/],
    ["leads.csv", "%PDF-1.7", /a PDF/],
    ["leads.csv", "\x1f\x8b\x08", /gzip/],
    [
      "leads.odt",
      "PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.text",
      /OpenDocument file, but not/,
    ],
    [
      "leads.gsheet",
      '{"url": "https://docs.google.com/open?id=x", "doc_id": "x"}',
      /shortcut to a Google sheet/,
    ],
    ["leads.numbers", "PK\x03\x04....Index/Document.iwa", /Numbers/],
    ["~$leads.xlsx", "\x05Jane", /mark that Excel leaves/],
  ])("of %s is named when it cannot be read: %#", (name, content, message) => {
    expect(() => fileKind(name, latin1(content))).toThrow(message);
  });

  it("is binary with many control characters, not with a single one", () => {
    expect(looksBinary("Email\na@b.co\0\n")).toBe(false);
    expect(looksBinary("\x01\x02\x03\x04\x05")).toBe(true);
  });
});
