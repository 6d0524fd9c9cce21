import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { startService } from "../program/run-program.ts";
import { ROOT, readManual } from "./manual.ts";
import { readerDesk } from "./reader-desk.ts";
import { comparableLines } from "./same-output.ts";

const PICTURE = "docs/images/run.svg";

describe("the picture of the README", () => {
  it("shows at its end what the program says to the same commands (node docs/images/record.mjs makes it anew)", async () => {
    const lines = finalLines(readManual(PICTURE));
    const { env } = await startService();
    const desk = readerDesk(env);
    const said: string[] = [];
    for (const line of lines) {
      const command = /^\$ (leadctl .*)$/.exec(line)?.[1];
      if (command === undefined) continue;
      if (command.includes("replay")) await mendAsShown(desk.folder, desk.type);
      said.push(...comparableLines((await desk.type(command)).output));
    }
    const shown = comparableLines(lines.filter((line) => !line.startsWith("#")).join("\n"));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown).toStrictEqual(said.filter((line) => !isProgress(line)));
  });

  it("says in words what it draws", () => {
    const picture = readManual(PICTURE);
    const { desc } = new XMLParser({ ignoreAttributes: true, trimValues: false }).parse(picture).svg;
    expect(finalLines(picture).map((line) => line.trimEnd())).toStrictEqual(
      String(desc)
        .split("\n")
        .filter((line) => line !== ""),
    );
  });

  it("asks for nothing from elsewhere", () => {
    expect(readManual(PICTURE).match(/https?:[^"<\s]+/g)).toStrictEqual([
      "http://www.w3.org/2000/svg",
      ...(readManual(PICTURE).match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []),
    ]);
  });
});

async function mendAsShown(folder: string, type: (line: string) => Promise<unknown>): Promise<void> {
  copyFileSync(
    join(ROOT, "test", "packaging", "mend-sheet.mjs"),
    join(folder, "node_modules", "mend-sheet.mjs"),
  );
  await type(`node ${join(ROOT, "test", "packaging", "mend-sheet.mjs")} monday/fix.csv monday/fix.csv`);
}

/** What a terminal that cannot move its cursor shows in between. */
function isProgress(line: string): boolean {
  return /^#\/# #% /.test(line);
}

/** The lines that stay, from their pieces: each piece stands at its column. */
function finalLines(picture: string): string[] {
  const lines = new Map<number, { x: number; text: string }[]>();
  for (const [, content = ""] of picture.matchAll(/^<g id="v\d+">(.*)<\/g>$/gm)) {
    for (const [, x, y, text = ""] of content.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)</g)) {
      const pieces = lines.get(Number(y)) ?? [];
      lines.set(Number(y), [...pieces, { x: Number(x), text: unescaped(text) }]);
    }
  }
  return [...lines.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, pieces]) => pieces.reduce((line, { x, text }) => line.padEnd(columnOf(x)) + text, ""));
}

function columnOf(x: number): number {
  return Math.round((x - 16) / 7.8);
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
