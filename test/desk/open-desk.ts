import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { CHROMIUM_OPTIONS, HAS_BROWSER } from "../browser/open-page.ts";
import type { RunningDesk } from "./running-desk.ts";

export interface DeskPage {
  page: Page;
  /** Console messages, script errors, and requests to anywhere else; empty when all is well. */
  troubles: string[];
}

/** Starts one browser for all tests of a file. What it returns opens a desk as a person of their own: with nothing kept yet. */
export function useDeskPage() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (HAS_BROWSER) browser = await chromium.launch(CHROMIUM_OPTIONS);
  });
  afterAll(() => browser?.close());

  return async ({ address, origin }: RunningDesk, options: BrowserContextOptions = {}): Promise<DeskPage> => {
    if (!browser) throw new Error("no browser");
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    // Once one address is watched, all requests are, from the first one on. Begun or begun anew between two requests, the browser
    // let the next one by unseen now and then (1 of some 100 tries on a busy machine).
    await page.route("**/never-asked-for", (route) => route.abort());
    // Less than a test's own, so that what is waited for in vain is named.
    page.setDefaultTimeout(60_000);
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`)) troubles.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, troubles };
  };
}

/** Asks the desk from within its page, as another tab would. @returns The answer's status and document. */
export function askFrom(page: Page, path: string, body?: string | object): Promise<[number, unknown]> {
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  const type = typeof body === "object" ? "application/json" : "application/octet-stream";
  return page.evaluate(
    async ([to, sent, contentType]) => {
      const authorization = `Bearer ${localStorage.getItem("leadctl-desk")}`;
      const headers = { authorization, "content-type": contentType };
      const method = sent === undefined ? "GET" : "POST";
      const response = await fetch(to, { method, headers, ...(sent !== undefined && { body: sent }) });
      return [response.status, await response.json()] as [number, unknown];
    },
    [path, text, type] as const,
  );
}

/** Shows another view, as a link of the page would. @param hash As in `#/runs`. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}
