import { readFileSync } from "node:fs";

const READING = new URL("../../fixtures/reading/", import.meta.url);

/** The lines of a file of `fixtures/reading`. */
export function readingLines(file: string): string[] {
  return readFileSync(new URL(file, READING), "utf8").trimEnd().split("\n");
}

/** Every header of which `fixtures/reading` says what it is. */
export function knownHeaders(): string[] {
  const alone = readingLines("headers.txt").flatMap((line) => (line.split("\t")[1] ?? "").split(" | "));
  const inSheets = readingLines("columns.txt").flatMap((line) =>
    /^[#=] |^$/.test(line) ? [] : (line.split("\t")[0] ?? ""),
  );
  return [...new Set([...alone, ...inSheets])];
}
