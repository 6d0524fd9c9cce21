/**
 * Makes the picture of the desk: the demo sheet, dropped, matched, checked and sent, as a browser shows it then.
 *
 * Run as `node docs/images/desk.mjs` after `npm run build`, on Linux with chromium. The service is the sandbox that comes along.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");

const folder = mkdtempSync(join(tmpdir(), "leadctl-picture-"));
const desk = spawn(process.execPath, [join(ROOT, "bin", "leadctl.js"), "desk", "--no-open", "--sandbox"], {
  cwd: folder,
  stdio: ["ignore", "pipe", "ignore"],
});
try {
  const [address] = await once(desk.stdout, "data");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage({
    viewport: { width: 1100, height: 820 },
    deviceScaleFactor: 1.25,
    colorScheme: "light",
    locale: "en-US",
  });
  await page.goto(String(address).trim());
  await page.getByLabel("Drop a sheet here").setInputFiles(join(ROOT, "fixtures", "leads.csv"));
  await page.getByRole("button", { name: "Send 48 leads…" }).click();
  await page.getByRole("button", { name: "Send 48 leads", exact: true }).click();
  await page.getByRole("heading", { name: "48 of 60 rows created" }).waitFor();
  await page.getByText("colin.fairweather@example.com").waitFor();
  await page.screenshot({ path: join(HERE, "desk.png") });
  await browser.close();
} finally {
  desk.kill("SIGINT");
  await once(desk, "exit");
  rmSync(folder, { recursive: true });
}
