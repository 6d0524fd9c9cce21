import { html, type Markup } from "./markup.ts";
import { shareSafeRun } from "./mask.ts";
import { type PageAssets, readPageAssets } from "./page-assets.ts";
import { PageFacts } from "./page-facts.ts";
import { charts, header, outcomes, reasons, rowsSection, steps } from "./page-sections.ts";
import { reportGuidance } from "./report-guidance.ts";
import type { RunReport } from "./report-model.ts";

/** `report.html` of a run of which nothing has been gathered yet: reads its journal and its rows. */
export async function* renderHtml(report: RunReport, isRevealing: boolean): AsyncGenerator<string> {
  const facts = await PageFacts.begin(report, isRevealing);
  for await (const row of report.rows()) facts.addRow(row);
  yield* renderPage(report, facts);
}

/**
 * `report.html`: one page that needs nothing else. Its policy forbids every request and every script but its
 * own, so that whatever a sheet or the service said stays text.
 */
export async function* renderPage(whole: RunReport, facts: PageFacts): AsyncGenerator<string> {
  const report = facts.isRevealing ? whole : shareSafeRun(whole);
  const assets = await readPageAssets();
  yield head(report, assets);
  yield bodyStart(report, facts).text;
  yield '<script type="application/json" id="data">';
  yield* facts.rows.json();
  yield `</script>\n<script>${assets.script}</script>\n</body>\n</html>\n`;
}

function head({ run }: RunReport, { style, styleHash, scriptHash }: PageAssets): string {
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

function bodyStart(report: RunReport, facts: PageFacts): Markup {
  const view = facts.timeline.view();
  return html`<body>
<a class="skip" href="#rows">Skip to the rows</a>
${header(report, facts, view)}
<main>
${steps(reportGuidance(report))}
${outcomes(report)}
${reasons(report, facts.tally)}
${charts(facts, view)}
${rowsSection(report, facts)}
</main>
<dialog id="detail" aria-labelledby="detail-title"></dialog>
<p id="said" class="unseen" role="status"></p>
`;
}
