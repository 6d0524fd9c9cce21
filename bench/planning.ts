/**
 * What planning costs: how much longer `validate`, and the writing of a plan as in `submit`, take than
 * csv-parse takes to read the same file; how much memory a large sheet, a large workbook and a bomb need.
 *
 * Run with `node bench/planning.ts [rows] [large rows] [workbook rows]` (Node 22.18 or later), or through a TypeScript
 * loader, after `npm run build`. Processor time counts, not the clock, so that a busy machine does not matter
 * much. To hold: at most 3 times as long; 250 MB for 1,000,000 rows of CSV, 700 MB for a workbook of 100,000;
 * a bomb refused within 5 s and 300 MB.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse";
import { openInput } from "../src/input/open-input.ts";
import { writeWorkbook } from "../src/input/xlsx-writer.ts";
import { writeZip } from "../src/input/zip-writer.ts";
import { FIELDS } from "../src/lead/field-catalogue.ts";
import { mapInput } from "../src/mapping/map-input.ts";
import { emptyTally, planRows } from "../src/plan/plan-rows.ts";
import { writePlan } from "../src/plan/write-plan.ts";

const ROUNDS = 5;
const PROGRAM = join(process.cwd(), "bin", "leadctl.js");
const THIS = fileURLToPath(import.meta.url);
/** Tells processor time and peak memory of the process when it ends. */
const METER = `data:text/javascript,${encodeURIComponent(
  `import fs from "node:fs";
  process.on("exit", () => {
    const mark = /VmHWM:\\s+(\\d+) kB/.exec(fs.readFileSync("/proc/self/status", "utf8"));
    fs.writeFileSync(process.env.METER_FILE, JSON.stringify({
      ms: process.resourceUsage().userCPUTime / 1000, mb: Number(mark?.[1]) / 1024 }));
  });`,
)}`;

interface Measured {
  /** Processor time in user mode. */
  ms: number;
  /** Peak of resident memory. */
  mb: number;
  seconds: number;
  exitCode: number | null;
}

function rowOf(n: number): string[] {
  const home = [`${n} Fern Hollow Way`, "Seattle", "WA", "98115"];
  const kinds = ["singleFamily", "", "homeImprovement", "primaryResidence"];
  const person = ["Jane", "Doe", `applicant-${n}@example.com`, "+1-206-555-0100"];
  return [`HB-${n}`, ...kinds, ...person, ...home, "King", "", ...home, "", "", "no", "no", "no"];
}

function* rows(count: number): Generator<string[]> {
  for (let n = 1; n <= count; n++) yield rowOf(n);
}

const HEADERS = FIELDS.map(({ label }) => label);

