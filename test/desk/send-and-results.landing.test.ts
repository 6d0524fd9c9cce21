import { once } from "node:events";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, HAS_BROWSER, tabTo } from "../browser/open-page.ts";
import { writeConfig } from "../program/config-folder.ts";
import { changed, csvOf, leadOf, leads } from "../program/lead-sheet.ts";
import { freshFolder, KEY, PARTNER, type RunningService, startService } from "../program/run-program.ts";
import { goTo, useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";
import { dropSheet } from "./sent-draft.ts";

const MINUTES_MS = 60_000;

describe.skipIf(!HAS_BROWSER)("sending in a browser", { timeout: 3 * MINUTES_MS }, () => {
  const open = useDeskPage();

  it.each([
    ["light", 1100],
    ["dark", 380],
  ] as const)(
    "goes by the keyboard alone from the draft to a login link, %s and %i wide",
    async (colorScheme, width) => {
      // Until the page has been looked at while it sends.
      const service = await startService({ latency: { meanMs: 2_000 } });
      const rows = leads(30);
      rows[4] = changed(leadOf(6), "address.unitNumber", undefined);
      const { folder, draft } = await protectedDraft(service, csvOf(rows));
      const desk = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
      const viewport = { width, height: 900 };
      const permissions = ["clipboard-read", "clipboard-write"];
      const { page, troubles } = await open(desk, { colorScheme, viewport, permissions });
      await goTo(page, `#/draft/${draft}/send`);
      await page.getByRole("dialog", { name: "Send 29 leads to production as acme" }).waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);
      await page.keyboard.press("Escape");
      const opener = page.getByRole("button", { name: "Send 29 leads…" });
      await tabTo(opener);
      // Who closes a dialog is where they opened it, whichever key closes it.
      const cancel = page.getByRole("button", { name: "Cancel" });
      for (const close of [() => page.keyboard.press("Escape"), () => cancel.press("Enter")]) {
        await page.keyboard.press("Enter");
        await page.getByText("production is protected").waitFor();
        await close();
        await page.locator("dialog").waitFor({ state: "detached" });
        await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      await page.keyboard.press("Enter");
      await page.getByText("production is protected").waitFor();
      expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
      await page.keyboard.type("production");
      await page.keyboard.press("Enter");
      await page
        .getByRole("heading", { level: 1, name: /^Sending 29 leads of leads.csv to production/ })
        .waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);
      service.change({ latency: null });
      await page
        .getByRole("heading", { level: 1, name: "29 of 30 rows created, 1 needs corrections" })
        .waitFor();
      await page.getByText("Unit Number (O6)").first().waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);
      expect(await hasLinks(page, service)).toBe(false);

      await tabTo(page.locator(".tabs button:nth-child(3)"));
      await page.keyboard.press("Enter");
      await page.getByText("29 rows").waitFor();
      await tabTo(page.locator("button[aria-label='Show the login link of row 2']"));
      await page.keyboard.press("Enter");
      const link = service.quotes().find(({ email }) => email === "applicant-2@example.com")?.loginUrl ?? "?";
      await page.getByText(link, { exact: true }).waitFor();
      await page.getByRole("button", { name: "Copy the login link of row 3", exact: true }).click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(
        service.quotes().find(({ email }) => email === "applicant-3@example.com")?.loginUrl,
      );
      await page.getByRole("button", { name: "Hide the login link of row 2", exact: true }).click();
      expect(await hasLinks(page, service)).toBe(false);
      await page.getByRole("button", { name: "Show all login links" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await hasLinks(page, service)).toBe(false);
      // One that was shown by itself is hidden with all of them.
      await page.getByRole("button", { name: "Show the login link of row 2", exact: true }).click();
      await page.getByText(link, { exact: true }).waitFor();
      await page.getByRole("button", { name: "Show all login links" }).click();
      await page.getByRole("button", { name: "Show them" }).click();
      await page.getByRole("button", { name: "Hide all login links" }).click();
      await page.getByText(link, { exact: true }).waitFor({ state: "detached" });
      expect(await hasLinks(page, service)).toBe(false);
      await page.getByRole("button", { name: "Show all login links" }).click();
      await page.getByRole("button", { name: "Show them" }).click();
      await page.getByText(link, { exact: true }).waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);

      await page.getByRole("link", { name: "Row 2: its whole story", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Row 2: created" }).waitFor();
      await page.getByText(/ created quote /).waitFor();
      expect(await axeFindings(page)).toStrictEqual([]);
      expect(await hasLinks(page, service)).toBe(false);
      expect(troubles).toStrictEqual([]);
    },
  );

  it("asks in a box of its own about people who were sent before, with the keyboard in it, and keeps the new ones", async () => {
    const service = await startService();
    const { folder, draft } = await protectedDraft(service, csvOf(leads(2)), { confirm: false });
    const again = await dropSheet(folder, csvOf(leads(3)));
    const { page } = await open(await startDesk(folder, ["--env", "production"]));
    await goTo(page, `#/draft/${draft}/send`);
    const order = page.getByRole("dialog", { name: "Send 2 leads to production" });
    const send = page.getByRole("button", { name: "Send 2 leads", exact: true });
    await send.click();
    // Who has no key at hand is where they were.
    const key = page.getByRole("dialog", { name: "A key is needed" });
    await key.getByRole("button", { name: "Cancel" }).click();
    await key.waitFor({ state: "detached" });
    await order.waitFor();
    await send.click();
    await page.getByLabel("Key for production").fill(KEY);
    await page.keyboard.press("Enter");
    await page.getByText("What next").waitFor();
    await goTo(page, `#/draft/${again}/send`);
    await page.getByRole("button", { name: "Send 3 leads", exact: true }).click();
    const box = page.getByRole("dialog", { name: /were sent before/ });
    await box.waitFor();
    expect(await box.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await box.getByRole("button", { name: "Keep only the new ones" }).click();
    await box.waitFor({ state: "detached" });
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send 1 lead…" }).waitFor();
    expect(service.requestCount()).toBe(2);
  });

  it("loses nothing when the desk is killed in the middle: the run is there, and goes on, each lead once", async () => {
    // To be killed in the middle on any machine: all of them would take fifteen seconds.
    const service = await startService({ latency: { meanMs: 400 } });
    const { folder, draft } = await protectedDraft(service, csvOf(leads(300)), { confirm: false });
    const first = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const { page } = await open(first);
    await goTo(page, `#/draft/${draft}/send`);
    await page.getByRole("button", { name: "Send 300 leads", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /^Sending/ }).waitFor();
    await until(() => service.requestCount() > 60);
    first.process.kill("SIGKILL");
    await once(first.process, "exit");
    await page.getByText("The desk does not answer").waitFor();
    const sentCount = service.requestCount();
    expect(sentCount).toBeLessThan(300);
    service.change({ latency: null });

    const second = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const again = await open(second);
    await again.page.getByRole("link", { name: /leads/ }).first().click();
    await again.page
      .getByText(/not finished/)
      .first()
      .waitFor();
    await again.page.getByRole("button", { name: "Continue" }).click();
    // It may have sent them all before anybody looks.
    await again.page
      .getByText(/not finished/)
      .first()
      .waitFor({ state: "detached" });
    await again.page.getByText("What next").waitFor({ timeout: MINUTES_MS });
    // Those that were under way when it died may exist: nobody sent them twice without asking.
    const emails = service.quotes().map(({ email }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails.length).toBeGreaterThanOrEqual(300 - 8);
    const headline = await again.page.getByRole("heading", { level: 1 }).innerText();
    const created = Number(/(\d+) of 300 rows created|All (300)/.exec(headline)?.slice(1).find(Boolean));
    expect(300 - created).toBeLessThanOrEqual(8);
    expect(again.troubles).toStrictEqual([]);
  });

  it("shows the same in two tabs, and stops for both", async () => {
    // Twenty-five seconds, in which the other tab stops it.
    const service = await startService({ latency: { meanMs: 1_000 } });
    const { folder, draft } = await protectedDraft(service, csvOf(leads(200)), { confirm: false });
    const desk = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const { page } = await open(desk);
    await goTo(page, `#/draft/${draft}/send`);
    await page.getByRole("button", { name: "Send 200 leads", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /^Sending/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("heading", { level: 1, name: /^Sending/ }).waitFor();
    await other.getByRole("button", { name: "Stop" }).click();
    for (const each of [page, other]) {
      await each.getByText("still to be sent").waitFor();
      await each.getByRole("button", { name: "Continue" }).waitFor();
    }
    const [one, two] = [await headlineOf(page), await headlineOf(other)];
    expect(one).toBe(two);
    expect(one).toContain(`${service.quotes().length} of 200 rows created`);
  });

  it("says in words that the key was refused", async () => {
    const service = await startService({ keys: ["another-key-1x8Kq0"] });
    const { folder, draft } = await protectedDraft(service, csvOf(leads(3)), { confirm: false });
    const desk = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const { page, troubles } = await open(desk);
    await goTo(page, `#/draft/${draft}/send`);
    await page.getByRole("button", { name: "Send 3 leads", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /Nothing was created/ }).waitFor();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    for (const hidden of [KEY, "LEADCTL_"]) expect(await page.content()).not.toContain(hidden);
    expect(troubles).toStrictEqual([]);
    // The dialog says what begins at once with the key.
    await page.getByRole("button", { name: "Use another key" }).click();
    await page.getByRole("dialog").getByText("this begins at once").waitFor();
    await page.getByLabel(/^Key for/).fill("another-key-1x8Kq0");
    await page.getByRole("button", { name: "Use this key and send" }).click();
    await page.getByRole("heading", { level: 1, name: "All 3 rows created" }).waitFor();
    await page.getByRole("heading", { name: "3 login links" }).waitFor();
  });

  it("says why it waits while the service is away, and goes on by itself", async () => {
    const service = await startService({ latency: { meanMs: 20 } });
    const { folder, draft } = await protectedDraft(service, csvOf(leads(300)), { confirm: false });
    const desk = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const { page } = await open(desk);
    await goTo(page, `#/draft/${draft}/send`);
    await page.getByRole("button", { name: "Send 300 leads", exact: true }).click();
    await until(() => service.requestCount() > 40);
    service.change({ faults: { probabilities: { "502-before": 1 } } });
    await page.getByText("Waiting").waitFor({ timeout: MINUTES_MS });
    expect(await axeFindings(page)).toStrictEqual([]);
    await page.getByText("Nothing is sent just now").waitFor();
    service.change({ faults: null });
    await page.getByText("What next").waitFor({ timeout: MINUTES_MS });
    expect(await headlineOf(page)).toMatch(/29\d of 300 rows created, \d may exist/);
    await page.getByText("Send again a few minutes later.").first().waitFor();
  });

  it("shows what a sheet and the service say as the text that it is", async () => {
    const hostile = `<img src=x onerror="document.title='gone'"><script>document.title='gone'</script>\u202e`;
    const service = await startService({
      faults: {
        script: {
          "applicant-3@example.com": [{ side: "before", status: 400, body: { message: hostile } }],
          "applicant-4@example.com": [
            {
              side: "before",
              status: 400,
              body: { error: { issues: [{ code: "custom", message: hostile, path: [hostile] }] } },
            },
          ],
        },
      },
    });
    const rows = leads(4).map((lead, index) =>
      index === 0 ? changed(lead, "contactInfo.firstName", hostile) : lead,
    );
    const { folder, draft } = await protectedDraft(service, csvOf(rows), { confirm: false });
    const desk = await startDesk(folder, ["--env", "production"], { LEADCTL_API_KEY: KEY });
    const { page, troubles } = await open(desk);
    await goTo(page, `#/draft/${draft}/send`);
    await page.getByRole("button", { name: "Send 4 leads", exact: true }).click();
    await page.getByText("What next").waitFor();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByText("<img src=x").first().waitFor();
    for (const row of [2, 3, 4]) {
      await goTo(page, `${new URL(page.url()).hash.replace(/\/row.*/, "")}/row/${row}`);
      await page.getByRole("heading", { level: 1, name: new RegExp(`^Row ${row}:`) }).waitFor();
      await page.getByText("<img src=x").first().waitFor({ state: "attached" });
      expect(await page.locator("main").innerText()).not.toContain("\u202e");
      expect(await page.locator("main img, main script").count()).toBe(0);
    }
    expect(await page.title()).not.toBe("gone");
    expect(troubles).toStrictEqual([]);
  });
});

/** A folder with a draft, and one environment at the service, `production`. */
async function protectedDraft(service: RunningService, sheet: string, { confirm = true } = {}) {
  const folder = freshFolder();
  writeConfig(folder, {
    environments: { production: { baseUrl: service.url, partner: PARTNER, retryBase: "10ms", confirm } },
  });
  return { folder, draft: await dropSheet(folder, sheet) };
}

async function headlineOf(page: Page): Promise<string> {
  return page.getByRole("heading", { level: 1 }).innerText();
}

async function hasLinks(page: Page, service: RunningService): Promise<boolean> {
  const content = await page.content();
  return service.quotes().some(({ loginUrl }) => content.includes(new URL(loginUrl).search.slice(7)));
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
