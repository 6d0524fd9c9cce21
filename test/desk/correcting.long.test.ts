import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder } from "../program/run-program.ts";
import { goTo, useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";
import { dropSheet } from "./sent-draft.ts";

const HEADER = "email,first name,last name,building type,unit number,street,city,state,zip";
const REST = "1 Elm Street,Seattle,WA,98101";
const LAPTOP = { viewport: { width: 1366, height: 768 } };

/** Rows of which some have two mistakes: a condo without a unit, and an e-mail that is none. */
const SHEET = [
  HEADER,
  `ann@example.com,Ann,Lee,singleFamily,,${REST}`,
  `bob@,Bob,Roe,condo,,${REST}`,
  `cy@,Cy,Poe,singleFamily,,${REST}`,
  ...Array.from({ length: 60 }, (_, at) => `x${at}@,X,Y,singleFamily,,${REST}`),
].join("\n");

const WHOLE = `${HEADER}\nann@example.com,Ann,Lee,singleFamily,,${REST}\n`;

describe.skipIf(!HAS_BROWSER)("a sheet that is corrected in the browser", () => {
  const open = useDeskPage();

  async function openDraft(sheet: string, view: string, options: object = LAPTOP) {
    const folder = freshFolder();
    const id = await dropSheet(folder, sheet);
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page, troubles } = await open(desk, options);
    await goTo(page, `#/draft/${id}/${view}`);
    return { page, troubles };
  }

  /** The header and the row of the active cell. */
  const activeCell = (page: Page): Promise<string> =>
    page.locator("p[role=status] > span").first().textContent().then(String);

  it("is gone through cell by cell, each with its reason in full beside it", async () => {
    const { page } = await openDraft(SHEET, "grid");
    await page.getByRole("grid").focus();
    const met: string[] = [];
    for (let press = 0; press < 3; press++) {
      met.push(await activeCell(page));
      await page.keyboard.press("F8");
    }
    expect(met).toStrictEqual(["Row 3, email (A3)", "Row 3, unit number (E3)", "Row 4, email (A4)"]);
    const cell = await page.locator(".g-active").boundingBox();
    const reason = await page.locator(".g-reason").boundingBox();
    expect(Math.abs((reason?.x ?? 0) - (cell?.x ?? 0))).toBeLessThan(5);
    expect(Math.abs((reason?.y ?? 0) + (reason?.height ?? 0) - (cell?.y ?? 0))).toBeLessThan(10);
    expect(await page.locator(".g-reason").evaluate((said) => said.scrollWidth - said.clientWidth)).toBe(0);
  });

  it("fills the window with its rows, and has each row's lead before them", async () => {
    const { page } = await openDraft(SHEET, "grid");
    await page.getByRole("rowheader", { name: /^Bob Roe bob@ 3$/ }).waitFor();
    const box = await page.locator(".g-grid").boundingBox();
    expect(Math.floor(((box?.height ?? 0) - 36) / 30)).toBeGreaterThan(16);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });

  it.each([
    ["a telephone", { viewport: { width: 390, height: 844 } }],
    ["200 %", { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }],
  ])("scrolls sideways in one place, and begins at the mistake: %s", async (_name, options) => {
    const sheet = `${HEADER}\nann@example.com,Ann,Lee,condo,,${REST}\n`;
    const { page } = await openDraft(sheet, "grid", options);
    await page.getByRole("grid").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expect.poll(() => page.locator(".g-reason").isVisible()).toBe(true);
    const [cell, box] = await Promise.all(
      [".g-active", ".g-grid"].map((place) => page.locator(place).boundingBox()),
    );
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
    expect(await axeFindings(page)).toStrictEqual([]);
  });

  it("shows what can be chosen also in a cell that holds something", async () => {
    const { page } = await openDraft(SHEET, "grid");
    await page.getByRole("button", { name: /^All/ }).click();
    for (const begin of [
      () => page.keyboard.press("Enter"),
      () => page.keyboard.press("F2"),
      () => page.getByRole("gridcell", { name: "condo" }).dblclick(),
    ]) {
      await page.getByRole("gridcell", { name: "condo" }).click();
      await begin();
      await page.getByRole("listbox").waitFor();
      expect(await page.getByRole("option").count()).toBeGreaterThan(3);
      await page.keyboard.press("Escape");
    }
  });

  it("has columns that can be made wider, by the mouse and by the keyboard", async () => {
    const { page } = await openDraft(SHEET, "grid");
    const head = page.getByRole("columnheader", { name: /^email/ });
    await head.waitFor();
    const width = async (): Promise<number> => (await head.boundingBox())?.width ?? 0;
    const before = await width();
    const edge = await head.locator(".g-edge").boundingBox();
    await page.mouse.move((edge?.x ?? 0) + 3, (edge?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((edge?.x ?? 0) + 103, (edge?.y ?? 0) + 10);
    await page.mouse.up();
    await expect.poll(width).toBe(before + 100);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(width).toBeLessThan(before + 100);
  });

  it("takes what is typed while it is read on, and says that its counts are not the last ones", async () => {
    const sheet = [HEADER, ...Array.from({ length: 60_000 }, (_, at) => `y${at}@,A,B,,,${REST}`)];
    const { page } = await openDraft(sheet.join("\n"), "grid");
    await page.getByRole("button", { name: /^To correct [\d,]+\+$/ }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.type("first@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: "first@example.com" }).waitFor();
    await page.getByRole("button", { name: "All 60,000", exact: true }).waitFor();
    await page.getByText("Saving…").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "To correct 59,999" }).waitFor();
    // Nobody's rows move while they type.
    await page.getByRole("gridcell", { name: "first@example.com" }).waitFor();
  });

  it("says of a step what it was, and offers no e-mail for several leads", async () => {
    const { page } = await openDraft(SHEET, "grid");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+y");
    await page.getByText("Nothing to redo").waitFor();
    await page.keyboard.type("new name");
    await page.keyboard.press("Enter");
    // The keyboard stays at a button that does its work, and has nothing more to do then.
    const undo = page.getByRole("button", { name: "Undo" });
    await expect.poll(() => undo.isEnabled()).toBe(true);
    await undo.press("Enter");
    await page.getByText("Undone").waitFor();
    expect(await undo.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await undo.isDisabled()).toBe(true);
    const list = page.getByLabel("One mistake only");
    await list.selectOption(await list.locator("option", { hasText: "email" }).first().getAttribute("value"));
    await expect.poll(() => list.inputValue()).not.toBe("");
    await page.getByLabel("Replace with, in email").fill("one@example.com");
    expect(await page.getByRole("button", { name: "Replace all" }).isDisabled()).toBe(true);
  });

  it("is checked from the top of the page, and its rows are open when nothing is left to correct", async () => {
    const { page } = await openDraft(WHOLE, "match", { viewport: { width: 1366, height: 500 } });
    await page.getByRole("link", { name: "Check what will be sent" }).click();
    await page.getByText("Ready to send").waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.title()).toMatch(/^The row is ready to be sent.* – leadctl desk$/);
    await page.getByRole("link", { name: "Look at the rows" }).click();
    await page.getByRole("gridcell", { name: "ann@example.com" }).waitFor();
  });
});
