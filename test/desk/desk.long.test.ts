import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { deskError } from "../../src/desk/desk-errors.ts";
import { HAS_BROWSER } from "../browser/open-page.ts";
import { freshFolder } from "../program/run-program.ts";
import { listening } from "../send/raw-server.ts";
import { askFrom, goTo, useDeskPage } from "./open-desk.ts";
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
    await other.page.getByText(deskError("address-used").message).waitFor();
  });

  it("opens once it was started anew in a tab that is here, and the address is as short as before", async () => {
    const folder = freshFolder();
    const first = await startDesk(folder);
    const { page } = await open(first);
    await page.getByText("Where do the leads go?").waitFor();
    first.process.kill();
    await once(first.process, "exit");
    const { address } = await startDesk(folder);
    await goTo(page, new URL(address).hash);
    await page.getByText("Where do the leads go?").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/");
    await page.getByText("The desk does not answer").waitFor({ state: "detached" });
  });

  it("tells no other port of this computer what opens it", async () => {
    const heard: IncomingHttpHeaders[] = [];
    const listener = createServer((request, response) => {
      heard.push(request.headers);
      response.setHeader("content-type", "text/html").end("<title>elsewhere</title>");
    });
    const port = await listening(listener);
    const { page } = await open(await startDesk(freshFolder()));
    await page.getByRole("heading", { level: 1 }).waitFor();
    const secret = await page.evaluate(() => localStorage.getItem("leadctl-desk") ?? "");
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await page.context().cookies()).toStrictEqual([]);
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(heard.length).toBeGreaterThan(0);
    expect(JSON.stringify(heard)).not.toContain(secret);
  });

  it("saves a file though no address alone gives it, and hears what happens", async () => {
    const desk = await startDesk(freshFolder());
    const { page, troubles } = await open(desk);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download an empty one" }).click();
    expect((await saved).suggestedFilename()).toBe("leads.xlsx");
    expect((await fetch(`${desk.origin}/api/template.xlsx`)).status).toBe(401);
    await askFrom(page, "/api/drafts?name=other.csv", "email\nann@example.com\n");
    await page.getByRole("link", { name: "other.csv" }).waitFor();
    expect(troubles).toStrictEqual([]);
  });
});
