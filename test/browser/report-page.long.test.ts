import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { renderHtml } from "../../src/report/render-html.ts";
import { HOSTILE_TEXTS, hostileStory } from "../report/hostile-story.ts";
import { HAS_BROWSER, useBrowser } from "./open-page.ts";
import { sampleRun } from "./sample-run.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!HAS_BROWSER)("report.html in a browser", () => {
  const open = useBrowser();

  it("shows the rows, and neither says nor asks for anything on its own", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(250), false));
    expect(await page.textContent("h1")).toBe(
      "175 of 250 rows were created; 25 invalid, 25 rejected, 25 failed.",
    );
    expect(await found(page)).toBe("Rows 1 to 100 of 250");
    expect(await page.locator("#table tbody tr").count()).toBe(100);
    expect(troubles).toEqual([]);
  });

  it("narrows the rows down by status, by issue, by attempts, and by all of them together", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(250), false));
    await page.click('[data-filter="status:failed"]');
    await page.click('[data-filter="status:invalid"]');
    expect(await found(page)).toBe("Rows 1 to 50 of 50 of 250");
    await page.click(".reasons .filter >> text=Required for condo properties");
    expect(await found(page)).toBe("Rows 1 to 25 of 25 of 250");
    expect(await firstCells(page)).toMatchObject({ row: "3", status: "! invalid" });
    await page.click(".chip >> text=condo");
    await page.click('[data-filter="attempts:2"]');
    expect(await firstCells(page)).toMatchObject({ row: "5", status: "↻ failed", attempts: "2" });
    for (const chip of await page.locator(".chip").all())
      await chip.or(page.locator(".chip").first()).first().click();
    expect(await found(page)).toBe("Rows 1 to 100 of 250");
    expect(troubles).toEqual([]);
  });

  it("finds every word that is typed, wherever it stands", async () => {
    const { page } = await open(renderHtml(sampleRun(250), false));
    await page.fill("#query", "ref-137");
    await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 1);
    expect(await firstCells(page)).toMatchObject({ row: "137", reference: "REF-137" });
    await page.fill("#query", "BOOM 245");
    await page.waitForFunction(() => document.querySelector("#table .open")?.textContent === "245");
    await page.fill("#query", "no such thing");
    await page.waitForSelector("text=No row fits");
  });

  it("sorts by every column, back and forth, and tells assistive technology", async () => {
    const { page } = await open(renderHtml(sampleRun(60), true));
    const columns = await page.locator("#table th[data-column]").all();
    expect(columns.length).toBe(9);
    for (const column of columns) {
      const before = await column.getAttribute("aria-sort");
      await column.getByRole("button").click();
      expect(await column.getAttribute("aria-sort")).toBe(
        before === "ascending" ? "descending" : "ascending",
      );
    }
    await page.click('th[data-column="attempts"] button');
    await page.click('th[data-column="attempts"] button');
    expect(await firstCells(page)).toMatchObject({ row: "5", attempts: "2" });
  });

  it("turns pages by keyboard, and keeps the focus on a button that still works", async () => {
    const { page } = await open(renderHtml(sampleRun(250), false));
    await page.locator("#pages button", { hasText: "Next" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await found(page)).toBe("Rows 201 to 250 of 250");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("First");
    await page.selectOption("#page-size", "500");
    expect(await found(page)).toBe("Rows 1 to 250 of 250");
  });

  it("opens a row with its attempts, by click, by keyboard and by address", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(30), false));
    await page.getByRole("button", { name: "Row 5, details" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.locator("dialog[open]");
    expect(await dialog.locator("h2").textContent()).toBe("Row 5");
    expect(await dialog.locator(".attempts tbody tr").count()).toBe(2);
    expect(await dialog.textContent()).toContain("the service failed; it may have created the lead: boom");
    expect(page.url()).toMatch(/#row-5$/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog:not([open])", { state: "attached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("5");
    await page.click('tr[data-row="4"] td.c-what');
    expect(await dialog.textContent()).toContain("E-mail (H4)");
    await page.evaluate(() => {
      location.hash = "#row-7";
    });
    await page.waitForSelector("text=Row 7 >> visible=true");
    expect(troubles).toEqual([]);
  });

  it("copies commands in every copy, login links in the revealing one", async () => {
    const { page } = await open(renderHtml(sampleRun(30), true), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await page.click(".steps .copy");
    expect(await clipboard()).toBe("leadctl replay 2026-01-02T030405Z-leads");
    await page.getByRole("button", { name: "Copy link of row 6" }).click();
    expect(await clipboard()).toContain("token=secret-6");
    await page.getByRole("button", { name: "Row 7, details" }).click();
    await page.getByRole("button", { name: "Copy login link" }).last().click();
    expect(await clipboard()).toContain("token=secret-7");
    await page.waitForSelector("#said:has-text('Copied')", { state: "attached" });
  });

  it.each([true, false])("keeps hostile text text in every field (revealing: %s)", async (isRevealing) => {
    const { page, troubles } = await open(renderHtml(hostileStory(), isRevealing));
    expect(await page.locator("#table tbody tr").count()).toBe(HOSTILE_TEXTS.length * 2);
    for (const number of await page.locator("#table .open").allTextContents()) {
      await page.getByRole("button", { name: `Row ${number}, details`, exact: true }).click();
      await page.click("dialog .close");
    }
    expect(await page.title()).not.toBe("taken");
    expect(await page.locator("script").count()).toBe(2);
    expect(await page.locator("img, iframe, object, embed, a:not(.skip), dialog svg, td svg").count()).toBe(
      0,
    );
    expect(troubles).toEqual([]);
  });

  it("forbids by policy what might slip through: scripts, styles, requests", async () => {
    const { page } = await open(renderHtml(sampleRun(3), false));
    const listener = await startListener();
    const blocked = await page.evaluate(async (address) => {
      const kinds: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => kinds.push(event.effectiveDirective));
      const script = document.createElement("script");
      script.append("document.title = 'taken'");
      document.body.append(script);
      const image = document.createElement("img");
      image.src = `${address}/x.png`;
      document.body.append(image);
      document.body.setAttribute("style", "color: red");
      await fetch(address).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return kinds.sort();
    }, listener.address);
    expect(blocked).toEqual(["connect-src", "img-src", "require-trusted-types-for", "style-src-attr"]);
    expect(await page.title()).not.toBe("taken");
    expect(listener.hits).toEqual([]);
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 360, height: 740 } }],
  ] as const)("gives axe nothing to find: %s", async (_name, options) => {
    const { page } = await open(renderHtml(sampleRun(120), true), { ...options, bypassCSP: true });
    await page.addScriptTag({ content: AXE });
    expect(await axeFindings(page)).toEqual([]);
    await page.click("#table .open");
    expect(await axeFindings(page)).toEqual([]);
  });

  it("does not scroll sideways on a phone", async () => {
    const { page } = await open(renderHtml(hostileStory(), true), { viewport: { width: 360, height: 740 } });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
});

/** Something on loopback that hears every request. */
async function startListener(): Promise<{ address: string; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, hits };
}

async function found(page: Page): Promise<string | null> {
  return page.textContent("#found");
}

async function firstCells(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll("#table tbody tr:first-child > *")];
    return Object.fromEntries(
      cells.map((cell) => [cell.className.slice(2), (cell.textContent ?? "").trim()]),
    );
  });
}

/** What axe takes for a fault, by rule and place. */
async function axeFindings(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate("axe.run()");
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
