import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, HAS_BROWSER, tabTo } from "../../browser/open-page.ts";
import { freshFolder } from "../../program/run-program.ts";
import { gridAddress } from "../desk-draft.ts";
import { countOf, saved, showOnly } from "../grid-page.ts";
import { goTo, useDeskPage } from "../open-desk.ts";
import { type RunningDesk, startDesk } from "../running-desk.ts";
import { dropSheet } from "../sent-draft.ts";

const DEMO = readFileSync("fixtures/leads.csv", "utf8");
const VIEW = { viewport: { width: 1300, height: 900 } };
const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** What each kind of mistake of the demo wants, by the column. */
const ANSWERS: readonly (readonly [column: string, text: (row: number) => string])[] = [
  ["Unit Number", () => "12"],
  ["Property Units", () => "3"],
  ["Rental Occupancy", () => "Vacant"],
  ["Monthly Rental Income", () => "1500"],
  ["Email", (row) => `corrected-${row}@example.com`],
];

describe.skipIf(!HAS_BROWSER)("the grid of the desk", () => {
  const open = useDeskPage();

  async function openGrid(desk: RunningDesk, id: string) {
    const opened = await open(desk, VIEW);
    await goTo(opened.page, gridAddress(id));
    return opened;
  }

  async function demo() {
    const folder = freshFolder();
    const id = await dropSheet(folder, DEMO);
    const desk = await startDesk(folder, ["--sandbox"]);
    return { id, ...(await openGrid(desk, id)) };
  }

  it("has the demo's twelve mistakes corrected and sent by keyboard alone, without leaving the page", async () => {
    const { page, troubles } = await demo();
    await page.getByRole("grid").waitFor();
    await tabTo(page.getByRole("grid"));
    for (let tries = 0; tries < 40 && (await countOf(page, "To correct")) > 0; tries++) {
      const place = await reason(page);
      const row = Number(/^Row (\d+)/.exec(place)?.[1]);
      const answer = ANSWERS.find(([column]) => place.includes(`, ${column} (`) && place.includes("✖"));
      if (answer) {
        await page.keyboard.type(answer[1](row));
        await page.keyboard.press("Enter");
        await saved(page);
      }
      await page.keyboard.press("F8");
    }
    await expect.poll(() => countOf(page, "To correct")).toBe(0);
    await expect.poll(() => countOf(page, "Changed")).toBe(12);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    for (const name of ["Send 60 leads…", "Send 60 leads"]) {
      await tabTo(page.getByText(name, { exact: true }));
      await page.keyboard.press("Enter");
    }
    await page.getByText("60 of 60 rows created").or(page.getByText("60 rows created")).first().waitFor();
    expect(troubles).toStrictEqual([]);
  });

  it("has them corrected by the mouse, one mistake at a time", async () => {
    const { page, troubles } = await demo();
    await showOnly(page, "Unit Number: Required");
    await page.getByLabel("Replace with, in Unit Number").fill("12");
    await page.getByRole("button", { name: "Replace all" }).click();
    await saved(page);
    // One of them lacks something else, too.
    await expect.poll(() => countOf(page, "To correct")).toBe(10);
    await page.getByText("rows shown here are correct now").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await saved(page);
    await expect.poll(() => countOf(page, "To correct")).toBe(12);
    await page.getByRole("button", { name: "Redo" }).click();
    await saved(page);
    await page.getByRole("button", { name: /^To correct/ }).click();
    // A word is chosen from the list.
    const cell = page.locator("[role=gridcell][aria-invalid]").first();
    await showOnly(page, "Rental Occupancy: Required");
    await cell.dblclick();
    await page.getByRole("listbox").getByRole("option", { name: "Vacant" }).click();
    await saved(page);
    await expect.poll(() => countOf(page, "To correct")).toBe(9);
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "HB-1001" }).first().waitFor();
    await page.getByRole("button", { name: "Leave it out", exact: true }).click();
    await saved(page);
    await expect.poll(() => countOf(page, "Left out")).toBe(1);
    expect(troubles).toStrictEqual([]);
  });

  it("takes a block of 500 cells, and takes it back", async () => {
    const folder = freshFolder();
    const [header = "", row = ""] = DEMO.split(/\r?\n/);
    const sheet = [
      header,
      ...Array.from({ length: 150 }, (_, n) => row.replace(/jane\.doe@/i, `jane-${n}@`)),
    ];
    const id = await dropSheet(folder, sheet.join("\n"));
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page } = await open(desk, { ...VIEW, permissions: CLIPBOARD });
    await goTo(page, gridAddress(id));
    await page.getByRole("grid").click({ position: { x: 400, y: 100 } });
    const block = Array.from({ length: 100 }, (_, n) =>
      [0, 1, 2, 3, 4].map((at) => `p${n}-${at}`).join("\t"),
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), block.join("\r\n"));
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+v");
    await page.getByText("Pasted 500 cells").waitFor();
    await expect.poll(() => countOf(page, "Changed")).toBe(100);
    // It comes back as it went.
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.keyboard.press("Control+c");
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(block.join("\r\n"));
    await page.keyboard.press("Control+z");
    await page.getByText("Undone").waitFor();
    await expect.poll(() => countOf(page, "Changed")).toBe(0);
    expect(await page.getByText("p0-0").count()).toBe(0);
  });

  it("shows in each window what was corrected in another, and undoes it only after asking", async () => {
    const { page, id } = await demo();
    await page.getByRole("grid").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${new URL(page.url()).origin}/${gridAddress(id)}`);
    await other.getByRole("grid").waitFor();
    await typeInto(other, "Email", "other@example.com");
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect.poll(() => countOf(page, "Changed")).toBe(1);
    // What another window did is taken back only by who means it.
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await page.getByText("The last change was not made in this table").waitFor();
    expect(await countOf(page, "Changed")).toBe(1);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Undo it" }).click();
    await expect.poll(() => countOf(page, "Changed")).toBe(0);
  });

  it.each([["light"], ["dark"]] as const)("gives axe nothing to find: %s", async (colorScheme) => {
    const { page } = await demo();
    await page.emulateMedia({ colorScheme });
    await page.getByRole("grid").waitFor();
    expect(await axeFindings(page)).toStrictEqual([]);
    await showOnly(page, "Rental Occupancy: Required");
    await page.locator("[role=gridcell][aria-invalid]").first().dblclick();
    await page.getByRole("listbox").waitFor();
    expect(await axeFindings(page)).toStrictEqual([]);
  });

  it("shows hostile cells as the text that they are", async () => {
    const folder = freshFolder();
    const hostile = `<img src=x onerror="document.title='gone'"><script>document.title='gone'</script>`;
    const [header = "", ...rows] = DEMO.split(/\r?\n/);
    const sheet = [
      header,
      ...rows.slice(0, 3).map((row) => row.replace(/^[^,]*/, `"${hostile.replaceAll('"', '""')}"`)),
    ];
    const id = await dropSheet(folder, sheet.join("\n"), "<b>leads.csv");
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page, troubles } = await openGrid(desk, id);
    await page.getByRole("gridcell").first().waitFor();
    expect(await page.title()).not.toBe("gone");
    expect(await page.locator(".g-grid img, .g-grid script").count()).toBe(0);
    await page.getByText("<img src=x").first().waitFor();
    expect(troubles).toStrictEqual([]);
  });
});

function reason(page: Page): Promise<string> {
  return page.locator(".g-reason").innerText();
}

/** Types into the first cell of a column that has something wrong. */
async function typeInto(page: Page, column: string, text: string): Promise<void> {
  await showOnly(page, `${column}: Invalid`);
  await page.getByRole("gridcell").filter({ hasText: "✖" }).first().dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await saved(page);
}
