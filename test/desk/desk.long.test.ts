import { describe, expect, it } from "vitest";
import { HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder } from "../program/run-program.ts";
import { useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";

describe.skipIf(!HAS_BROWSER)("the desk in a browser", () => {
  const open = useDeskPage();

  it("opens by its address, once, without a word on the console", async () => {
    const desk = await startDesk(freshFolder());
    const { page, troubles } = await open(desk);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(troubles).toStrictEqual([]);
    const other = await open(desk);
    await other.page.getByText("This address has been used already").waitFor();
  });
});