async function writeSheet(path: string, count: number): Promise<void> {
  function* lines(): Generator<string> {
    yield `${HEADERS.join(",")}\r\n`;
    let text = "";
    for (const row of rows(count)) {
      text += `${row.join(",")}\r\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = "";
    }
    yield text;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

/** A workbook whose sheet unpacks to so many bytes of blanks. */
async function writeBomb(path: string, bytes: number): Promise<void> {
  const blanks = " ".repeat(1024 * 1024);
  function* sheet(): Generator<string> {
    yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
    for (let at = 0; at < bytes; at += blanks.length) yield blanks;
    yield "</sheetData></worksheet>";
  }
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = [
    { path: "_rels/.rels", content: [relations("officeDocument", "xl/workbook.xml")] },
    { path: "xl/workbook.xml", content: [workbook] },
    { path: "xl/_rels/workbook.xml.rels", content: [relations("worksheet", "worksheets/sheet1.xml")] },
    { path: "xl/worksheets/sheet1.xml", content: sheet() },
  ];
  await pipeline(Readable.from(writeZip(parts)), createWriteStream(path));
}

async function measured(args: readonly string[]): Promise<Measured> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, "--import", METER, ...args], {
    env: { PATH: process.env.PATH, METER_FILE: join(dir, "meter.json") },
    stdio: "ignore",
  });
  const [exitCode]: (number | null)[] = await once(child, "exit");
  const { ms, mb } = JSON.parse(readFileSync(join(dir, "meter.json"), "utf8"));
  return { ms, mb, seconds: (performance.now() - startedAtMs) / 1_000, exitCode: exitCode ?? null };
}

/** What a child of this script does: reads a file with csv-parse alone, or plans it. */
async function work(kind: string, path: string): Promise<void> {
  if (kind === "csv-parse") {
    const parser = createReadStream(path).pipe(parse());
    for await (const _ of parser);
    return;
  }
  const mapped = mapInput(await openInput({ path }, {}));
  const tally = emptyTally();
  const planned = planRows(mapped, { selection: {}, strict: false }, tally);
  await writePlan(`${path}.plan`, mapped, planned, tally, { createdAt: new Date(0), strict: false });
}

const least = (values: readonly number[]): number => Math.min(...values);
const megabytes = (mb: number): string => `${mb.toFixed(0)} MB`;

async function compare(path: string): Promise<void> {
  const kinds: Record<string, readonly string[]> = {
    "bare csv-parse": [THIS, "csv-parse", path],
    "leadctl validate": [PROGRAM, "validate", path, "--quiet"],
    "writing the plan": [THIS, "plan", path],
  };
  const times = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, args] of Object.entries(kinds)) times.get(kind)?.push((await measured(args)).ms);
  }
  const bare = least(times.get("bare csv-parse") ?? []);
  for (const [kind, all] of times) {
    const ms = least(all);
    console.log(`  ${kind.padEnd(18)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / bare).toFixed(2)} times`);
  }
}

async function report(what: string, path: string): Promise<void> {
  const { mb, ms, seconds, exitCode } = await measured([PROGRAM, "validate", path, "--quiet"]);
  const time = `${seconds.toFixed(1)} s (processor ${(ms / 1_000).toFixed(1)} s)`;
  console.log(`${what}: exit code ${exitCode}, at most ${megabytes(mb)}, ${time}`);
}

/** Makes every size in the archive's directory look small. */
function makeLie(path: string): void {
  const zip = readFileSync(path);
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 4)) {
    if (zip.readUInt32LE(at + 24) > 1_000_000) zip.writeUInt32LE(1_000_000, at + 24);
  }
  writeFileSync(path, zip);
}

async function bench(): Promise<void> {
  const [rowCount = 100_000, largeCount = 1_000_000, workbookCount = 100_000] = process.argv
    .slice(2)
    .map(Number);
  const sheet = join(dir, "sheet.csv");
  await writeSheet(sheet, rowCount);
  console.log(`${rowCount} rows of CSV, the least of ${ROUNDS} rounds:`);
  await compare(sheet);
  const large = join(dir, "large.csv");
  await writeSheet(large, largeCount);
  await report(`${largeCount} rows of CSV`, large);
  rmSync(large);
  const book = join(dir, "book.xlsx");
  const columns = HEADERS.map((header) => ({ header }));
  await pipeline(
    Readable.from(writeWorkbook("Leads", columns, rows(workbookCount))),
    createWriteStream(book),
  );
  await report(`a workbook of ${workbookCount} rows`, book);
  const bomb = join(dir, "bomb.xlsx");
  await writeBomb(bomb, 2 * 1024 ** 3);
  await report("a bomb of 2 GiB", bomb);
  makeLie(bomb);
  await report("the same with small sizes declared", bomb);
}

const [kind = "", path = ""] = process.argv.slice(2);
const isChild = kind === "csv-parse" || kind === "plan";
const dir = isChild ? "" : mkdtempSync(join(tmpdir(), "leadctl-planning-"));
try {
  await (isChild ? work(kind, path) : bench());
} finally {
  if (!isChild) rmSync(dir, { recursive: true });
}
