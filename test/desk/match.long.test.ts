import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings, HAS_BROWSER, tabTo } from "../browser/open-page.ts";
import { brokenLead } from "../program/corrected-run.ts";
import { csvOf, flatLead, leadOf } from "../program/lead-sheet.ts";
import { doubtfulLeads } from "../program/question-sheet.ts";
import { freshFolder } from "../program/run-program.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";

describe.skipIf(!HAS_BROWSER)("a sheet in a browser", () => {
  const open = useDeskPage();

  async function drop(
    name: string,
    content: string | Buffer,
    { folder = freshFolder(), ...options }: BrowserContextOptions & { folder?: string } = {},
  ) {
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page, troubles } = await open(desk, options);
    page.setDefaultTimeout(12_000);
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(content),
      });
    await page.getByRole("heading", { level: 1, name: `What is in ${name}?` }).waitFor();
    return { desk, page, troubles };
  }

  it("is matched, checked and led to sending by the keyboard alone, and its answers outlive the desk", async () => {
    const folder = freshFolder();
    const sheet = csvOf(doubtfulLeads());
    const { desk, page, troubles } = await drop("leads.csv", sheet, { folder });
    const asked = page.getByText("1 question to answer first");
    await asked.waitFor();
    await tabTo(page.locator("select").first());
    // As a person does: the word's first letters.
    await page.keyboard.type("Condo");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(/^Your answers are kept/).waitFor();
    await asked.waitFor({ state: "detached" });
    await page.getByText("1 answered question").waitFor();
    expect(troubles).toStrictEqual([]);

    desk.process.kill("SIGKILL");
    const again = await open(await startDesk(folder, ["--sandbox"]));
    await again.page.getByRole("link", { name: "leads.csv" }).click();
    await again.page.getByText("1 answered question").waitFor();
    await tabTo(again.page.getByText("Check what will be sent"));
    await again.page.keyboard.press("Enter");
    await again.page.getByRole("heading", { name: /ready to be sent|questions? (is|are) open/ }).waitFor();
    await tabTo(again.page.getByText(/^Send \d leads?…$/));
    await again.page.keyboard.press("Enter");
    await again.page.getByRole("dialog", { name: /^Send \d leads? to practice$/ }).waitFor();
    expect(again.troubles).toStrictEqual([]);
  });

  it("shows how a column is read, and reads it otherwise when a person says so", async () => {
    const csv =
      'Email,Name,Home\nann@example.com,"Lee, Ann","12 Oak St, Austin, TX 78701"\n' +
      'bob@example.com,Bob Low,"9 Elm St, Austin, TX 78701"\n';
    const { page, troubles } = await drop("people.csv", csv);
    const name = page.getByRole("listitem").filter({ has: page.getByLabel("What Name (B) is") });
    await name.locator(".splits dd").first().waitFor();
    expect((await name.locator(".splits dd").allTextContents()).slice(0, 2)).toStrictEqual(["Ann", "Lee"]);
    await page.getByLabel("What Name (B) is").selectOption("contactInfo.lastName");
    await name.getByText("Chosen by you").waitFor();
    expect(await name.locator(".splits").count()).toBe(0);
    await page.getByLabel("What Name (B) is").selectOption("As it was understood");
    await name.locator(".splits").waitFor();
    await page.getByText(/^\d+ certain: /).click();
    await page.getByLabel("What Email (A) is").selectOption("Leave it out");
    await page.getByText("needed", { exact: true }).waitFor();
    await page.getByLabel("The column of Email").selectOption("Email (A)");
    await page.getByText("needed", { exact: true }).waitFor({ state: "detached" });
    expect(troubles).toStrictEqual([]);
  });

  it("of two in a workbook, with hidden rows, is chosen on the page", async () => {
    const header = Object.keys(flatLead(leadOf(2), "label"));
    const cells = (n: number) => header.map((key) => String(flatLead(leadOf(n), "label")[key] ?? ""));
    const rows = (n: number) => [header, cells(n), { hidden: true as const, cells: cells(n + 1) }];
    const sheets = [
      { name: "North", rows: rows(2) },
      { name: "South", rows: rows(4) },
    ];
    const { page, troubles } = await drop("both.xlsx", workbookOf({ sheets }));
    await page.getByText("Which sheet holds the leads?").waitFor();
    await page.getByLabel("South").check();
    await page.getByRole("cell", { name: "applicant-4@example.com" }).waitFor();
    await page.getByRole("button", { name: "Read “South”" }).click();
    await page.getByRole("button", { name: "Leave them out" }).click();
    await page.getByText("columns used").waitFor();
    await page.getByText(/^\d+ certain: /).click();
    await page.locator(".samples").getByText("applicant-4@example.com").waitFor();
    expect(await page.getByText("applicant-5@example.com").count()).toBe(0);
    expect(troubles).toStrictEqual([]);
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: { width: 360, height: 740 } }],
  ] as const)(
    "gives axe nothing to find, does not scroll sideways, and stays text: %s",
    async (_name, options) => {
      const hostile = '<img src=x onerror="document.title=1">';
      const [headers = "", ...rows] = csvOf([...doubtfulLeads(), brokenLead(20)])
        .trimEnd()
        .split("\n");
      const quoted = `"${hostile.replaceAll('"', '""')}"`;
      const sheet = [`${headers},${quoted}`, ...rows.map((row) => `${row},${quoted}`), "Total,9"].join("\n");
      const { page } = await drop("leads.csv", sheet, { ...options });
      const check = async (): Promise<void> => {
        expect(await axeFindings(page)).toStrictEqual([]);
        const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
        expect(await page.evaluate(isWider)).toBe(false);
      };
      await page.getByText("not used").click();
      await page.getByText(hostile).first().waitFor();
      await page.getByText("Read another sheet").click();
      await page.getByRole("button", { name: "Row 1 holds the headers" }).waitFor();
      await check();
      await page.getByRole("link", { name: "Check what will be sent" }).click();
      await page.getByText("To correct", { exact: true }).waitFor();
      await page.getByText("Rows left out").click();
      await check();
      expect(await page.title()).not.toBe("1");
    },
  );
});
