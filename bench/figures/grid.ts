import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { chromium, type Page } from "playwright-core";
import { systemClock } from "../../src/base/clock.ts";
import { DraftStore } from "../../src/desk/drafts/draft-store.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { cellsOf, HEADERS } from "../input.ts";
import { LEADCTL, median } from "../measure.ts";

const CHROMIUM = "/usr/bin/chromium";
const BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-precise-memory-info"];
const MORE_HEADERS = ["Notes", "Owner", "Source"];
const ROUNDS = 3;
const WHEEL_TURNS = 100;
const JUMPS = 100;
const EDITS = 40;

interface Sample {
  usable: number;
  whole: number;
  wheel: number;
  bar: number;
  verdict: number;
  server: number;
  page: number;
}

/** How the grid of the desk feels with a long sheet: in Chromium, which draws by software here. */
export const grid: Figure = {
  id: "grid",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(200_000, 5_000);
    const folder = join(bench.dir, "desk");
    mkdirSync(folder);
    const store = new DraftStore(folder, systemClock);
    const { id } = await store.create("leads.csv", Readable.from(sheetLines(rowCount)));
    await store.close();
    const samples: Sample[] = [];
    for (let round = 0; round < ROUNDS; round++) samples.push(await measureOnce(folder, id, round));
    const of = (key: keyof Sample): number[] => samples.map((sample) => sample[key]);
    const together = samples.map(({ server, page }) => server + page);
    const detail = `${countText(rowCount)} rows × ${HEADERS.length + MORE_HEADERS.length} columns, ${countText(JUMPS)} jumps, ${EDITS} edits`;
    return [
      {
        name: "grid: until rows can be looked at",
        unit: "ms",
        better: "less",
        goal: 1_500,
        samples: of("usable"),
        meaning:
          "From the address of the grid to its first row on the screen, on a desk that is running and has not read the sheet.",
        detail,
      },
      {
        name: "grid: until all rows are read",
        unit: "ms",
        better: "less",
        goal: 15_000,
        samples: of("whole"),
        meaning:
          "From the address of the grid until every row has its verdict. Rows are corrected meanwhile.",
        detail,
      },
      {
        name: "grid: p95 of a frame, by wheel",
        unit: "ms",
        better: "less",
        goal: 25,
        samples: of("wheel"),
        meaning: "Between two frames while the wheel turns.",
        detail,
      },
      {
        name: "grid: p95 of a frame, by bar",
        unit: "ms",
        better: "less",
        goal: 25,
        samples: of("bar"),
        meaning: "Between two frames while the bar is dragged through all rows.",
        detail,
      },
      {
        name: "grid: p95 from an edit to its verdict",
        unit: "ms",
        better: "less",
        goal: 100,
        samples: of("verdict"),
        meaning: "From Enter in a cell until the page shows the row as it is judged, its edit on the disk.",
        detail,
      },
      {
        name: "grid: memory of server and page",
        unit: "MB",
        better: "less",
        goal: 400,
        samples: together,
        meaning: "What the server has resident after all this, and the heap of the page.",
        detail: `server ${median(of("server")).toFixed(0)} MB, page ${median(of("page")).toFixed(0)} MB`,
      },
    ];
  },
};

function* sheetLines(rowCount: number): Generator<string> {
  yield `${[...HEADERS, ...MORE_HEADERS].join(",")}\n`;
  for (let n = 0; n < rowCount; n++) {
    const cells = cellsOf(n);
    // Some rows want to be corrected.
    if (n % 100 === 7) cells[7] = "no address";
    yield `${[...cells, "called twice", "Pat", "web"].join(",")}\n`;
  }
}

async function measureOnce(folder: string, id: string, round: number): Promise<Sample> {
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
    const startedAt = performance.now();
    const usable = await usableAfter(page, id);
    await page.getByText("Reading the sheet").waitFor({ state: "detached", timeout: 120_000 });
    const whole = performance.now() - startedAt;
    await page.getByRole("button", { name: /^All/ }).click();
    await page.locator("#g-0-0").waitFor();
    const wheel = await framesByWheel(page);
    const bar = (await page.evaluate(`(${BY_BAR})(${JUMPS})`)) as number;
    const verdict = await editsToVerdict(page, round);
    const heap = (await page.evaluate("performance.memory.usedJSHeapSize")) as number;
    return { usable, whole, wheel, bar, verdict, server: residentMegabytes(desk.pid), page: heap / 1e6 };
  } finally {
    await browser.close();
    desk.kill("SIGKILL");
    await once(desk, "exit");
  }
}

async function usableAfter(page: Page, id: string): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    const look = () => {
      const cell = document.querySelector(".g-cell .g-text");
      if (cell && cell.textContent !== "") requestAnimationFrame(() => resolve(performance.now() - start));
      else setTimeout(look, 5);
    };
    location.hash = ${JSON.stringify(`#/draft/${encodeURIComponent(id)}/grid`)};
    look();
  })`)) as number;
}

/** Between frames: 95 of 100 are not longer. */
const RECORDING = `
  const gaps = [];
  let last = performance.now();
  let isOn = true;
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  const stop = () => { isOn = false; gaps.sort((a, b) => a - b); return gaps[Math.floor(gaps.length * 0.95)]; };
`;

const BY_BAR = `(jumps) => new Promise((resolve) => {
  ${RECORDING}
  const scroller = document.querySelector(".g-grid");
  const step = (n) => {
    scroller.scrollTop = (scroller.scrollHeight / jumps) * n;
    if (n < jumps) setTimeout(() => step(n + 1), 20);
    else setTimeout(() => resolve(stop()), 100);
  };
  step(0);
})`;

async function framesByWheel(page: Page): Promise<number> {
  await page.locator(".g-grid").hover();
  await page.evaluate(`{ ${RECORDING} window.stopFrames = stop; 0; }`);
  for (let turn = 0; turn < WHEEL_TURNS; turn++) await page.mouse.wheel(0, 240);
  return (await page.evaluate("window.stopFrames()")) as number;
}

/** Types into cells in sight, each a little further down. */
async function editsToVerdict(page: Page, round: number): Promise<number> {
  await page.locator(".g-grid").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.locator("#g-0-1 .g-text").filter({ hasText: /\w/ }).waitFor();
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await page.keyboard.type(`r${round}-${edit}`);
    await page.evaluate(`{
      window.verdict = new Promise((resolve) => {
        addEventListener("keydown", () => {
          const start = performance.now();
          const status = document.querySelector(".g-status");
          let wasSaving = false;
          const observer = new MutationObserver(() => {
            const isSaving = status.textContent.includes("Saving");
            wasSaving ||= isSaving;
            if (!wasSaving || isSaving) return;
            observer.disconnect();
            resolve(performance.now() - start);
          });
          observer.observe(status, { childList: true, characterData: true, subtree: true });
        }, { once: true, capture: true });
      });
      0;
    }`);
    await page.keyboard.press("Enter");
    times.push((await page.evaluate("window.verdict")) as number);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function residentMegabytes(pid: number | undefined): number {
  const mark = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(mark?.[1]) / 1_024;
}
