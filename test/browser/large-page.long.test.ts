import { describe, expect, it } from "vitest";
import { renderHtml } from "../../src/report/page/render-html.tsx";
import { HAS_BROWSER, useBrowser } from "./open-page.ts";
import { sampleRun } from "./sample-run.ts";

const ROW_COUNT = 50_000;
const BYTES_MAX = 10_000_000;

describe.skipIf(!HAS_BROWSER)("report.html of 50,000 rows", () => {
  const open = useBrowser();

  it.each([false, true])("is small, and can be used (revealing: %s)", async (isRevealing) => {
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
    await page.click(".tabs button:nth-child(2)");
    expect(await page.textContent("#found")).toBe("Rows 1 to 50 of 50,000");
    await page.click('[data-filter="status:failed"]');
    expect(await page.textContent("#found")).toBe("Rows 1 to 50 of 5,000");
    await page.click('[data-filter="status:failed"]');
    for (const column of ["what", "what", "row"]) await page.click(`th[data-column="${column}"] button`);
    await page.click("#pages button:last-child");
    expect(await page.textContent("#found")).toBe("Rows 49,951 to 50,000 of 50,000");
    await page.fill("#query", "row 49876");
    await page.waitForSelector("#found:has-text('1 row')");
    expect(troubles).toEqual([]);
  });
});
