import type { Page } from "playwright-core";

/** How many rows a tab of the grid says it has; a tab without rows is not among the others. */
export async function countOf(page: Page, tab: string): Promise<number> {
  await page.getByRole("button", { name: /^All/ }).waitFor();
  const button = page.getByRole("button", { name: new RegExp(`^${tab}`) });
  if ((await button.count()) === 0) return 0;
  return Number(/(\d[\d,]*)$/.exec((await button.textContent()) ?? "")?.[1]?.replace(",", ""));
}

/** Waits until what was changed is saved. */
export async function saved(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector(".g-status")?.textContent?.includes("Saving"));
}

/** Types into the active cell, and goes to the one below. */
export async function typeDown(page: Page, text: string): Promise<void> {
  await page.getByRole("grid").focus();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** Shows the rows with one mistake alone. */
export async function showOnly(page: Page, mistake: string): Promise<void> {
  const list = page.getByLabel("One mistake only");
  const option = list.locator("option", { hasText: mistake }).first();
  const rowCount = Number(/^(\d+) ×/.exec((await option.textContent()) ?? "")?.[1]);
  await list.selectOption(await option.getAttribute("value"));
  await page.locator(`[role=grid][aria-rowcount="${rowCount + 1}"]`).waitFor();
}
