import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const CHROMIUM = "/usr/bin/chromium";

export const CHROMIUM_OPTIONS = {
  executablePath: CHROMIUM,
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  ],
};

/** Whether there is a browser to test with: Debian's package `chromium`. */
export const HAS_BROWSER = existsSync(CHROMIUM);

/** A page that has been opened from a file, and what it did on its own. */
export interface OpenPage {
  page: Page;
  /** Console messages, script errors and requests; empty when all is well. */
  troubles: string[];
}

/** Starts one browser for all tests of a file. */
export function useBrowser() {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-page-"));
  let browser: Browser | undefined;
  let pageCount = 0;

  beforeAll(async () => {
    if (!HAS_BROWSER) return;
    browser = await chromium.launch(CHROMIUM_OPTIONS);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  return async (
    content: AsyncIterable<string> | Iterable<string>,
    options: BrowserContextOptions = {},
  ): Promise<OpenPage> => {
    if (!browser) throw new Error("no browser");
    const path = join(folder, `page-${pageCount++}.html`);
    await writeFile(path, content);
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const troubles: string[] = [];
    const address = pathToFileURL(path).href;
    page.on("console", (message) => troubles.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (request.url() !== address) troubles.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, troubles };
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe takes for a fault of the page as it is shown now, by rule and place. */
export async function axeFindings(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(`${AXE};axe.run()`);
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Presses Tab until the keyboard is there. */
export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}
