import { type Node, type ParseError, parseTree } from "jsonc-parser";

/** A JSON text that somebody wrote by hand, and where things stand in it. Lines are counted from 1. */
export interface JsonSource {
  /** As `JSON.parse` gives it: of two equal keys the later one counts. */
  content: unknown;
  /** Keys that stand in one object twice, each with the line of the later one. */
  repeated: readonly { path: readonly string[]; line: number }[];
  /** Line of a key or an item, or of the innermost one on the way to it that there is. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** The line at which a text is no longer JSON. Its content is not repeated, because it may be a secret. */
export interface JsonFault {
  faultLine: number;
}

/** Reads a JSON text, with or without a byte order mark. */
export function readJsonSource(text: string): JsonSource | JsonFault {
  const json = text.replace(/^\ufeff/, "");
  const lineAt = (offset: number): number => json.slice(0, offset).split("\n").length;
  const { root, faultOffset } = treeOf(json);
  try {
    const content: unknown = JSON.parse(json);
    return {
      content,
      repeated: root ? repeatedKeys(root, [], lineAt) : [],
      lineOf: (path) => lineAt(root ? offsetOf(root, path) : 0),
    };
  } catch {
    return { faultLine: lineAt(faultOffset) };
  }
}

/** The tree as far as it can be read; none where it is nested deeper than can be walked. */
function treeOf(json: string): { root: Node | undefined; faultOffset: number } {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(json, errors, { disallowComments: true });
    return { root, faultOffset: errors[0]?.offset ?? json.length };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { root: undefined, faultOffset: 0 };
  }
}

function repeatedKeys(
  node: Node,
  path: readonly string[],
  lineAt: (offset: number) => number,
): { path: readonly string[]; line: number }[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    const name = String(key ? key.value : index);
    const here = [...path, name];
    const isRepeated = seen.has(name);
    seen.add(name);
    const own = isRepeated ? [{ path: here, line: lineAt(child.offset) }] : [];
    return [...own, ...(value ? repeatedKeys(value, here, lineAt) : [])];
  });
}

function offsetOf(root: Node, path: readonly PropertyKey[]): number {
  let [node, offset]: [Node | undefined, number] = [root, root.offset];
  for (const step of path) {
    const found: Node | undefined =
      node?.type === "object"
        ? node.children?.findLast((property) => property.children?.[0]?.value === step)
        : node?.children?.[Number(step)];
    if (!found) return offset;
    offset = found.offset;
    node = found.type === "property" ? found.children?.[1] : found;
  }
  return offset;
}
