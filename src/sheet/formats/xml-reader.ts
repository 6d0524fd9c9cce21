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
 * Reads XML piece by piece. Entities of its own are never expanded: the parser knows XML's five and takes any other for an
 * error. What it has to hold is bounded: the tags that are open, and the text, attributes or comments between one tag and
 * the next.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #decoder = new StringDecoder("utf8");
  #untaggedBytes = 0;

  constructor(handlers: XmlHandlers) {
    let depth = 0;
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#untaggedBytes = 0;
      depth += 1;
      if (depth > DEPTH_MAX) throw new Error("the XML nests too deep");
      handlers.open(localName(name), attributes);
    });
    this.#parser.on("closetag", ({ name }) => {
      this.#untaggedBytes = 0;
      depth -= 1;
      handlers.close?.(localName(name));
    });
    this.#parser.on("text", (text) => handlers.text?.(text));
    this.#parser.on("cdata", (text) => handlers.text?.(text));
  }

  /** @param piece Of at most `PIECE_BYTES`, as `xmlPieces` cuts them. @throws Error when the XML is damaged. */
  write(piece: Uint8Array): void {
    this.#untaggedBytes += piece.length;
    if (this.#untaggedBytes > UNTAGGED_BYTES_MAX) throw new Error("the XML has an endless text");
    this.#parser.write(this.#decoder.write(piece));
  }

  /** @throws Error when the XML is not whole. */
  end(): void {
    this.#parser.write(this.#decoder.end());
    this.#parser.close();
  }
}

/** A part in pieces of at most `PIECE_BYTES`: one that is stored, not packed, comes whole. */
export async function* xmlPieces(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of part) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
  }
}

/** Reads XML as it arrives, and gives the caller a turn after each piece. */
export async function* readXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const reader = new XmlReader(handlers);
  for await (const piece of xmlPieces(part)) {
    reader.write(piece);
    yield;
  }
  reader.end();
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
