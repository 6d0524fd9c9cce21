import { inputError } from "../input-error.ts";

/** What a file that can be read is, by its first bytes. */
export type FileKind = "text" | "workbook";

interface Signature {
  /** First bytes, in Latin-1. */
  starts: string;
  /** Further text in the head, in Latin-1, that tells apart what begins alike. */
  holds?: RegExp;
  is: string;
  hint: string;
}

const SAVE_AS_CSV = 'Open it in the program it comes from, and save it as "CSV UTF-8" or as .xlsx.';

/** In order: the first that fits is taken. */
const SIGNATURES: readonly Signature[] = [
  {
    starts: "\xd0\xcf\x11\xe0",
    holds: /E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e/,
    is: "a workbook with a password",
    hint: "Remove the password in Excel (File, Info, Protect Workbook), save it and try again.",
  },
  {
    starts: "\xd0\xcf\x11\xe0",
    is: "an old Excel workbook (.xls), or one with a password",
    hint: 'Open it in Excel and save it as "Excel Workbook (.xlsx)" without a password, or as "CSV UTF-8".',
  },
  {
    starts: "PK\x03\x04",
    holds: /mimetypeapplication\/vnd\.oasis\.opendocument\.(?!spreadsheet)/,
    is: "an OpenDocument file, but not a sheet",
    hint: "Name the workbook that holds the leads.",
  },
  {
    starts: "PK\x03\x04",
    holds: /Index\/|\.iwa/,
    is: "a Numbers document",
    hint: "Open it in Numbers and choose File, Export To, CSV.",
  },
  {
    starts: "PK\x03\x04",
    holds: /word\/document|ppt\/presentation/,
    is: "an Office document, not a workbook",
    hint: "Name the workbook that holds the leads.",
  },
  { starts: "PK\x05\x06", is: "an empty ZIP archive", hint: "Name the file that holds the leads." },
  {
    starts: "%PDF",
    is: "a PDF",
    hint: "A PDF cannot be read as a table: ask for the sheet that it was made from.",
  },
  { starts: "\x1f\x8b", is: "a compressed file (gzip)", hint: "Unpack it first, then name the file inside." },
  { starts: "BZh", is: "a compressed file (bzip2)", hint: "Unpack it first, then name the file inside." },
  { starts: "\xfd7zXZ", is: "a compressed file (xz)", hint: "Unpack it first, then name the file inside." },
  {
    starts: "\x28\xb5\x2f\xfd",
    is: "a compressed file (zstd)",
    hint: "Unpack it first, then name the file inside.",
  },
  { starts: "7z\xbc\xaf", is: "a compressed file (7z)", hint: "Unpack it first, then name the file inside." },
  { starts: "Rar!", is: "a compressed file (rar)", hint: "Unpack it first, then name the file inside." },
  { starts: "{\\rtf", is: "a text document (RTF)", hint: SAVE_AS_CSV },
  { starts: "\x89PNG", is: "a picture", hint: "A picture cannot be read as a table: ask for the sheet." },
  {
    starts: "\xff\xd8\xff",
    is: "a picture",
    hint: "A picture cannot be read as a table: ask for the sheet.",
  },
  { starts: "SQLite format 3", is: "a database (SQLite)", hint: "Export its table as CSV." },
  { starts: "PAR1", is: "a Parquet file", hint: "Export its table as CSV." },
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
    throw inputError(
      "input-lock-file",
      `${name} is not a sheet but the mark that Excel leaves while one is open`,
      `Name the workbook itself: ${name.slice(2)}.`,
    );
  }
  for (const { starts, holds, is, hint } of SIGNATURES) {
    if (bytes.startsWith(starts) && (!holds || holds.test(bytes))) throw wrongKind(name, is, hint);
  }
  if (bytes.startsWith("PK\x03\x04")) return "workbook";
  const start = bytes
    .slice(0, 4096)
    .replace(/^\xef\xbb\xbf/, "")
    .replace(/^(?:\s|<!--[\s\S]*?-->)+/, "");
  if (start.startsWith("<") && XML_SPREADSHEET.test(start)) {
    throw wrongKind(name, "an XML spreadsheet of 2003", SAVE_AS_CSV);
  }
  if (HTML.test(start)) {
    throw wrongKind(name, "a web page (HTML), as some systems export under the name .xls", SAVE_AS_CSV);
  }
  if (/^\{\s*"(?:url|doc_id|resource_id|email|open_url)"\s*:/.test(start) && GOOGLE_SHORTCUT.test(start)) {
    throw wrongKind(
      name,
      "a shortcut to a Google sheet (.gsheet), which holds no leads itself",
      "Open it in the browser, choose File, Download, Microsoft Excel (.xlsx), and use that file.",
    );
  }
  if (/^<\?xml\b/i.test(start)) throw wrongKind(name, "an XML file", SAVE_AS_CSV);
  return "text";
}

function wrongKind(name: string, is: string, hint: string): Error {
  return inputError("input-wrong-kind", `${name} is ${is}`, hint);
}

/** Control characters that no text has, but for NUL, which damages single cells. */
const CONTROL = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;

/** Whether decoded text is no text at all: many control characters or NULs. */
export function looksBinary(text: string): boolean {
  const controls = text.match(CONTROL)?.length ?? 0;
  const zeros = text.split("\0").length - 1;
  return controls + zeros > Math.max(2, text.length / 100);
}
