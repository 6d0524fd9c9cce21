import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../src/run/folder/lock.ts";
import { axeFindings, HAS_BROWSER, tabTo } from "../browser/open-page.ts";
import { readReport } from "../program/run-files.ts";
import { lostAnswerRun } from "./lost-answer-run.ts";
import { askFrom, goTo, useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";

describe.skipIf(!HAS_BROWSER)("the runs of a desk in a browser", () => {
  const open = useDeskPage();

  async function openRun(options: BrowserContextOptions = {}) {
    const { cwd, service } = await lostAnswerRun();
    const desk = await startDesk(cwd, [], service.env);
    const { page, troubles } = await open(desk, options);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const go = async (hash: string): Promise<void> => {
      await goTo(page, hash);
      await page.getByRole("heading", { level: 1 }).waitFor();
    };
    const [, list] = await askFrom(page, "/api/runs");
    const [{ run } = { run: "" }] = (list as { runs: { run: string }[] }).runs;
    const dir = join(cwd, "leadctl-runs", run);
    /** Waits for the run to be as it should, whoever works on it. */
    const settled = async (isSettled: (summary: Record<string, number>) => boolean): Promise<void> => {
      for (;;) {
        const { summary } = readReport(dir) as unknown as { summary: Record<string, number> };
        if (isSettled(summary)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    return { page, troubles, go, run, dir, cwd, service, settled };
  }

  it("takes a run of the command line to its end by buttons alone: sent once more, corrected, resolved", async () => {
    const { page, troubles, go, dir, settled, run } = await openRun();
    await go("#/runs");
    const card = page.getByRole("listitem", { name: "leads.csv" });
    await card.getByText("3 of 5 rows created, 1 needs corrections, 1 may exist").waitFor();
    await card.getByRole("button", { name: "Send once more" }).click();
    await page.waitForFunction((name) => location.hash === `#/run/${name}`, run);
    await settled((summary) => summary.unconfirmed === 1);
    await go(`#/run/${run}`);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save them as a sheet" }).click();
    const rows: Record<string, string>[] = parse(readFileSync(await (await saved).path()), {
      bom: true,
      columns: true,
    });
    const fixed = stringify(
      rows.map((row) => ({ ...row, "Property Type": "yurt", "Unit Number": "7" })),
      { header: true },
    );
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByText("Send the corrected sheet").click(),
    ]);
    await chooser.setFiles({ name: "fix.csv", mimeType: "text/csv", buffer: Buffer.from(fixed) });
    await page.getByRole("dialog").getByRole("combobox").selectOption({ label: "Condo" });
    await page.getByRole("dialog").getByRole("button", { name: "Use this answer" }).click();
    await page.waitForFunction((name) => location.hash === `#/run/${name}`, run);
    await settled((summary) => summary.created === 4);
    await go(`#/run/${run}/resolve`);
    await page.getByLabel("A quote exists").check();
    await page.getByLabel("Quote id, if you were told").fill("q-77");
    await page.getByLabel("Login link, if you were told").fill("https://x.example.test/?token=T0KEN");
    await page.getByRole("button", { name: "Write it down" }).click();
    await page.getByText("Row 3: created, with its login link, quote q-77.").waitFor();
    await settled((summary) => summary.created === 5);
    expect(await page.content()).not.toContain("T0KEN");
    expect(existsSync(join(dir, "plan-2.ndjson"))).toBe(true);
    // The browser's own word about the question.
    expect(troubles).toStrictEqual([expect.stringContaining("status of 400")]);
  });

  it("shows what is left to do once a round that was under way has ended", async () => {
    const { page, go, service } = await openRun();
    await go("#/runs");
    service.change({ latency: { meanMs: 5_000 } });
    await page.getByRole("button", { name: "Send once more" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/run/"));
    await go("#/runs");
    await page.getByRole("listitem", { name: "leads.csv" }).waitFor();
    expect(await page.getByRole("button", { name: "Save them as a sheet" }).count()).toBe(0);
    await page.getByRole("button", { name: "Save them as a sheet" }).waitFor();
  });

  it("shows what another process made of a run once somebody comes back to the window", async () => {
    const { page, go, dir, run } = await openRun();
    const working = new RegExp(`process ${process.pid}|Another process`);
    for (const view of ["#/runs", `#/run/${run}`]) {
      const lock = await lockRun(dir, new Date(), false);
      await go(view);
      await page.getByText(working).first().waitFor();
      lock.release();
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      await page.getByRole("button", { name: "Send once more" }).waitFor();
    }
  });

  it("gives a file with login links only after a word of warning, and removes a run only by a typed number", async () => {
    const { page, go, dir } = await openRun();
    await go("#/runs");
    await page.getByRole("button", { name: "Files and more" }).click();
    await page.getByRole("button", { name: "Report (.csv)…" }).click();
    await page.getByText("It holds login links").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save it" }).click();
    const link = String(readReport(dir).leads[0]?.loginUrl);
    expect(readFileSync(await (await saved).path(), "utf8")).toContain(link);
    expect(await page.content()).not.toContain("token=");
    await page.getByRole("button", { name: "Remove this run…" }).click();
    await page.getByText("only this run says so").waitFor();
    await page.getByRole("button", { name: "Remove it anyway…" }).click();
    await page.getByText("with 3 login links that exist nowhere else").waitFor();
    await page.getByLabel("Type 5 to remove it").fill("5");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("1 run was removed").waitFor();
    expect(existsSync(dir)).toBe(false);
  });

  it("finds a person by keyboard alone, the verdict first, and offers what was probably meant", async () => {
    const { page, go, run } = await openRun();
    await go("#/find");
    const box = page.getByRole("searchbox");
    await box.focus();
    await page.keyboard.type("aplicant-3@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing was found.").waitFor();
    await tabTo(page.getByRole("button", { name: "applicant-3@example.com" }));
    await page.keyboard.press("Enter");
    await page.getByText(/may exist\. There is no/).waitFor();
    await tabTo(page.getByRole("button", { name: "Send once more" }));
    await page.keyboard.press("Enter");
    await page.waitForFunction((name) => location.hash === `#/run/${name}`, run);
  });

  it("finds whose a login link is, and leaves nothing that is looked for in the browser's history", async () => {
    const { page, go, service } = await openRun();
    await go("#/find");
    const [{ loginUrl } = { loginUrl: "?" }] = service.quotes();
    await page.getByRole("searchbox").fill(loginUrl);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Show the lead" }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/find");
    // The same address for somebody else; nor does a name or a cut link stand in it.
    await page.getByRole("searchbox").fill(`${loginUrl}-cut-off`);
    await page.keyboard.press("Enter");
    await page.getByText("Nothing was found.").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/find");
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 360, height: 740 } }],
    ["large letters", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ] as const)("gives axe nothing to find, and does not scroll sideways: %s", async (_name, options) => {
    const { page, go, run } = await openRun(options);
    const check = async (): Promise<void> => {
      expect(await axeFindings(page)).toStrictEqual([]);
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect(await page.evaluate(isWider)).toBe(false);
    };
    await go("#/runs");
    await page.getByRole("button", { name: "Files and more" }).click();
    await page.getByRole("button", { name: "Summary (.html)" }).waitFor();
    await check();
    await page.getByRole("button", { name: "Remove this run…" }).click();
    await page.getByRole("dialog").waitFor();
    await check();
    await page.keyboard.press("Escape");
    await go("#/find");
    await page.getByRole("searchbox").fill("applicant");
    await page.keyboard.press("Enter");
    await page.getByRole("table").waitFor();
    await check();
    await go(`#/run/${run}/resolve`);
    await page.getByLabel("A quote exists").check();
    await check();
  });
});
