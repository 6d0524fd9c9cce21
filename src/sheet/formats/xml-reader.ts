import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";

/** What happens while a part's XML is read. Names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The format nests some ten levels deep, and its longest text is that of a cell. */
const DEPTH_MAX = 200;
const UNTAGGED_BYTES_MAX = 1024 * 1024;
const PIECE_BYTES = 128 * 1024;

/**
 * Reads XML as it arrives, and gives the caller a turn after each piece and at the end. Entities of its own are never
 * expanded: the parser knows XML's five and takes any other for an error. What it has to hold is bounded: the tags that are
 * open, and the text, attributes or comments between one tag and the next.
 *
 * @throws Error when the XML is damaged, or not whole.
 */
export async function* readXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new StringDecoder("utf8");
  let [depth, untaggedBytes] = [0, 0];
  parser.on("opentag", ({ name, attributes }) => {
    untaggedBytes = 0;
    depth += 1;
    if (depth > DEPTH_MAX) throw new Error("the XML nests too deep");
    handlers.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    untaggedBytes = 0;
    depth -= 1;
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  for await (const chunk of part) {
    // A part that is stored, not packed, comes whole.
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      untaggedBytes += piece.length;
      if (untaggedBytes > UNTAGGED_BYTES_MAX) throw new Error("the XML has an endless text");
      parser.write(decoder.write(piece));
      yield;
    }
  }
  parser.write(decoder.end());
  parser.close();
  yield;
}

/** Reads XML to its end. */
export async function readWholeXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _turn of readXml(part, handlers)) {
    // Nothing to do between pieces.
  }
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** Text as the format escapes it: `_x000D_` is a carriage return. */
export function unescaped(text: string): string {
  return text.includes("_x")
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** A truth value of the format's attributes. */
export function isTrue(attribute: string | undefined): boolean {
  return attribute === "1" || attribute === "true";
}
