import { inputError } from "./input-error.ts";
import type { JsonItem } from "./json-item.ts";

const LINE_BYTES_MAX = 1024 * 1024;
const NEWLINE = 10;

/**
 * Cuts JSON Lines into their items: one a line, blank lines skipped.
 *
 * @throws CliError when a line is longer than 1 MiB.
 */
export async function* jsonLines(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonItem[]> {
  let line = 0;
  let ordinal = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const finish = (items: JsonItem[]) => {
    const text = Buffer.concat(parts).toString("utf8").trim();
    parts = [];
    length = 0;
    line += 1;
    if (text !== "") items.push({ ordinal: ++ordinal, line, text, pairs: pairsIn(text) });
  };
  for await (const chunk of chunks) {
    const items: JsonItem[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, at));
      finish(items);
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LINE_BYTES_MAX) {
      throw inputError(
        "json-broken",
        `${name}: line ${line + 1} is longer than ${LINE_BYTES_MAX / 1024 / 1024} MiB`,
        "JSON Lines hold one lead a line; a list of leads is read with --format json.",
      );
    }
    if (items.length > 0) yield items;
  }
  const last: JsonItem[] = [];
  finish(last);
  if (last.length > 0) yield last;
}

const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Colons outside strings; see `JsonItem`. */
function pairsIn(text: string): number {
  let pairs = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === COLON) pairs += 1;
  }
  return pairs;
}
