import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Every page that people read, by its path from the root. */
export const MANUALS: readonly string[] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...["fixtures/README.md", "bench/README.md", "bench/results.md"],
].filter((path) => existsSync(join(ROOT, path)));

/** A fenced block, with the comments right before it that speak to these tests, as in `<!-- run 0 -->`. */
export interface Block {
  language: string;
  text: string;
  marks: readonly string[];
  line: number;
}

const BLOCK = /((?:^<!-- .* -->\n)*)^```(\w*)\n([\s\S]*?)^```$/gm;

export function readManual(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(BLOCK)].map(
    ({ 0: all, 1: marks = "", 2: language = "", 3: body = "", index }) => ({
      language,
      text: body,
      marks: [...marks.matchAll(/<!-- (.*) -->/g)].map(([, mark = ""]) => mark),
      line: text.slice(0, index + all.indexOf("```")).split("\n").length,
    }),
  );
}

/** Code within sentences and tables, without its backticks. */
export function codeWordsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word);
}

export function withoutBlocks(text: string): string {
  return text.replace(BLOCK, "");
}

/** The rows of the first table under a heading, cell by cell, without its head. */
export function tableUnder(text: string, heading: string): string[][] {
  const from = text.indexOf(`\n${heading}\n`);
  if (from < 0) throw new Error(`There is no "${heading}"`);
  const lines = text.slice(from).split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  const table = lines.slice(
    first,
    lines.findIndex((line, index) => index > first && !line.startsWith("|")),
  );
  return table.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
