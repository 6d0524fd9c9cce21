import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { chromium, type Page } from "playwright-core";
import { systemClock } from "../../src/base/clock.ts";
import { DraftStore } from "../../src/desk/drafts/draft-store.ts";
import { countText } from "../../src/terminal/number-text.ts";
import { type Bench, type Figure, type Line, median, repeat } from "../figure.ts";
import { cellsOf, HEADERS, rowsOf } from "../input.ts";
import { LEADCTL } from "../measure.ts";

const CHROMIUM = "/usr/bin/chromium";
const BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-precise-memory-info"];
const ROUNDS = 3;
const EDITS = 40;

type Sample = Awaited<ReturnType<typeof measureOnce>>;

/** How the grid of the desk feels with a long sheet. */
export const grid: Figure = {
  id: "grid",
  meaning:
    "A long sheet on the desk, in Chromium, which draws by software: from the address of its grid to the first row on the screen, and until every row has its verdict; from Enter in a cell until the page shows the row as it is judged, its edit on the disk; the memory of the server and the heap of the page after all this.",
  isExtra: true,
  async measure(bench: Bench): Promise<Line[]> {
    const rowCount = bench.size(200_000, 5_000);
    const folder = join(bench.dir, "desk");
    mkdirSync(folder);
    const store = new DraftStore(folder, systemClock);
    const { id } = await store.create("leads.csv", Readable.from(sheetLines(rowCount)));
    await store.close();
    const samples = await repeat(ROUNDS, (round) => measureOnce(folder, id, round));
    const middle = (key: keyof Sample): string => median(samples.map((sample) => sample[key])).toFixed(0);
    const line = (name: string, unit: "ms" | "MB", goal: number, of: (sample: Sample) => number): Line => ({
      name: `grid: ${name}`,
      unit,
      limits: { goal },
      samples: samples.map(of),
      detail: `${countText(rowCount)} rows, ${EDITS} edits; server ${middle("server")} MB, page ${middle("page")} MB`,
    });
    return [
      line("until rows can be looked at", "ms", 1_500, ({ usable }) => usable),
      line("until all rows are read", "ms", 15_000, ({ whole }) => whole),
      line("p95 from an edit to its verdict", "ms", 100, ({ verdict }) => verdict),
      line("memory of server and page", "MB", 400, ({ server, page }) => server + page),
    ];
  },
};

/** Some rows want to be corrected. */
function* sheetLines(rowCount: number): Generator<string> {
  const cells = (n: number): string[] =>
    cellsOf(n).with(7, n % 100 === 7 ? "no address" : `applicant-${n}@example.com`);
  for (const row of [HEADERS, ...rowsOf(rowCount, cells)]) yield `${row.join(",")}\n`;
}

async function measureOnce(folder: string, id: string, round: number) {
  const desk = spawn(process.execPath, [LEADCTL, "desk", "--no-open", "--sandbox"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(desk.stdout, "data");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(String(line).trim());
    await page.getByRole("heading", { level: 1 }).waitFor();
    const startedAtMs = performance.now();
    await page.evaluate(`location.hash = ${JSON.stringify(`#/draft/${encodeURIComponent(id)}/grid`)}`);
    await page.locator(".g-cell .g-text").filter({ hasText: /\w/ }).first().waitFor();
    const usable = performance.now() - startedAtMs;
    await page.getByText("Reading the sheet").waitFor({ state: "detached", timeout: 120_000 });
    const whole = performance.now() - startedAtMs;
    const verdict = await editsToVerdict(page, round);
    const heap = await page.evaluate<number>("performance.memory.usedJSHeapSize");
    const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${desk.pid}/status`, "utf8"));
    return { usable, whole, verdict, server: Number(resident?.[1]) / 1_024, page: heap / 1e6 };
  } finally {
    await browser.close();
    desk.kill("SIGKILL");
    await once(desk, "exit");
  }
}

/** From Enter until the page has saved. */
const NEXT_VERDICT = `window.verdict = new Promise((resolve) => {
  addEventListener("keydown", () => {
    const start = performance.now();
    const status = document.querySelector(".g-status");
    let wasSaving = false;
    new MutationObserver((_, observer) => {
      const isSaving = status.textContent.includes("Saving");
      wasSaving ||= isSaving;
      if (!wasSaving || isSaving) return;
      observer.disconnect();
      resolve(performance.now() - start);
    }).observe(status, { childList: true, characterData: true, subtree: true });
  }, { once: true, capture: true });
}), 0`;

/** Types into cells in sight, each a little further down. */
async function editsToVerdict(page: Page, round: number): Promise<number> {
  await page.locator(".g-grid").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.locator("#g-0-1 .g-text").filter({ hasText: /\w/ }).waitFor();
  const times = await repeat(EDITS, async (edit) => {
    await page.keyboard.type(`r${round}-${edit}`);
    await page.evaluate(NEXT_VERDICT);
    await page.keyboard.press("Enter");
    return page.evaluate<number>("window.verdict");
  });
  return times.toSorted((one, other) => one - other)[Math.floor(EDITS * 0.95)] ?? Number.NaN;
}
