import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder } from "../program/run-program.ts";
import { gridAddress, makeDraft } from "./desk-draft.ts";
import { useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";

describe.skipIf(!HAS_BROWSER)("the grid of the desk", () => {
  const open = useDeskPage();

  it("shows rows with what is to be corrected", async () => {
    const folder = freshFolder();
    const id = await makeDraft(folder, "leads.csv", readFileSync("fixtures/leads.csv", "utf8"));
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page, troubles } = await open(desk, { viewport: { width: 1300, height: 900 } });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, gridAddress(id));
    await page.getByRole("grid").waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: "/tmp/wt/G-1.png" });
    expect(troubles).toStrictEqual([]);
  });
});
