import { createServer } from "node:http";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { renderHtml, reportPage } from "../../src/report/page/render-html.tsx";
import { HOSTILE_TEXTS, hostileStory } from "../report/hostile-story.ts";
import { storyOf, storyRow } from "../report/sample-story.ts";
import { listening } from "../send/raw-server.ts";
import { axeFindings, HAS_BROWSER, useBrowser } from "./open-page.ts";
import { sampleRun } from "./sample-run.ts";

describe.skipIf(!HAS_BROWSER)("report.html in a browser", () => {
  const open = useBrowser();

  it("shows what needs attention first, and neither says nor asks for anything on its own", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(250), false));
    expect(await page.textContent("h1")).toContain(
      "175 of 250 rows created, 50 need corrections, 25 may exist",
    );
    expect(await chosenTab(page)).toBe("Needs attention 75");
    expect(await found(page)).toBe("Rows 1 to 50 of 75");
    expect(await page.locator("#table tbody tr").count()).toBe(50);
    expect(troubles).toEqual([]);
  });

  it("goes through the tabs by click and by keyboard", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(250), false));
    await page.locator(".tabs button", { hasText: "Created" }).focus();
    await page.keyboard.press("Enter");
    expect(await found(page)).toBe("Rows 1 to 50 of 175");
    expect(await page.locator("#table").getByRole("columnheader").allInnerTexts()).toEqual(
      ["Row", "Status", "E-mail"].map((name) => expect.stringContaining(name)),
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    expect(await found(page)).toBe("Rows 1 to 50 of 250");
    expect(await chosenTab(page)).toBe("All 250");
    expect(troubles).toEqual([]);
  });

  it("opens on all rows where none needs attention, and goes without tabs for a single one", async () => {
    const rows = [storyRow(2, {}), storyRow(3, {})];
    const { page } = await open(renderHtml(storyOf(rows, []), false));
    expect(await chosenTab(page)).toBe("All 2");
    expect(await tab(page, "Needs attention").isDisabled()).toBe(true);
    const { page: one } = await open(renderHtml(storyOf(rows.slice(0, 1), []), false));
    expect(await one.locator(".tabs").count()).toBe(0);
    expect(await one.locator("#query, .pill").count()).toBe(0);
    expect(await one.locator("#table tbody tr").count()).toBe(1);
  });

  it("narrows the rows down by status and by reason, and offers only what a tab has", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(250), false));
    expect(await pills(page)).toEqual([
      "! invalid 25",
      "✖ rejected 25",
      "↻ failed 25",
      "Unit Number Required for condo properties 25",
      "Email Invalid email 25",
      expect.stringMatching(/^All attempts failed.* 25$/),
    ]);
    await page.click('[data-filter="status:failed"]');
    await page.click('[data-filter="status:invalid"]');
    expect(await found(page)).toBe("50 rows");
    await page.click(".pill >> text=Required for condo properties");
    expect(await found(page)).toBe("25 rows");
    expect(await firstCells(page)).toMatchObject({ row: "3", status: "! invalid" });
    await page.click(".pill >> text=All attempts failed");
    expect(await firstCells(page)).toMatchObject({ row: "5", status: "↻ failed" });
    await tab(page, "Created").click();
    expect(await pills(page)).toEqual([]);
    expect(await found(page)).toBe("Rows 1 to 50 of 175");
    await tab(page, "Needs attention").click();
    expect(await page.locator('.pill[aria-pressed="true"]').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("finds every word that is typed, wherever it stands", async () => {
    const { page } = await open(renderHtml(sampleRun(250), true));
    await tab(page, "All").click();
    await page.fill("#query", "ref-137");
    await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 1);
    expect(await firstCells(page)).toMatchObject({ row: "137", reference: "REF-137" });
    await page.fill("#query", "BOOM 245");
    await page.waitForFunction(() => document.querySelector("#table .open")?.textContent === "245");
    await page.fill("#query", "no such thing");
    await page.waitForSelector("text=No row matches");
  });

  it("names every column that fed a field, in the table, in the search and in the row's details", async () => {
    const street = { code: "custom", message: "No such street", path: ["address", "street"] };
    const phone = {
      code: "x",
      message: "Unusual",
      path: ["contactInfo", "phone"],
      harm: "doubtful" as const,
    };
    const row = storyRow(9, {
      status: "rejected",
      issues: [{ ...street, column: "Street", cell: "B9", alsoFrom: [{ column: "House No", cell: "A9" }] }],
      warnings: [{ ...phone, column: "Cell", cell: "C9", alsoFrom: [{ column: "Home", cell: "D9" }] }],
    });
    const { page, troubles } = await open(renderHtml(storyOf([storyRow(2, {}), row], []), true));
    await page.fill("#query", "house no");
    await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 1);
    expect(await firstCells(page)).toMatchObject({
      row: "9",
      what: expect.stringContaining("Street (B9) and House No (A9): No such street"),
    });
    await page.click('tr[data-row="9"] td.c-what');
    const details = (await page.locator("dialog[open]").innerText()).replace(/\s+/g, " ");
    expect(details).toContain("Street (B9) and House No (A9) No such street");
    expect(details).toContain("Cell (C9) and Home (D9) Unusual");
    expect(troubles).toEqual([]);
  });

  it("sorts by every column, back and forth, and tells assistive technology", async () => {
    const { page } = await open(renderHtml(sampleRun(60), true));
    await tab(page, "All").click();
    const columns = await page.locator("#table th[data-column]").all();
    expect(columns.length).toBe(8);
    for (const column of columns) {
      const before = await column.getAttribute("aria-sort");
      await column.getByRole("button").click();
      expect(await column.getAttribute("aria-sort")).toBe(
        before === "ascending" ? "descending" : "ascending",
      );
    }
    await page.click('th[data-column="row"] button');
    await page.click('th[data-column="row"] button');
    expect(await firstCells(page)).toMatchObject({ row: "61" });
  });

  it("turns pages by keyboard, and keeps the focus where it was", async () => {
    const { page } = await open(renderHtml(sampleRun(250), false));
    await page.locator("#pages button", { hasText: "Next" }).focus();
    await page.keyboard.press("Enter");
    expect(await found(page)).toBe("Rows 51 to 75 of 75");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Next");
    await page.keyboard.press("Enter");
    expect(await found(page)).toBe("Rows 51 to 75 of 75");
  });

  it("shows times where the reader is, and in UTC beside them", async () => {
    const { page } = await open(renderHtml(sampleRun(30), false), { timezoneId: "America/New_York" });
    const time = page.locator("header time").first();
    expect(await time.textContent()).toBe("1 Jan 2026, 22:04");
    expect(await time.getAttribute("title")).toBe("2026-01-02 03:04 UTC");
  });

  it.each([
    ["a desktop", { width: 1280, height: 800 }],
    ["a phone", { width: 390, height: 844 }],
  ])(
    "begins its table within the first screen of %s, also where there is much to say",
    async (_, viewport) => {
      const { page } = await open(renderHtml(sampleRun(2_000), false), { viewport });
      const table = await page.locator("#table").boundingBox();
      expect(table?.y).toBeLessThan(viewport.height - 100);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThan(6_000);
    },
  );

  it("leads to the files that stand beside it, and to nothing else", async () => {
    const story = sampleRun(30);
    const written = reportPage(story, false);
    for await (const batch of story.rows()) for (const row of batch) written.addRow(row);
    const files = [
      { name: "fix.csv", note: "6 rows to correct" },
      { name: "report.csv", note: "with login links" },
    ];
    const { page } = await open(written.render(story, { files, program: "npx leadctl" }));
    const links = await page.locator("a:not(.unseen)").all();
    expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual([
      "fix.csv",
      "report.csv",
    ]);
    expect(await page.textContent(".command code")).toMatch(/^npx leadctl replay /);
  });

  it("opens a row, by click, by keyboard and by address", async () => {
    const { page, troubles } = await open(renderHtml(sampleRun(30), true));
    await page.getByRole("button", { name: "Row 5, details" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.locator("dialog[open]");
    expect(await dialog.locator("h2").textContent()).toBe("Row 5");
    expect(await dialog.textContent()).toContain('"boom"');
    expect(page.url()).toMatch(/#row-5$/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("5");
    await page.click('tr[data-row="4"] td.c-what');
    expect(await dialog.textContent()).toContain("E-mail (H4)");
    await page.evaluate(() => {
      location.hash = "#row-7";
    });
    await page.waitForSelector("dialog[open] >> text=Row 7");
    expect(troubles).toEqual([]);
  });

  it("copies commands in every copy, login links in the revealing one", async () => {
    const { page } = await open(renderHtml(sampleRun(30), true), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await page.click(".command .copy");
    expect(await clipboard()).toBe("leadctl replay 2026-01-02T030405Z-leads");
    await tab(page, "All").click();
    await page.getByRole("button", { name: "Copy link of row 6" }).click();
    expect(await clipboard()).toContain("token=secret-6");
    await page.getByRole("button", { name: "Row 7, details" }).click();
    await page.getByRole("button", { name: "Copy login link" }).click();
    expect(await clipboard()).toContain("token=secret-7");
    await page.waitForSelector("#said:has-text('Copied')", { state: "attached" });
  });

  it.each([true, false])("keeps hostile text text in every field (revealing: %s)", async (isRevealing) => {
    const { page, troubles } = await open(renderHtml(hostileStory(), isRevealing));
    await tab(page, "All").click();
    expect(await page.locator("#table tbody tr").count()).toBe(HOSTILE_TEXTS.length * 2);
    for (const number of await page.locator("#table .open").allTextContents()) {
      await page.getByRole("button", { name: `Row ${number}, details`, exact: true }).click();
      await page.click("dialog .close");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    expect(await page.title()).not.toBe("taken");
    expect(await page.locator("script").count()).toBe(2);
    expect(await page.locator("img, iframe, object, embed, a:not(.unseen), dialog svg, td svg").count()).toBe(
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
      while (kinds.length < 4) await new Promise((resolve) => setTimeout(resolve, 50));
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
    ["narrow and dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
  ] as const)("gives axe nothing to find: %s", async (_name, options) => {
    const { page } = await open(renderHtml(sampleRun(120), true), { ...options, bypassCSP: true });
    expect(await axeFindings(page)).toEqual([]);
    for (const fold of await page.locator("summary").all()) await fold.click();
    await tab(page, "All").click();
    await page.click(".pill >> nth=0");
    expect(await axeFindings(page)).toEqual([]);
    await page.click("#table .open");
    expect(await axeFindings(page)).toEqual([]);
  });

  it("is a summary on paper: nothing to press, nothing folded", async () => {
    const { page } = await open(renderHtml(sampleRun(2_000), true));
    await page.getByRole("button", { name: "All 2,000" }).click();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const gone of ["#query", ".copy", ".c-link", ".pages"])
      expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
    for (const there of ["h1", ".do", ".command code", "#found", ".pill", "#table", ".meanings"])
      expect(await page.locator(there).filter({ visible: true }).count(), there).toBeGreaterThan(0);
    expect(await page.locator("details:not([open])").count()).toBe(0);
    const cut = await page
      .locator("#table td")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cut).toBe(0);
  });

  it("shows nothing to press that does nothing, where no script runs", async () => {
    const { page } = await open(renderHtml(sampleRun(100), true), { javaScriptEnabled: false });
    for (const gone of ["#query", ".copy", ".c-link", ".pages", ".tabs [aria-pressed=false]"])
      expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
    const dead = await page
      .locator("main button")
      .filter({ visible: true })
      .evaluateAll((all) => all.filter((each) => getComputedStyle(each).pointerEvents !== "none").length);
    expect(dead).toBe(0);
    expect(await page.locator("tbody tr").filter({ visible: true }).count()).toBe(20);
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
  return { address: `http://127.0.0.1:${await listening(server)}`, hits };
}

async function chosenTab(page: Page): Promise<string | undefined> {
  return (await page.locator('.tabs [aria-pressed="true"]').textContent())?.trim();
}

function tab(page: Page, name: string): Locator {
  return page.locator(".tabs button", { hasText: name });
}

/** The filters that can be chosen. */
async function pills(page: Page): Promise<string[]> {
  const texts = await page.locator(".pill").filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
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
