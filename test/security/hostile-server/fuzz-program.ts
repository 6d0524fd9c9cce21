import { rmSync } from "node:fs";
import { takeLeaks } from "../key-search/watched-runs.ts";
import type { HostileRequest } from "./attack.ts";
import { composingServer } from "./composing-server.ts";
import type { Tally } from "./fuzz.ts";
import { expectReadable, goOn, type Ordeal, type OrdealOptions, sendAgain, submitTo } from "./ordeal.ts";

export interface ProgramFuzzResult {
  runCount: number;
  exitCodes: Tally;
  statuses: Tally;
  /** What must not happen, each with the seed that makes it happen again. */
  findings: string[];
}

const OPTIONS = { leadCount: 12, timeoutMs: 400 };
const FINDINGS_MAX = 10;

/** Sends sheets to composed answers with the built program, and reads what is left, for so long. */
export async function fuzzProgram(firstSeed: number, durationMs: number): Promise<ProgramFuzzResult> {
  const result: ProgramFuzzResult = { runCount: 0, exitCodes: {}, statuses: {}, findings: [] };
  const endAtMs = performance.now() + durationMs;
  for (let seed = firstSeed; performance.now() < endAtMs && result.findings.length < FINDINGS_MAX; seed++) {
    const server = await composingServer(seed, isSpared);
    try {
      const options: OrdealOptions = {
        ...OPTIONS,
        concurrency: 1 + (seed % 4),
        isGranted: (email, ids) => server.granted.holds(email, ids),
      };
      const ordeal = await submitTo(server, options);
      note(ordeal, result);
      await expectReadable(ordeal);
      await goOn(ordeal, server, options);
      await sendAgain(ordeal, server, options);
      rmSync(ordeal.cwd, { recursive: true, force: true });
    } catch (error) {
      result.findings.push(`seed ${seed}: ${(error as Error).stack}`);
    }
    result.findings.push(...takeLeaks().map((leak) => `seed ${seed}: ${leak}`));
    server.close();
  }
  return result;
}

/** The first lead, so that the run goes on to the others, and every third, so that it need not pause for long. */
function isSpared({ index, email }: HostileRequest): boolean {
  return index === 0 || Number(/\d+/.exec(email)?.[0]) % 3 === 0;
}

function note({ end, report }: Ordeal, result: ProgramFuzzResult): void {
  result.runCount += 1;
  const count = (tally: Tally, name: string): void => {
    tally[name] = (tally[name] ?? 0) + 1;
  };
  count(result.exitCodes, String(end.exitCode));
  for (const { status } of report.leads) count(result.statuses, status);
}
