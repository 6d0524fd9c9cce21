import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { deskError } from "../../src/desk/desk-errors.ts";
import { HAS_BROWSER } from "../browser/open-page.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { freshFolder, runProgram, startService } from "../program/run-program.ts";
import { askFrom, useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";
import { dropSheet } from "./sent-draft.ts";
import { holdAnswer, setHidden } from "./slow-answers.ts";

const SHEET = { name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(csvOf(leads(3))) };

describe.skipIf(!HAS_BROWSER)("what the page shows when answers come late", () => {
  const open = useDeskPage();

  it("is what was asked for last, though an older answer comes after it", async () => {
    const folder = freshFolder();
    for (const name of ["one.csv", "two.csv"]) await dropSheet(folder, csvOf(leads(1)), name);
    const { page } = await open(await startDesk(folder));
    await page.getByRole("link", { name: "one.csv" }).waitFor();
    const older = await holdAnswer(page, "**/api/state");
    await removeDraft(page, "one.csv");
    await older.given;
    await removeDraft(page, "two.csv");
    await page.getByText("Not sent yet").waitFor({ state: "detached" });
    const isHere = page.waitForResponse("**/api/state");
    older.release();
    await (await isHere).finished();
    await page.getByLabel("Drop a sheet here").waitFor();
    expect(await page.getByText("Not sent yet").count()).toBe(0);
  });

  it("is loaded anew when the page hears of the desk again, also where it was not shown at first", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByText("There are no runs here yet.").waitFor();
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByLabel("Drop a sheet here").waitFor();
    await setHidden(page, true);
    await askFrom(page, "/api/drafts?name=other.csv", "email\nann@example.com\n");
    await setHidden(page, false);
    await page.getByRole("link", { name: "other.csv" }).waitFor();
  });

  it("comes though nine other tabs are open", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    await page.getByLabel("Drop a sheet here").waitFor();
    for (let tab = 0; tab < 9; tab++) {
      await setHidden(page, true);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByLabel("Drop a sheet here").waitFor();
      await setHidden(other, true);
      await setHidden(page, false);
    }
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByText("There are no runs here yet.").waitFor();
  });

  it("says of a page of rows which rows they are, also while the next one is on its way", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "leads.csv"), csvOf(leads(120)));
    await runProgram(["submit", "leads.csv", "--sandbox", "--quiet"], { cwd: folder });
    const { page } = await open(await startDesk(folder));
    await page.getByRole("link", { name: "leads.csv" }).click();
    await page.getByText("Rows 1 to 50 of 120").waitFor();
    const next = await holdAnswer(page, "**/rows?*from=50*");
    await page.getByRole("button", { name: "Next" }).click();
    await next.given;
    expect(await page.getByText("Rows 51 to 100 of 120").count()).toBe(0);
    await page.getByText("Reading the rows…").waitFor();
    next.release();
    await page.getByText("Rows 51 to 100 of 120").waitFor();
    await page.getByRole("link", { name: "Row 52: its whole story" }).waitFor();
  });

  it("has the rows of a run with its headline, when it went on elsewhere meanwhile", async () => {
    const lost = { side: "after", status: 502, body: {} } as const;
    const service = await startService({ faults: { script: { "applicant-3@example.com": [lost] } } });
    const folder = freshFolder();
    writeFileSync(join(folder, "leads.csv"), csvOf(leads(3)));
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const { page } = await open(await startDesk(folder, [], service.env));
    await page.getByRole("link", { name: "leads.csv" }).click();
    await page.locator("td.c-status", { hasText: "unknown" }).waitFor();
    await setHidden(page, true);
    const [run = ""] = readdirSync(join(folder, "leadctl-runs"));
    const args = ["replay", `leadctl-runs/${run}`, "--status", "unknown", "--quiet"];
    await runProgram(args, { cwd: folder, env: service.env });
    await setHidden(page, false);
    await page.locator("td.c-status", { hasText: "unconfirmed" }).waitFor();
  });

  it("stays where the person is, though what they left begins to work", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    const drop = await holdAnswer(page, "**/api/drafts?*", "POST");
    await page.getByLabel("Drop a sheet here").setInputFiles(SHEET);
    await drop.given;
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByText("There are no runs here yet.").waitFor();
    const isHere = page.waitForResponse("**/api/drafts?*");
    drop.release();
    await (await isHere).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => location.hash)).toBe("#/runs");
    await page.getByRole("link", { name: "Start" }).click();
    await page.getByRole("link", { name: "leads.csv" }).waitFor();
  });

  it("has both of two columns that were chosen before the first one was understood", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    const sheet = { ...SHEET, buffer: Buffer.from("email,one,two\nann@example.com,Ann,Lee\n") };
    await page.getByLabel("Drop a sheet here").setInputFiles(sheet);
    await page.getByText("2 columns not used").click();
    const first = await holdAnswer(page, "**/columns", "POST");
    await page.getByLabel("What one (B) is").selectOption("contactInfo.firstName");
    await page.getByLabel("What two (C) is").selectOption("contactInfo.lastName");
    first.release();
    await page.getByText("3 columns used").waitFor();
    await page.reload();
    await page.getByText("3 columns used").waitFor();
    expect(await page.getByLabel("What one (B) is").inputValue()).toBe("contactInfo.firstName");
  });

  it("stays when a change is refused, and says why", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    const sheet = { ...SHEET, buffer: Buffer.from("email,one,two\nann@example.com,Ann,Lee\n") };
    await page.getByLabel("Drop a sheet here").setInputFiles(sheet);
    await page.getByText("2 columns not used").click();
    const error = { code: "draft-edited", message: "Cells were corrected elsewhere", hint: "" };
    await page.route("**/columns", (route) => route.fulfill({ status: 400, json: { error } }));
    await page.getByLabel("What one (B) is").selectOption("contactInfo.firstName");
    await page.getByText("Cells were corrected elsewhere").waitFor();
    await page.getByRole("heading", { name: "What is in leads.csv?" }).waitFor();
  });

  it("says that a sheet was sent, to who goes back to send it", async () => {
    const { page } = await open(await startDesk(freshFolder(), ["--sandbox"]));
    await page.getByLabel("Drop a sheet here").setInputFiles(SHEET);
    // Nobody has to look at its columns.
    await page.getByRole("button", { name: "Send 3 leads…" }).click();
    await page.getByRole("button", { name: "Send 3 leads", exact: true }).click();
    await page.getByText("What next").waitFor();
    await page.goBack();
    await page.getByText(deskError("draft-sent").message).waitFor();
    await page.getByRole("link", { name: "Look at the run" }).click();
    await page.getByRole("heading", { level: 1, name: "All 3 rows created" }).waitFor();
  });

  it("copies the login link that was asked for last, though another one comes after it", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "leads.csv"), csvOf(leads(3)));
    await runProgram(["submit", "leads.csv", "--sandbox", "--quiet"], { cwd: folder });
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page } = await open(await startDesk(folder), { permissions });
    await page.getByRole("link", { name: "leads.csv" }).click();
    const copy = (row: number) => page.getByRole("button", { name: `Copy the login link of row ${row}` });
    const older = await holdAnswer(page, "**/links", "POST");
    await copy(2).click();
    await older.given;
    await copy(3).click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    older.release();
    await expect.poll(() => copy(2).isEnabled()).toBe(true);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(await page.getByText("Copied").count()).toBe(1);
  });
});

async function removeDraft(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Remove ${name}`, exact: true }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
}
