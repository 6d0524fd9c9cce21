/**
 * Makes the pictures of the README anew, from the program itself: two commands on a terminal, recorded, and the page
 * that the first of them wrote, in a browser. Nothing is typed in by hand but the commands.
 *
 * Run as `node docs/images/record.mjs` after `npm run build`, on Linux with `script` (util-linux) and, for the page,
 * chromium. The service is the sandbox, which holds its answers back as one far away would, and fails now and then.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { drawRecording } from "./draw-recording.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const PROGRAM = join(ROOT, "bin", "leadctl.js");
const MEND_SHEET = join(ROOT, "test", "packaging", "mend-sheet.mjs");
const CHROMIUM = "/usr/bin/chromium";
/** Long enough to be told from other text. */
const KEY = "recording-5f2c81aa77b04d19";
const COLUMNS = 100;
const ROWS = 50;

const SESSION = `
leadctl() { node ${PROGRAM} "$@"; }
say() { printf '\\033[1m$ %s\\033[0m\\n' "$1"; sleep 0.6; }
stty cols ${COLUMNS} rows ${ROWS}
say 'leadctl submit leads.csv --out monday'
leadctl submit leads.csv --out monday
cp monday/report.html .
sleep 3
printf '\\n\\033[2m# somebody corrects the twelve rows of monday/fix.csv in a spreadsheet program\\033[0m\\n'
sleep 1.5
node ${MEND_SHEET} monday/fix.csv monday/fix.csv
say 'leadctl replay monday --with monday/fix.csv'
leadctl replay monday --with monday/fix.csv
`;

const folder = mkdtempSync(join(tmpdir(), "leadctl-record-"));
const sandbox = spawn(
  process.execPath,
  [PROGRAM, "sandbox", "--key", KEY, "--latency", "400ms±300ms", "--fault", "503-before=0.06"],
  { stdio: ["ignore", "pipe", "ignore"] },
);
try {
  const [line] = await once(sandbox.stdout.setEncoding("utf8"), "data");
  copyFileSync(join(ROOT, "fixtures", "leads.csv"), join(folder, "leads.csv"));
  writeFileSync(join(folder, "session.sh"), SESSION);
  const env = {
    PATH: process.env.PATH,
    TERM: "xterm-256color",
    LC_ALL: "C.UTF-8",
    SHELL: "/bin/sh",
    LEADCTL_BASE_URL: line.trim(),
    LEADCTL_PARTNER: "acme",
    LEADCTL_API_KEY: KEY,
  };
  const flags = ["-qec", "sh session.sh; true", "-O", "text", "-T", "times"];
  execFileSync("script", flags, { cwd: folder, env, stdio: "ignore" });
  const title = "leadctl submits a sheet, and then the rows that somebody corrected";
  const picture = drawRecording(readWrites(folder), { columns: COLUMNS, title, holdMs: 500 });
  writeFileSync(join(HERE, "run.svg"), picture);
  if (existsSync(CHROMIUM)) await photographPage(join(folder, "report.html"), join(HERE, "report.png"));
} finally {
  sandbox.kill();
  rmSync(folder, { recursive: true });
}

/** What `script` wrote down: the bytes in one file, how long it waited for how many of them in the other. */
function readWrites(from) {
  const bytes = readFileSync(join(from, "text"));
  let offset = bytes.indexOf("\n") + 1;
  let atMs = 0;
  const decoder = new StringDecoder("utf8");
  const writes = [];
  for (const line of readFileSync(join(from, "times"), "utf8").trim().split("\n")) {
    const [seconds, count] = line.split(" ").map(Number);
    atMs += seconds * 1000;
    const text = decoder.write(bytes.subarray(offset, offset + count));
    writes.push({ atMs: Math.round(atMs), text });
    offset += count;
  }
  const beganMs = writes[0]?.atMs ?? 0;
  return writes.map((write) => ({ ...write, atMs: write.atMs - beganMs }));
}

async function photographPage(page, to) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const tab = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme: "light" });
  await tab.goto(pathToFileURL(page).href);
  await tab.screenshot({ path: to });
  await browser.close();
}
