import type { RunReport } from "../../src/report/model/report-model.ts";
import { storyOf, storyRow } from "./sample-story.ts";

/** Each acts somewhere where text is not kept text: a page, a spreadsheet, XML, Markdown, a terminal. */
export const HOSTILE_TEXTS = [
  '</script><script>document.title = "taken"</script>',
  "<img src=x onerror=\"document.title = 'taken'\">",
  "<!-- <script>",
  '"><svg/onload=document.title="taken">',
  "javascript:document.title='taken'",
  "{{constructor.constructor('document.title=1')()}}",
  "]]></failure><failure>",
  "&lt;b&gt; &amp; &#60;i&#62;",
  '=HYPERLINK("http://evil.example.test","x")',
  "[click](http://evil.example.test) `code` **bold** | @everyone #1",
  "\u001b[2J\u0007\u0000\u0008 control \u009b31m",
  "\u202Eright to left\u202C \u2028 \u2029 \uFEFF",
  "\uD800 lone surrogate \uDFFF",
  "__proto__",
] as const;

/** Hostile text in every field that a sheet or the service fills, and in what names the run. */
export function hostileStory(): RunReport {
  const rows = HOSTILE_TEXTS.flatMap((text, index) => [
    storyRow(2 + index * 2, {
      status: "rejected",
      cells: [text, text],
      affiliateId: text,
      email: text,
      firstName: text,
      lastName: text,
      httpStatus: 400,
      attempts: 1,
      durationMs: 3,
      issues: [{ code: text, message: text, path: [text], column: text, cell: `${text}2` }],
      warnings: [{ code: text, message: text, path: ["address", text] }],
    }),
    storyRow(3 + index * 2, {
      status: "created",
      cells: [text, text],
      affiliateId: text,
      quoteId: text,
      loginUrl: text,
      httpStatus: 200,
      attempts: 1,
      durationMs: 3,
      error: text,
    }),
  ]);
  const text = HOSTILE_TEXTS.join(" ");
  const story = storyOf(rows, [{ name: HOSTILE_TEXTS[0] }, { name: HOSTILE_TEXTS[1] }]);
  const run = {
    ...story.run,
    id: text,
    input: text,
    dir: text,
    stops: [{ code: text, message: text, hint: text }],
  };
  return {
    ...story,
    run: { ...run, complete: false, target: { baseUrl: text, partner: text } },
    notices: [{ code: "odd", message: text }],
  };
}
