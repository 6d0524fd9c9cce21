import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
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
