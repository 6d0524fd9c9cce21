import type { WrongKind } from "../file-errors.ts";
import { inputError } from "../sheet-errors.ts";

/** What a file that can be read is, by its first bytes. */
export type FileKind = "text" | "workbook";

const OLE = "\xd0\xcf\x11\xe0";
const ZIP = "PK\x03\x04";

type Signature = readonly [starts: string, is: WrongKind, holds?: RegExp];

const compressed = (...starts: string[]) => starts.map((one): Signature => [one, "compressed"]);

/**
 * What files begin with, in Latin-1, and further text in the head that tells apart what begins alike; the first that fits
 * is taken.
 */
const SIGNATURES: readonly Signature[] = [
  [OLE, "password", /E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e/],
  [OLE, "xls"],
  [ZIP, "document", /mimetypeapplication\/vnd\.oasis\.opendocument\.(?!spreadsheet)/],
  [ZIP, "numbers", /Index\/|\.iwa/],
  [ZIP, "document", /word\/document|ppt\/presentation/],
  ["PK\x05\x06", "zip"],
  ["%PDF", "pdf"],
  ...compressed("\x1f\x8b", "BZh", "\xfd7zXZ", "\x28\xb5\x2f\xfd", "7z\xbc\xaf", "Rar!"),
  ["{\\rtf", "rtf"],
  ["\x89PNG", "picture"],
  ["\xff\xd8\xff", "picture"],
  ["SQLite format 3", "database"],
  ["PAR1", "database"],
];

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
  const kind =
    SIGNATURES.find(([starts, , holds]) => bytes.startsWith(starts) && (!holds || holds.test(bytes)))?.[1] ??
    (bytes.startsWith(ZIP) ? undefined : markupKind(bytes));
  if (kind !== undefined) throw inputError("input-wrong-kind", { name, kind });
  return bytes.startsWith(ZIP) ? "workbook" : "text";
}

/** What a text is that is marked up, and no sheet. */
function markupKind(bytes: string): WrongKind | undefined {
  const start = bytes
    .slice(0, 4096)
    .replace(/^\xef\xbb\xbf/, "")
    .replace(/^(?:\s|<!--[\s\S]*?-->)+/, "");
  if (HTML.test(start)) return "html";
  const isShortcut = /^\{\s*"(?:url|doc_id|resource_id|email|open_url)"\s*:/.test(start);
  if (isShortcut && GOOGLE_SHORTCUT.test(start)) return "gsheet";
  return /^<\?xml\b/i.test(start) ? "xml" : undefined;
}

/** Control characters that no text has, but for NUL, which damages single cells. */
const CONTROL = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;

/** Whether decoded text is not text at all: many control characters or NULs. */
export function looksBinary(text: string): boolean {
  const controls = text.match(CONTROL)?.length ?? 0;
  const zeros = text.split("\0").length - 1;
  return controls + zeros > Math.max(2, text.length / 100);
}
