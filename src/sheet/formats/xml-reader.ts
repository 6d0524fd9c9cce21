import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";

/** An element with what stands in it. Names come without their prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  /** What it stands in; absent for the root. */
  within: XmlElement | undefined;
}

/** Which elements come, by their names. */
interface WantedXml {
  /** At their ends, with all that stands in them. */
  whole: ReadonlySet<string>;
  /** At their beginnings, without it. */
  alone?: ReadonlySet<string>;
  /** Never, nor what stands in them. */
  passedOver?: ReadonlySet<string>;
}

/** The formats nest some ten levels deep, and their longest text is that of a cell. */
const DEPTH_MAX = 200;
const UNTAGGED_BYTES_MAX = 1024 * 1024;
const PIECE_BYTES = 128 * 1024;
/** What an element may hold that comes whole: Excel's longest row has 16,384 cells, each with a value. */
const ELEMENT_NODES_MAX = 100_000;
const ELEMENT_CHARACTERS_MAX = 1024 * 1024;

/**
 * Reads XML as it arrives: the elements that are wanted, those of each piece together. Entities of its own are never
 * expanded: the parser knows XML's five and takes any other for an error. What it has to hold is bounded: the tags that are
 * open, the text, attributes or comments between one tag and the next, and an element that comes whole.
 *
 * @throws Error when the XML is damaged, or not whole.
 */
export async function* readXml(
  part: AsyncIterable<Buffer>,
  { whole, alone, passedOver }: WantedXml,
): AsyncGenerator<XmlElement[]> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new StringDecoder("utf8");
  let found: XmlElement[] = [];
  /** The innermost element that is open. */
  let current: XmlElement | undefined;
  let [depth, wholeDepth, passedOverDepth] = [0, 0, 0];
  let [nodes, characters, untaggedBytes] = [0, 0, 0];
  parser.on("opentag", ({ name: prefixed, attributes }) => {
    untaggedBytes = 0;
    depth += 1;
    if (depth > DEPTH_MAX) throw new Error("the XML nests too deep");
    const name = localName(prefixed);
    if (passedOverDepth > 0 || passedOver?.has(name)) {
      passedOverDepth += 1;
      return;
    }
    const element: XmlElement = { name, attributes, children: [], within: current };
    if (wholeDepth > 0) current?.children.push(element);
    if (wholeDepth > 0 || whole.has(name)) {
      wholeDepth += 1;
      nodes += 1;
      if (nodes > ELEMENT_NODES_MAX) throw new Error("an element without end");
    } else if (alone?.has(name)) found.push(element);
    current = element;
  });
  parser.on("closetag", () => {
    untaggedBytes = 0;
    depth -= 1;
    if (passedOverDepth > 0) {
      passedOverDepth -= 1;
      return;
    }
    if (wholeDepth > 0) wholeDepth -= 1;
    if (current && nodes > 0 && wholeDepth === 0) {
      found.push(current);
      [nodes, characters] = [0, 0];
    }
    current = current?.within;
  });
  const addText = (text: string): void => {
    if (wholeDepth === 0 || passedOverDepth > 0) return;
    current?.children.push(text);
    characters += text.length;
    if (characters > ELEMENT_CHARACTERS_MAX) throw new Error("an element with an endless text");
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  for await (const chunk of part) {
    // A part that is stored, not packed, comes whole.
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      untaggedBytes += piece.length;
      if (untaggedBytes > UNTAGGED_BYTES_MAX) throw new Error("the XML has an endless text");
      parser.write(decoder.write(piece));
      yield found;
      found = [];
    }
  }
  parser.write(decoder.end());
  parser.close();
  yield found;
}

/** The elements that stand in another one. */
export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== "string");
}

/** Whether elements of one of some names stand in another one, however deep. */
export function holds({ children }: XmlElement, names: ReadonlySet<string>): boolean {
  return children.some((one) => typeof one !== "string" && (names.has(one.name) || holds(one, names)));
}

/** The texts of all elements of a name that stand in another one, however deep. */
export function textIn({ children }: XmlElement, name: string): string {
  let text = "";
  for (const child of children) {
    if (typeof child === "string") continue;
    if (child.name !== name) text += textIn(child, name);
    else for (const part of child.children) if (typeof part === "string") text += part;
  }
  return text;
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
