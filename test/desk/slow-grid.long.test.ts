import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { deskError } from "../../src/desk/desk-errors.ts";
import { HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder } from "../program/run-program.ts";
import { gridAddress, journalOf } from "./desk-draft.ts";
import { countOf, saved, typeDown } from "./grid-page.ts";
import { askFrom, goTo, useDeskPage } from "./open-desk.ts";
import { startDesk } from "./running-desk.ts";
import { dropSheet } from "./sent-draft.ts";
import { holdAnswer } from "./slow-answers.ts";

const ROW_COUNT = 200;
/** Each row has an e-mail of its own, and the first ones one that cannot be. */
const SHEET = [
  "email,first name,last name",
  ...Array.from({ length: ROW_COUNT }, (_, n) => `a${n}${n < 3 ? "" : "@example.com"},Ann,Lee ${n}`),
].join("\n");

describe.skipIf(!HAS_BROWSER)("rows that are corrected when answers come late", () => {
  const open = useDeskPage();

  async function openGrid() {
    const folder = freshFolder();
    const id = await dropSheet(folder, SHEET);
    const desk = await startDesk(folder, ["--sandbox"]);
    const { page, troubles } = await open(desk, { viewport: { width: 1200, height: 800 } });
    await goTo(page, gridAddress(id));
    await page.getByRole("grid").waitFor();
    /** What was kept, oldest first: the texts of cells, `undo` and `redo`. */
    const kept = (): string[] =>
      readFileSync(journalOf(folder, id), "utf8")
        .trim()
        .split("\n")
        .flatMap((line) => {
          const { edit } = JSON.parse(line) as { edit?: { cells: [number, number, null, string][] } };
          return edit
            ? edit.cells.map(([row, , , text]) => `${row} ${text}`)
            : Object.keys(JSON.parse(line)).slice(0, 1);
        });
    return { page, troubles, kept, id, desk, folder };
  }

  it("are those of the list that was asked for, though an edit is still on its way", async () => {
    const { page, kept } = await openGrid();
    const edit = await holdAnswer(page, "**/edits", "POST");
    await typeDown(page, "b0@example.com");
    await page.getByRole("button", { name: /^All/ }).click();
    await edit.given;
    edit.release();
    await page
      .getByRole("grid")
      .and(page.locator(`[aria-rowcount="${ROW_COUNT + 1}"]`))
      .waitFor();
    await page.getByRole("gridcell", { name: "b0@example.com" }).waitFor();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    expect(kept()).toStrictEqual(["2 b0@example.com"]);
  });

  it("keep what is typed into a row that is no longer here when it is done", async () => {
    const { page, kept } = await openGrid();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    const edit = await holdAnswer(page, "**/edits", "POST");
    await typeDown(page, "b0@example.com");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await page.getByRole("gridcell", { name: `a${ROW_COUNT - 1}@example.com` }).waitFor();
    const rows = await holdAnswer(page, "**/rows", "POST");
    await page.keyboard.type("b199@example.com");
    edit.release();
    await rows.given;
    await page.keyboard.press("Enter");
    rows.release();
    await saved(page);
    expect(kept()).toStrictEqual(["2 b0@example.com", `${ROW_COUNT + 1} b199@example.com`]);
  });

  it("keep every edit that waits, in its order, and none of them twice", async () => {
    const { page, kept } = await openGrid();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    await page.route("**/edits", (route) => route.abort());
    await typeDown(page, "b0@example.com");
    await page.getByText("Not saved").waitFor();
    await typeDown(page, "b1@example.com");
    for (const text of ["b0@example.com", "b1@example.com"])
      await page.getByRole("alert").getByRole("listitem").getByText(text).waitFor();
    await page.unroute("**/edits");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    await typeDown(page, "b2@example.com");
    await saved(page);
    expect(kept()).toStrictEqual(["2 b0@example.com", "3 b1@example.com", "4 b2@example.com"]);
    // The desk takes it back, and its answer is lost.
    await page.route("**/edits", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press("Control+z");
    await page.getByText("Not saved").waitFor();
    await page.unroute("**/edits");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    await expect.poll(() => countOf(page, "Changed")).toBe(2);
    expect(kept().slice(3)).toStrictEqual(["undo"]);
  });

  it("are not checked nor sent before what was typed is saved, and are there again when it could not be", async () => {
    const { page, kept } = await openGrid();
    const edit = await holdAnswer(page, "**/edits", "POST");
    await typeDown(page, "b0@example.com");
    await page.getByRole("link", { name: "Done: check and send" }).click();
    await edit.given;
    edit.release();
    await page.getByText("198 of 200 rows ready to be sent").waitFor();
    await page.goBack();
    await page.getByRole("grid").waitFor();
    await page.route("**/edits", (route) => route.abort());
    await typeDown(page, "b1@example.com");
    await page.getByRole("link", { name: "Done: check and send" }).click();
    await page.getByText("Not everything that was corrected is saved").waitFor();
    await page.getByRole("link", { name: "Go to the rows" }).click();
    await page.unroute("**/edits");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Done: check and send" }).click();
    await page.getByText("199 of 200 rows ready to be sent").waitFor();
    expect(kept()).toStrictEqual(["2 b0@example.com", "3 b1@example.com"]);
  });

  it("keep what was typed when the sheet is read in another way, and write it nowhere", async () => {
    const { page, id, folder } = await openGrid();
    await page.getByRole("grid").focus();
    await page.keyboard.type("b0@example.com");
    await layOut(page, id, { headerRow: 3 });
    await page.keyboard.press("Enter");
    await page.getByText(`Not saved: ${deskError("draft-read-anew").message}`).waitFor();
    await page.getByText("email, row 2: “b0@example.com”").waitFor();
    await layOut(page, id, { headerRow: 1 });
    await page.getByRole("button", { name: "Leave this edit out" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    expect(existsSync(journalOf(folder, id))).toBe(false);
    await page.getByRole("gridcell", { name: "a0" }).first().waitFor();
    await typeDown(page, "b1@example.com");
    await saved(page);
    expect(readFileSync(journalOf(folder, id), "utf8")).toContain("b1@example.com");
  });

  it("go on without an edit that is refused, and the steps meant for it, once it is left out", async () => {
    const { page, kept } = await openGrid();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    await typeDown(page, "b0@example.com");
    await saved(page);
    const error = { code: "edit-too-large", message: "Too many cells", hint: "Fewer." };
    await page.route("**/edits", (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 });
    await typeDown(page, "b1@example.com");
    await page.getByText("Not saved: Too many cells").waitFor();
    await page.keyboard.press("Control+z");
    await typeDown(page, "b2@example.com");
    await page.getByRole("button", { name: "Leave this edit out" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    await expect.poll(kept).toStrictEqual(["2 b0@example.com", "4 b2@example.com"]);
  });

  it("wait on the page while the desk is away, which says how many, and are saved when it is back", async () => {
    const { page, kept, desk, folder } = await openGrid();
    await typeDown(page, "b0@example.com");
    await saved(page);
    // The desk does it, its answer is lost, and it ends.
    await page.route(
      "**/edits",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await page.getByText("Not saved").waitFor();
    desk.process.kill("SIGKILL");
    await typeDown(page, "b1@example.com");
    const { port } = new URL(desk.origin);
    await page.getByText("2 changes are not saved yet: keep this page open").waitFor();
    // A folder's desk has the port that it had.
    const next = await startDesk(folder, ["--sandbox"]);
    expect(new URL(next.origin).port).toBe(port);
    await (await page.context().newPage()).goto(next.address);
    await page.getByText("Not saved:").waitFor({ state: "detached" });
    await expect.poll(() => kept().length).toBe(3);
    expect(kept().slice(0, 2)).toStrictEqual(["2 b0@example.com", "undo"]);
    expect(kept()[2]).toContain("b1@example.com");
  });

  it("show what was meant for rows that only the desk before knew, and do not drop it", async () => {
    const { page, kept, desk, folder } = await openGrid();
    await typeDown(page, "b0@example.com");
    await saved(page);
    desk.process.kill("SIGKILL");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await page.getByText("1 change is not saved yet").waitFor();
    const next = await startDesk(folder, ["--sandbox", "--port", new URL(desk.origin).port]);
    await (await page.context().newPage()).goto(next.address);
    await page.getByText(`Not saved: ${deskError("view-gone").message}`).waitFor();
    await page.getByText("Filled down: email").waitFor();
    await page.getByRole("button", { name: "Leave this edit out" }).click();
    await page.getByText("Not saved").waitFor({ state: "detached" });
    expect(kept()).toStrictEqual(["2 b0@example.com"]);
  });

  it("are not changed by what is typed while the next one to correct is looked for", async () => {
    const { page, folder, id } = await openGrid();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.getByRole("gridcell", { name: `a${ROW_COUNT - 1}@example.com` }).waitFor();
    const next = await holdAnswer(page, "**/next", "POST");
    await page.keyboard.press("F8");
    await next.given;
    await page.keyboard.type("b0");
    next.release();
    await page.locator("#g-0-0.g-active").waitFor();
    expect(existsSync(journalOf(folder, id))).toBe(false);
  });

  it("come when the desk is back", async () => {
    const { page } = await openGrid();
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("gridcell", { name: "a5@example.com" }).waitFor();
    await page.route("**/rows", (route) => route.abort());
    await page.getByRole("grid").click({ position: { x: 300, y: 100 } });
    await page.keyboard.press("Control+End");
    await page.getByRole("alert").waitFor();
    await page.unroute("**/rows");
    await page.getByRole("gridcell", { name: `a${ROW_COUNT - 1}@example.com` }).waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});

/** Says which part of a draft's file holds the leads, as another tab would. */
async function layOut(page: Page, id: string, layout: object): Promise<void> {
  const [status] = await askFrom(page, `/api/drafts/${id}/layout`, layout);
  expect(status).toBe(200);
}
