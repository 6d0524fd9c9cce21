import { isUtf8 } from "node:buffer";
import { encodeWindows1252 } from "../input/windows-1252.ts";

const NON_ASCII = /[^\x00-\x7f]/;

/** What the text was before UTF-8 was taken for windows-1252 (`JosÃ©` was `José`), if it looks so. */
export function beforeMojibake(text: string): string | undefined {
  if (!NON_ASCII.test(text)) return undefined;
  const bytes = encodeWindows1252(text);
  return bytes && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
