import type { Target } from "./targets.ts";

/**
 * The page that lies beside an executable: its system's part of the install page, in plain text.
 *
 * @param page docs/install.md.
 */
export function instructionsText(page: string, { system, name }: Target, version: string): string {
  const part = new RegExp(`^## ${system}\\n([\\s\\S]*?)(?=^## )`, "m").exec(page)?.[1];
  if (part === undefined) throw new Error(`docs/install.md has no part for ${system}`);
  const text = part
    .trim()
    .replace(/^### (.*)$/gm, (_line, title: string) => `${title}\n${"-".repeat(title.length)}`)
    .replace(/^ *```\w*\n([\s\S]*?)^ *```$/gm, (_block, lines: string) =>
      lines.replace(/^(?=.)/gm, "    ").trimEnd(),
    )
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|`|<!--.*?-->\n?/g, "")
    .replaceAll("<version>", version)
    .replaceAll("<system>", name);
  const title = `leadctl ${version} for ${system} (${name})`;
  const lines = `${title}\n${"=".repeat(title.length)}\n\n${text}\n`;
  // Notepad has long shown line feeds alone as nothing.
  return system === "Windows" ? lines.replaceAll("\n", "\r\n") : lines;
}
