import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { codeWordsOf, MANUALS, ROOT, readManual, withoutBlocks } from "./manual.ts";

/** Places of the project, as prose names them; with a `*` or an ellipsis they are no single file. */
const PLACE = /^(?:src|test|docs|bench|fixtures|bin|\.ci|\.github)\/[\w./-]+$/;

describe("the pages of the manual", () => {
  it.each(MANUALS)("%s leads nowhere that is not there", (path) => {
    const dead = linksOf(readManual(path)).filter((link) => !leadsSomewhere(link, path));
    expect(dead).toStrictEqual([]);
  });

  it.each(MANUALS)("%s names no file that is not there", (path) => {
    const names = codeWordsOf(readManual(path)).filter((word) => PLACE.test(word));
    expect(names.filter((name) => !existsSync(join(ROOT, name)))).toStrictEqual([]);
  });

  it("can be reached from the README, all of them", () => {
    const reached = new Set<string>(["README.md"]);
    for (const page of reached) {
      for (const link of linksOf(readManual(page))) {
        const [file = ""] = link.split("#");
        const target = relative(ROOT, join(ROOT, dirname(page), file));
        if (file !== "" && MANUALS.includes(target)) reached.add(target);
      }
    }
    expect(MANUALS.filter((page) => !reached.has(page) && !page.startsWith("fixtures"))).toStrictEqual([]);
  });
});

/** Links and pictures, but for those to other places on the web. */
function linksOf(text: string): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(link: string, from: string): boolean {
  const [file = "", heading] = link.split("#");
  const path = file === "" ? from : join(dirname(from), file);
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || anchorsOf(readManual(path)).includes(heading);
}

/** Headings as the pages of a code host name them. */
function anchorsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
