/**
 * Makes the first picture of the README: what comes back of a workbook, as LibreOffice and a browser show it. Nothing is
 * drawn by hand but the frame.
 *
 * Run as `node docs/images/before-after.mjs` after `npm run build`, on Linux with LibreOffice, poppler's `pdftoppm` and
 * chromium. The service is the sandbox that comes along.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
/** Where on its page each table begins, and as much of it as is shown, in pixels. */
const FIX = { page: "1", dpi: "330", crop: ["-x", "118", "-y", "150", "-W", "1330", "-H", "290"] };
/** Links are cut off: nobody needs to see a token. */
const LINKS = { page: "3", dpi: "190", crop: ["-x", "70", "-y", "88", "-W", "1080", "-H", "640"] };

const folder = mkdtempSync(join(tmpdir(), "leadctl-picture-"));
try {
  copyFileSync(join(ROOT, "fixtures", "leads.csv"), join(folder, "leads.csv"));
  office("xlsx", "leads.csv", "--infilter=CSV:44,34,76,1,,0,false,false");
  const program = join(ROOT, "bin", "leadctl.js");
  spawnSync(process.execPath, [program, "submit", "leads.xlsx", "--sandbox", "--out", "monday", "--quiet"], {
    cwd: folder,
  });
  office("pdf", "monday/fix.xlsx");
  office("pdf", "monday/report.xlsx");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const report = await browser.newPage({ viewport: { width: 1100, height: 620 }, colorScheme: "light" });
  await report.goto(pathToFileURL(join(folder, "monday", "report.html")).href);
  writeFileSync(join(folder, "report.png"), await report.screenshot());
  const frame = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1.25 });
  writeFileSync(join(folder, "frame.html"), page());
  await frame.goto(pathToFileURL(join(folder, "frame.html")).href);
  await frame.locator("main").screenshot({ path: join(HERE, "before-after.png") });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}

function office(format, file, ...more) {
  const home = `-env:UserInstallation=${pathToFileURL(join(folder, "office")).href}`;
  execFileSync("soffice", [home, "--headless", "--convert-to", format, ...more, "--outdir", ".", file], {
    cwd: folder,
    stdio: "ignore",
  });
}

function picture(name, { page, dpi, crop }) {
  const args = [
    "-r",
    dpi,
    "-png",
    "-singlefile",
    "-f",
    page,
    "-l",
    page,
    ...crop,
    `${name}.pdf`,
    `${name}-part`,
  ];
  execFileSync("pdftoppm", args, { cwd: folder });
  return embedded(`${name}-part.png`);
}

function embedded(file) {
  return `data:image/png;base64,${readFileSync(join(folder, file)).toString("base64")}`;
}

function page() {
  const figure = (title, source) => `<figure><figcaption>${title}</figcaption><img src="${source}"></figure>`;
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; font: 17px "DejaVu Sans", sans-serif; color: #1f2937 }
main { width: 1240px; padding: 20px; background: #eef2f7; display: grid; gap: 18px; grid-template-columns: 620px 1fr }
figure { margin: 0; background: #fff; border: 1px solid #d5dce6; border-radius: 10px; overflow: hidden }
figure:last-child { grid-column: 1 / 3 }
figcaption { padding: 10px 16px; font-weight: 700; border-bottom: 1px solid #e5eaf1 }
img { display: block; width: 100% }
</style><main>
${figure("1. What happened, on a page to share", embedded("report.png"))}
${figure("2. The login links", picture("report", LINKS))}
${figure("3. What is left to correct: red cells, each with its reason", picture("fix", FIX))}
</main>`;
}
