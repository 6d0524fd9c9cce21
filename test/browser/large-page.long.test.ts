import { describe, expect, it } from "vitest";
import { renderHtml } from "../../src/report/render-html.ts";
import { HAS_BROWSER, useBrowser } from "./open-page.ts";
import { sampleRun } from "./sample-run.ts";

const ROW_COUNT = 50_000;
const BYTES_MAX = 10_000_000;
/** On a busy machine: on a quiet one, a fifth of it. What would take longer is no page any more. */
const USABLE_MS_MAX = 10_000;
/** A key, a click and what it shows: slower, and one waits for it. */
const ANSWER_MS_MAX = 3_000;

describe.skipIf(!HAS_BROWSER)("report.html of 50,000 rows", () => {
  const open = useBrowser();

  it.each([false, true])("is small, soon there and quick (revealing: %s)", async (isRevealing) => {
    let bytes = 0;
    async function* counted(): AsyncGenerator<string> {
      for await (const piece of renderHtml(sampleRun(ROW_COUNT), isRevealing)) {
        bytes += Buffer.byteLength(piece);
        yield piece;
      }
    }
    const { page, troubles } = await open(counted());
    expect(bytes).toBeLessThan(BYTES_MAX);
    expect(await page.textContent("#found")).toBe("Rows 1 to 50 of 15,000");
    // From the start of the navigation to the first frame after the script.
    const usableMs = await page.evaluate(
      () => performance.getEntriesByType("navigation").map((entry) => entry.duration)[0],
    );
    expect(usableMs).toBeLessThan(USABLE_MS_MAX);

    const answers = await page.evaluate(() => {
      const took = (act: () => void): number => {
        const start = performance.now();
        act();
        document.body.getBoundingClientRect();
        return Math.round(performance.now() - start);
      };
      const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
      return {
        all: took(press("#tab-all")),
        filter: took(press('[data-filter="status:failed"]')),
        unfilter: took(press('[data-filter="status:failed"]')),
        sortText: took(press('th[data-column="what"] button')),
        sortBack: took(press('th[data-column="what"] button')),
        sortRow: took(press('th[data-column="row"] button')),
        last: took(press("#pages button:last-child")),
      };
    });
    const query = page.locator("#query");
    const startMs = Date.now();
    await query.fill("ref-49876");
    await page.waitForSelector("#found:has-text('1 row')");
    const searchMs = Date.now() - startMs;
    for (const ms of Object.values(answers)) expect(ms).toBeLessThan(ANSWER_MS_MAX);
    expect(searchMs).toBeLessThan(USABLE_MS_MAX);
    expect(troubles).toEqual([]);
  });
});
