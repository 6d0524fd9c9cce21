import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The page's style and script, and how its content security policy names them. */
export interface PageAssets {
  style: string;
  script: string;
  styleHash: string;
  scriptHash: string;
}

/** The modules of `src/report/page`, each after those that it imports. */
const MODULES = ["elements", "words", "row-view", "detail", "row-table", "filters", "page"] as const;

/** Where the compiler puts the modules; the same from `src/report` and `dist/report`. */
const COMPILED = new URL("../../dist/report/page/", import.meta.url);
const STYLE = new URL("../../src/report/page/page.css", import.meta.url);

/** Reads what is inlined into every page. */
export async function readPageAssets(): Promise<PageAssets> {
  const sources = await Promise.all(MODULES.map((name) => readFile(new URL(`${name}.js`, COMPILED), "utf8")));
  const style = await readFile(STYLE, "utf8");
  const script = joinModules(sources);
  return { style, script, styleHash: sha256(style), scriptHash: sha256(script) };
}

/**
 * Makes one script of modules that import only from one another, since a page without requests has nowhere to
 * import from. In the block, two modules that declare the same name are a syntax error instead of a surprise.
 */
export function joinModules(sources: readonly string[]): string {
  const bodies = sources.map((source) =>
    source
      .replace(/^import [^;]*;\n/gm, "")
      .replace(/^export \{\};\n/gm, "")
      .replace(/^export (?=(?:async )?(?:function|const|let|class)\b)/gm, "")
      .replace(/^\/\/# sourceMappingURL=.*$/gm, ""),
  );
  const script = `"use strict";\n{\n${bodies.join("\n")}}\n`;
  if (/^(?:import|export)\b/m.test(script))
    throw new Error("a module of the page has an import of another form");
  if (/<\/script|<!--/i.test(script)) throw new Error("the page's script would end its own element");
  return script;
}

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
