import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder, KEY, runProgram, startService } from "../program/run-program.ts";
import { useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";
import { dropSheet } from "./sent-draft.ts";

const LEADS = "email,first name,last name\njane@example.com,Jane,Doe\njim@example,Jim,Roe\n";
const HOSTILE = `<img src=x onerror="document.title='gone'">`;

/** A folder with two environments, a run, and a sheet that is not sent yet. */
async function folderWithAll(baseUrl = "https://staging.example.com"): Promise<string> {
  const folder = freshFolder();
  const environments = {
    staging: { baseUrl, partner: "acme" },
    production: { baseUrl: "https://leads.example.com", partner: "acme", confirm: true },
  };
  writeFileSync(join(folder, "leadctl.config.json"), JSON.stringify({ environments, default: "staging" }));
  writeFileSync(join(folder, "leads.csv"), LEADS);
  await runProgram(["submit", "leads.csv", "--sandbox", "--quiet"], { cwd: folder });
  await dropSheet(folder, LEADS, `${HOSTILE}.csv`);
  return folder;
}

/** What has the focus, as it is read aloud. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    return (label ?? element)?.textContent?.trim() || element?.getAttribute("aria-label") || "";
  });

describe.skipIf(!HAS_BROWSER)("the Start view", () => {
  const open = useDeskPage();

  it.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 360, height: 700 } }],
    ["at 200 %", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ] as const)(
    "shows places, drafts and runs, gives axe nothing to find, and fits: %s",
    async (_name, options) => {
      const { page, troubles } = await open(await startDesk(await folderWithAll()), options);
      await page.getByText("Where do the leads go?").waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.getByText(`${HOSTILE}.csv`).waitFor();
      await page.getByText("All 2 rows created").waitFor();
      expect(await page.title()).toBe("Send a sheet of leads – leadctl desk");
      expect(await page.locator("img").count()).toBe(0);
      expect(troubles).toStrictEqual([]);
    },
  );

  it("writes a protected place in red, and says that its name is asked for", async () => {
    const { page } = await open(await startDesk(await folderWithAll()));
    const colourOf = (name: string) =>
      page
        .getByRole("radio", { name })
        .locator("xpath=..")
        .locator("strong")
        .evaluate((element) => getComputedStyle(element).color);
    await page.getByText("You type its name before anything is sent.").waitFor();
    expect(await colourOf("production")).toBe("rgb(184, 50, 42)");
    expect(await colourOf("staging")).not.toBe("rgb(184, 50, 42)");
  });

  it("takes a key for the place that is chosen, and keeps nothing of it in the page", async () => {
    const service = await startService();
    const { page } = await open(await startDesk(await folderWithAll(service.url)));
    await page.getByLabel("Key for staging").fill("two words");
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText("A key has no spaces").waitFor();
    await page.getByLabel("Key for staging").fill(KEY);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByLabel("Key for staging").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^Drop a sheet here/);
    await page.getByRole("radio", { name: "production" }).check();
    await page.getByLabel("Key for production").waitFor();
    expect(await page.content()).not.toContain(KEY);
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept).toStrictEqual(["leadctl-desk"]);
  });

  it("takes a file, and cells that are pasted, to where columns are matched", async () => {
    const folder = freshFolder();
    const { page } = await open(await startDesk(folder));
    await page.getByLabel("Drop a sheet here").setInputFiles({
      name: "my leads.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(LEADS),
    });
    await page.waitForURL(/#\/draft\/[^/]+my-leads-\w+\/match$/);
    await page.goBack();
    await page.getByRole("link", { name: "my leads.csv" }).waitFor();
    await page.getByText("Or paste cells").click();
    await page.getByLabel("Cells, with their headers").fill(LEADS.replaceAll(",", "\t"));
    await page.getByRole("button", { name: "Use these cells" }).click();
    await page.waitForURL(/#\/draft\/[^/]+Pasted-cells-\w+\/match$/);
  });

  it("lists the draft of a file also for who goes back at once, on a slow computer", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    await page.getByLabel("Drop a sheet here").waitFor();
    await page.evaluate(() => {
      const goBackAtOnce = () => {
        history.back();
        // The page hears of both changes of the address when it is the old one again.
        const until = Date.now() + 500;
        while (Date.now() < until);
      };
      navigation.addEventListener("currententrychange", goBackAtOnce, { once: true });
    });
    const file = { name: "my leads.csv", mimeType: "text/csv", buffer: Buffer.from(LEADS) };
    await page.getByLabel("Drop a sheet here").setInputFiles(file);
    await page.getByRole("link", { name: "my leads.csv" }).waitFor();
  });

  it("says why a file cannot be read, and keeps nothing of it", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    const file = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a", "hex") };
    await page.getByLabel("Drop a sheet here").setInputFiles(file);
    await page.getByRole("alert").waitFor();
    await page.reload();
    await page.getByLabel("Drop a sheet here").waitFor();
    expect(await page.getByText("Not sent yet").count()).toBe(0);
  });

  it("takes one file at a time, goes on with one that it has, and stays for what is dropped beside it", async () => {
    const { page } = await open(await startDesk(freshFolder()));
    const drop = async (place: string, ...names: string[]): Promise<void> => {
      const dataTransfer = await page.evaluateHandle(
        (given) => {
          const transfer = new DataTransfer();
          for (const [name, text] of given)
            transfer.items.add(new File([text ?? ""], name ?? "", { type: "text/csv" }));
          return transfer;
        },
        names.map((name) => [name, `${LEADS}${name}@example.com,Z,Z\n`]),
      );
      await page.locator(place).dispatchEvent("drop", { dataTransfer });
    };
    await drop(".drop", "one.csv", "two.csv");
    await page.getByText("These are several files").waitFor();
    await drop(".drop", "one.csv");
    await page.waitForURL(/match$/);
    await page.goBack();
    const id = await page.getByRole("link", { name: "one.csv" }).getAttribute("href");
    await drop(".drop", "one.csv");
    await page.waitForURL(/match$/);
    expect(await page.evaluate(() => location.hash)).toBe(id);
    const isKept = await page.evaluate(
      () => !document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true })),
    );
    expect(isKept).toBe(true);
  });

  it("removes a draft after asking once more", async () => {
    const { page } = await open(await startDesk(await folderWithAll()));
    await page.getByRole("button", { name: /^Remove <img/ }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /^Remove <img/ }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("Not sent yet").waitFor({ state: "detached" });
  });

  it("is used by the keyboard alone", async () => {
    const { page } = await open(await startDesk(await folderWithAll()));
    await page.getByText("Where do the leads go?").waitFor();
    const met: string[] = [];
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press("Tab");
      met.push(await focused(page));
    }
    const wanted = ["leadctl desk", "Start", "Runs", "staging", "Key for staging", "Drop a sheet here"];
    const places = wanted.map((start) => met.findIndex((text) => text.startsWith(start)));
    expect(places).not.toContain(-1);
    expect(places).toStrictEqual(places.toSorted((one, other) => one - other));
  });

  it("shows the same in two tabs, and refuses a draft to a second desk", async () => {
    const folder = await folderWithAll();
    const first = await startDesk(folder);
    const { page } = await open(first);
    const tab = await page.context().newPage();
    await tab.goto(first.origin);
    const draft = /\.csv$/;
    await tab.getByRole("link", { name: draft }).first().click();
    await tab.waitForURL(/match$/);
    await tab.getByRole("heading", { level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: draft }).first().waitFor();
    const other = await open(await startDesk(folder));
    await other.page.getByRole("link", { name: draft }).first().click();
    await other.page.getByRole("alert").waitFor();
  });
});
