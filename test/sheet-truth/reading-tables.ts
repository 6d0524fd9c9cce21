import { readingLines } from "./known-headers.ts";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\" };

/** A cell of these files: what an editor would not show or keep is escaped as in JavaScript. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([nrt\\]))/g, (_, code: string, letter: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter] ?? ""),
  );
}

/** The tables of a file of `fixtures/reading`, each below its title, with cells between tabs. */
export function readingTables(file: string): (readonly [title: string, rows: string[][]])[] {
  const blocks = readingLines(file).join("\n").split("\n\n");
  return blocks.map((block) => {
    const [title = "", ...lines] = block.split("\n");
    return [title.replace(/^# /, ""), lines.map((line) => line.split("\t").map(unescaped))];
  });
}
