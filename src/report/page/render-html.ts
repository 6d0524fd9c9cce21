import { createHash } from "node:crypto";
import { packageText } from "../../base/package-files.ts";
import type { RenderedRun, RunReport } from "../model/report-model.ts";
import { sharedRun } from "../model/share-safe.ts";
import { html, type Markup } from "./markup.ts";
import { pageDetails } from "./page-details.ts";
import { PageFacts } from "./page-facts.ts";
import { type PagePlace, pageHead } from "./page-head.ts";
import { rowsSection } from "./page-table.ts";

/** A page that may stand anywhere. */
const NOWHERE: PagePlace = { files: [], program: "leadctl" };

/** `report.html` of a run of which nothing has been gathered yet: reads its journal and its rows. */
export async function* renderHtml(report: RunReport, isRevealing: boolean): AsyncGenerator<string> {
  const facts = await PageFacts.begin(report, isRevealing);
  for await (const batch of report.rows()) for (const row of batch) facts.addRow(row);
  yield* renderPage(report, facts);
}

/**
 * `report.html`: one page that needs nothing else. Its policy forbids every request and every script but its
 * own, so that whatever a sheet or the service said stays text.
 */
export async function* renderPage(
  whole: RunReport,
  facts: PageFacts,
  place: PagePlace = NOWHERE,
): AsyncGenerator<string> {
  const report = facts.isRevealing ? whole : sharedRun(whole);
  const assets = readPageAssets();
  yield head(report, assets);
  yield bodyStart(report, facts, place).text;
  yield '<script type="application/json" id="data">';
  yield* facts.rows.json();
  yield `</script>\n<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function head({ run }: RenderedRun, { style, styleHash, scriptHash }: PageAssets): string {
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const start = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="leadctl">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${run.input}: leads</title>
`;
  return `${start.text}<style>${style}</style>\n</head>\n`;
}

function bodyStart(report: RenderedRun, facts: PageFacts, place: PagePlace): Markup {
  const sharing = facts.isRevealing
    ? "This copy holds names, e-mail addresses and login links."
    : "Safe to share: e-mail addresses are masked, what the sheet and the service say of a person is left out.";
  return html`<body>
<a class="skip" href="#rows">Skip to the rows</a>
${pageHead(report, facts, place)}
<main>
${rowsSection(report, facts)}
${pageDetails(report, facts)}
</main>
<footer><p>${sharing} The page asks for nothing and sends nothing.</p></footer>
<dialog id="detail" aria-labelledby="detail-title"></dialog>
<p id="said" class="unseen" role="status"></p>
`;
}

/** The page's style and script, and how its content security policy names them. */
interface PageAssets {
  style: string;
  script: string;
  styleHash: string;
  scriptHash: string;
}

/** The modules of `src/report/page/script`, each after those that it imports. */
const MODULES = [
  "elements",
  "times",
  "words",
  "row-view",
  "detail",
  "row-table",
  "tabs",
  "filters",
  "page",
] as const;

/** Reads what is inlined into every page. */
export function readPageAssets(): PageAssets {
  const style = packageText("src/report/page/script/page.css");
  const script = joinModules(MODULES.map((name) => packageText(`dist/report/page/script/${name}.js`)));
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
