import { parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { readSources, type Sources } from "./import-graph.ts";

/**
 * Codes decide, texts tell: no code compares, searches or cuts a sentence. What is looked at is the syntax alone, by the
 * names that sentences have: `message`, `hint` and `pageHint`, of whatever object, or taken out of one.
 */
const SENTENCES: ReadonlySet<string> = new Set(["message", "hint", "pageHint"]);
const READING: ReadonlySet<string> = new Set(
  `startsWith endsWith includes indexOf lastIndexOf match matchAll search replace replaceAll split slice substring at charAt
   localeCompare`.split(/\s+/),
);
const COMPARING: ReadonlySet<string> = new Set(["===", "!==", "==", "!="]);

/** Files that read sentences which are not ours, or not of this version, each with whose they are. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  "src/cli/usage-failure.ts": "commander's",
  "src/job/failure.ts": "the operating system's, as Node words them",
  "src/lead/rules.ts": "the service's, beside those that the interface shows",
  "src/outcome/exchange.ts": "Node's, of an address that it tried to reach",
  "src/report/model/share-safe.ts": "two of the same finding: whether one of them leaves something out",
  "src/run/plan/plan-record.ts": "those of plans of earlier versions",
  "src/send/client.ts": "those of undici and OpenSSL",
  "src/smoke/expectations.ts": "Node's, which often name their code",
  "src/sheet/formats/json/json-table.ts": "that of JSON.parse, which says where",
  "src/sheet/table.ts": "notices in plans of earlier versions, which have no parameters",
};

interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

const sources = readSources("src");

describe("a sentence", () => {
  it("is read by no code, but for those of others", () => {
    const found = readSentences(sources).filter(
      (place) => !Object.hasOwn(OF_OTHERS, place.split(":")[0] ?? ""),
    );
    expect(found).toStrictEqual([]);
  });

  it("of others is still read where it is said to be", () => {
    const files = new Set(readSentences(sources).map((place) => place.split(":")[0]));
    expect(Object.keys(OF_OTHERS).filter((file) => !files.has(file))).toStrictEqual([]);
  });

  it.each([
    'issue.message.startsWith("Same e-mail as ")',
    'issues[0]?.message.includes("read as")',
    "/--sheet\\b/.test(error.hint)",
    "SAME.exec(issue.message)",
    'problem.message === "No value"',
    'const f = ({ message }: Issue) => message.replace("a", "b");',
    "[...said].some(({ message }) => message !== other)",
  ])("that is read is found: %s", (text) => {
    expect(readSentences(new Map([["src/run/a.ts", text]]))).toHaveLength(1);
  });

  it.each([
    "issue.message === undefined",
    "const text = issue.message;",
    'issue.finding === "row-short"',
    'typeof issue.message === "string"',
    "// issue.message.startsWith()",
  ])("that is only told is not: %s", (text) => {
    expect(readSentences(new Map([["src/run/a.ts", text]]))).toStrictEqual([]);
  });
});

/** Where a sentence is compared, searched or cut, as `file: what stands there`. */
function readSentences(files: Sources): string[] {
  return [...files].flatMap(([path, text]) => {
    const found: string[] = [];
    visit(parseSync(path, text).program as unknown as SyntaxNode, (node) => {
      if (isReading(node)) found.push(`${path}: ${text.slice(node.start, node.start + 80).split("\n")[0]}`);
    });
    return found;
  });
}

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const key of visitorKeys[node.type] ?? [])
    for (const child of [node[key]].flat()) if (isNode(child)) visit(child, see);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function isReading(node: SyntaxNode): boolean {
  if (node.type === "BinaryExpression" && COMPARING.has(String(node.operator)))
    return [node.left, node.right].some(isSentence) && ![node.left, node.right].some(isNothing);
  if (node.type !== "CallExpression" || !isNode(node.callee) || node.callee.type !== "MemberExpression")
    return false;
  const { object, property } = node.callee;
  const method = isNode(property) ? String(property.name) : "";
  if (READING.has(method)) return isSentence(object);
  return (method === "test" || method === "exec") && [node.arguments].flat().some(isSentence);
}

function isSentence(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "ChainExpression" || node.type === "TSNonNullExpression")
    return isSentence(node.expression);
  if (node.type === "Identifier") return SENTENCES.has(String(node.name));
  return (
    node.type === "MemberExpression" && isNode(node.property) && SENTENCES.has(String(node.property.name))
  );
}

function isNothing(node: unknown): boolean {
  if (!isNode(node)) return false;
  return (
    (node.type === "Literal" && node.value === null) ||
    (node.type === "Identifier" && node.name === "undefined")
  );
}
