import type { WrongKind } from "../file-errors.ts";
import { inputError } from "../sheet-errors.ts";

/** What a file that can be read is, by its first bytes. */
export type FileKind = "text" | "workbook";

interface Signature {
  /** First bytes, in Latin-1. */
  starts: string;
  /** Further text in the head, in Latin-1, that tells apart what begins alike. */
  holds?: RegExp;
  is: WrongKind;
}

/** In order: the first that fits is taken. */
const SIGNATURES: readonly Signature[] = [
  {
    starts: "\xd0\xcf\x11\xe0",
    holds: /E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e/,
    is: "password",
  },
  {
    starts: "\xd0\xcf\x11\xe0",
    is: "xls",
  },
  {
    starts: "PK\x03\x04",
    holds: /mimetypeapplication\/vnd\.oasis\.opendocument\.(?!spreadsheet)/,
    is: "opendocument",
  },
  {
    starts: "PK\x03\x04",
    holds: /Index\/|\.iwa/,
    is: "numbers",
  },
  {
    starts: "PK\x03\x04",
    holds: /word\/document|ppt\/presentation/,
    is: "office",
  },
  { starts: "PK\x05\x06", is: "zip-empty" },
  {
    starts: "%PDF",
    is: "pdf",
  },
  { starts: "\x1f\x8b", is: "gzip" },
  { starts: "BZh", is: "bzip2" },
  { starts: "\xfd7zXZ", is: "xz" },
  {
    starts: "\x28\xb5\x2f\xfd",
    is: "zstd",
  },
  { starts: "7z\xbc\xaf", is: "7z" },
  { starts: "Rar!", is: "rar" },
  { starts: "{\\rtf", is: "rtf" },
  { starts: "\x89PNG", is: "picture" },
  {
    starts: "\xff\xd8\xff",
    is: "picture",
  },
  { starts: "SQLite format 3", is: "sqlite" },
  { starts: "PAR1", is: "parquet" },
];

const XML_SPREADSHEET = /<\?mso-application|urn:schemas-microsoft-com:office:spreadsheet/i;
const GOOGLE_SHORTCUT = /"doc_id"\s*:|docs\.google\.com\/|drive\.google\.com\//;
const HTML = /^<(?:!doctype html|html|head|body|table|div|meta|style)\b/i;

/**
 * Tells text from a workbook by the first bytes, whatever the name says.
 *
 * @throws CliError that names what the file is, when it is neither.
 */
export function fileKind(name: string, head: Buffer): FileKind {
  const bytes = head.toString("latin1");
  if (name.startsWith("~$")) {
    throw inputError("input-lock-file", { name, workbook: name.slice(2) });
  }
  for (const { starts, holds, is } of SIGNATURES) {
    if (bytes.startsWith(starts) && (!holds || holds.test(bytes))) throw wrongKind(name, is);
  }
  if (bytes.startsWith("PK\x03\x04")) return "workbook";
  const start = bytes
    .slice(0, 4096)
    .replace(/^\xef\xbb\xbf/, "")
    .replace(/^(?:\s|<!--[\s\S]*?-->)+/, "");
  if (start.startsWith("<") && XML_SPREADSHEET.test(start)) {
    throw wrongKind(name, "xml-2003");
  }
  if (HTML.test(start)) {
    throw wrongKind(name, "html");
  }
  if (/^\{\s*"(?:url|doc_id|resource_id|email|open_url)"\s*:/.test(start) && GOOGLE_SHORTCUT.test(start)) {
    throw wrongKind(name, "gsheet");
  }
  if (/^<\?xml\b/i.test(start)) throw wrongKind(name, "xml");
  return "text";
}

function wrongKind(name: string, kind: WrongKind): Error {
  return inputError("input-wrong-kind", { name, kind });
}

/** Control characters that no text has, but for NUL, which damages single cells. */
const CONTROL = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;

/** Whether decoded text is no text at all: many control characters or NULs. */
export function looksBinary(text: string): boolean {
  const controls = text.match(CONTROL)?.length ?? 0;
  const zeros = text.split("\0").length - 1;
  return controls + zeros > Math.max(2, text.length / 100);
}
