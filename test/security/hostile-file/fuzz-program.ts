import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { SeededRandom } from "../../simulation/seeded-random.ts";
import { CoverageFeedback } from "./coverage-feedback.ts";
import { examine } from "./examine.ts";
import { bytesOf, mutate } from "./mutate.ts";
import { readSeeds, type Seed } from "./seeds.ts";

/** What a run of the fuzzer found. */
export interface FuzzResult {
  seed: number;
  cases: number;
  kept: number;
  /** Blocks of code reached, each with how often. */
  blocks: number;
  /** By exit code, and by code of the error. */
  ends: Record<string, number>;
  /** Of the processor's time. */
  slowestMs: number;
  peakMib: number;
  /** By breach, the file that shows it. */
  breaches: Record<string, string>;
}

/** Of the processor's time. A case that does not end is found by whoever started the program. */
const CASE_MS_MAX = 5_000;
const BREACHES_MAX = 30;
const KEPT_MAX = 5_000;
const CLOSE_LOOK_CHANCE = 0.1;

/** Mutates files for some seconds, keeps those that reach new code, and holds each to what is promised. */
async function fuzz(seed: number, seconds: number, fixtures: string, work: string): Promise<FuzzResult> {
  const random = new SeededRandom(seed);
  const coverage = new CoverageFeedback();
  const corpus = await readSeeds(fixtures);
  const result: FuzzResult = {
    ...{ seed, cases: 0, kept: 0, blocks: 0, ends: {}, slowestMs: 0, peakMib: 0, breaches: {} },
  };
  await coverage.start();
  const endsAtMs = performance.now() + seconds * 1_000;
  const first = [...corpus];
  while (performance.now() < endsAtMs && Object.keys(result.breaches).length < BREACHES_MAX) {
    const fresh = random.chance(0.5) ? first.shift() : undefined;
    const mutant = fresh ?? mutate(pickOf(corpus, random), random.pick(corpus), random);
    const bytes = bytesOf(mutant, random);
    await runCase(mutant, bytes, work, result, false);
    const isNew = await coverage.hasNew();
    const isLookedAt = random.chance(CLOSE_LOOK_CHANCE);
    if (!isNew && !isLookedAt) continue;
    await runCase(mutant, bytes, work, result, true);
    const isNewThere = await coverage.hasNew();
    if (fresh || !(isNew || isNewThere) || corpus.length >= KEPT_MAX) continue;
    corpus.push(mutant);
    result.kept += 1;
  }
  result.blocks = coverage.size;
  result.peakMib = Math.round(process.resourceUsage().maxRSS / 1_024);
  coverage.stop();
  return result;
}

/** Of each kind of file about as many; what reached new code last is the likelier to reach more. */
function pickOf(corpus: readonly Seed[], random: SeededRandom): Seed {
  const kind = random.pick(["sheet", "json", "workbook"]);
  const alike = corpus.filter((seed) => kindOf(seed) === kind);
  return random.pick(random.chance(0.3) ? alike.slice(-50) : alike);
}

function kindOf({ kind, extension }: Seed): string {
  return kind === "workbook" ? kind : /json/.test(extension) ? "json" : "sheet";
}

/** @param isClose Whether the reports are written and looked at, too. */
async function runCase(
  mutant: Seed,
  bytes: Buffer,
  work: string,
  result: FuzzResult,
  isClose: boolean,
): Promise<void> {
  // Written first: should it hang or kill the program, it lies there for whoever looks.
  const path = join(work, `case${mutant.extension}`);
  writeFileSync(path, bytes);
  const start = process.cpuUsage();
  const { exitCode, errorCode, breaches } = await examine(path, isClose ? join(work, "check") : undefined);
  const { user, system } = process.cpuUsage(start);
  const tookMs = Math.round((user + system) / 1_000);
  if (tookMs > CASE_MS_MAX) breaches.push(`takes longer than ${CASE_MS_MAX} ms: ${tookMs}`);
  const end = `${exitCode} ${errorCode ?? ""}`.trim();
  if (!isClose) result.ends[end] = (result.ends[end] ?? 0) + 1;
  result.cases += isClose ? 0 : 1;
  result.slowestMs = Math.max(result.slowestMs, tookMs);
  for (const breach of breaches) keepBreach(breach, path, bytes, mutant.extension, work, result);
  rmSync(path, { force: true });
}

/** One file for each kind of breach, told by its first words. */
function keepBreach(
  breach: string,
  path: string,
  bytes: Buffer,
  extension: string,
  work: string,
  result: FuzzResult,
): void {
  const kind = breach.replace(/[\d"].*/s, "").slice(0, 60);
  if (Object.keys(result.breaches).some((known) => known.startsWith(kind))) return;
  const kept = join(work, `breach-${result.cases}${extension}`);
  writeFileSync(kept, bytes);
  result.breaches[breach] = kept;
  process.stderr.write(`${path}, case ${result.cases}: ${breach}\n`);
}

/** Files that were kept, examined again one by one. */
async function again(folder: string, work: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(work, `case${extname(name)}`);
    writeFileSync(path, readFileSync(join(folder, name)));
    const { exitCode, errorCode, breaches } = await examine(path, join(work, "check"));
    process.stdout.write(`${name}: ${exitCode} ${errorCode ?? ""} ${JSON.stringify(breaches)}\n`);
  }
}

const [first = "", second = "", fixtures = "", work = ""] = process.argv.slice(2);
mkdirSync(work, { recursive: true });
if (first === "again") await again(second, work);
else {
  const result = await fuzz(Number(first), Number(second), fixtures, work);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
