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
    ["leads.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xls"],
    ["leads.xlsx", "\xd0\xcf\x11\xe0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", "password"],
    ["leads.xls", "\r\n<html><body><table>", "html"],
    ["leads.xls", "\xef\xbb\xbf<!-- x --><TABLE>", "html"],
    ["leads.xls", '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', "xml"],
    ["leads.csv", "<?xml version='1.0'?><leads/>", "xml"],
    ["leads.csv", "%PDF-1.7", "pdf"],
    ["leads.csv", "\x1f\x8b\x08", "compressed"],
    ["leads.odt", "PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.text", "document"],
    ["leads.gsheet", '{"url": "https://docs.google.com/open?id=x", "doc_id": "x"}', "gsheet"],
    ["leads.numbers", "PK\x03\x04....Index/Document.iwa", "numbers"],
  ])("of %s is named when it cannot be read: %#", (name, content, kind) => {
    expect(() => fileKind(name, latin1(content))).toThrow(
      expect.objectContaining({ finding: "input-wrong-kind", params: { name, kind } }),
    );
  });

  it("of the mark that Excel leaves is told by its name", () => {
    expect(() => fileKind("~$leads.xlsx", latin1("\x05Jane"))).toThrow(
      expect.objectContaining({ finding: "input-lock-file" }),
    );
  });

  it("is binary with many control characters, not with a single one", () => {
    expect(looksBinary("Email\na@b.co\0\n")).toBe(false);
    expect(looksBinary("\x01\x02\x03\x04\x05")).toBe(true);
  });
});
