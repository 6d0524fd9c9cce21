import { programVersion } from "../base/program-version.ts";

/** Answers to what the program is asked alone, most often by whoever meets it first: nothing else is loaded for them. */
export async function quickAnswer([word, ...others]: readonly string[]): Promise<string | undefined> {
  if (others.length > 0) return undefined;
  if (word === "--version" || word === "-V") return `${programVersion()}\n`;
  if (word !== "--help" && word !== "-h" && word !== "help") return undefined;
  const { overviewText } = await import("./overview.ts");
  return overviewText();
}
