import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { LEADCTL, runNode } from "../measure.ts";
import { recordsFrom } from "../run-records.ts";
import { KEY, submit } from "../submit.ts";

/** How much of its journal a run has when it dies. */
const SETTLED = 0.99;
const WHILE_SENDING: readonly string[] = ["plan.ndjson", "journal.ndjson"];
/** The most that recovery may cut off a torn line before it continues. */
const TORN_BYTES_MAX = 16 * 1024;

/** The cost of resuming a large run that died near its end. */
export const resume: Figure = {
  id: "resume",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(1_000_000, 50_000);
    const out = join(mkdtempSync(join(bench.dir, "resume-")), "run");
    await submit(await bench.inputs.sheet(rowCount), out, bench.server.url);
    const journal = join(out, "journal.ndjson");
    const cut = Math.floor(statSync(journal).size * SETTLED);
    truncateSync(journal, cut);
    // A round that dies has not written its last records.
    for (const name of readdirSync(out)) if (!WHILE_SENDING.includes(name)) rmSync(join(out, name));
    const startedAtMs = Date.now();
    const args = [LEADCTL, "resume", out, "--json"];
    // An attempt without an answer is left unknown.
    const { peakMegabytes, seconds } = await runNode(args, { env: { LEADCTL_API_KEY: KEY }, exitCode: 5 });
    const records = recordsFrom(out, cut - TORN_BYTES_MAX);
    const round = records.findLastIndex(({ type }) => type === "round");
    const first = records.slice(round).find(({ type }) => type === "intent");
    await rm(out, { recursive: true });
    const what = `\`resume\` of ${countText(rowCount)} rows of which nearly all are settled`;
    const megabytes = (cut / 2 ** 20).toFixed(0);
    const detail = `a journal of ${megabytes} MB; ${seconds.toFixed(1)} s in all, with the reports`;
    return [
      {
        name: `${what}: to its first request`,
        unit: "s",
        better: "less",
        goal: 15,
        samples: first ? [(first.atMs - startedAtMs) / 1_000] : [],
        meaning: "From the start of the process to the intent of the first lead that goes.",
        detail,
      },
      {
        name: `${what}: peak memory`,
        unit: "MB",
        better: "less",
        goal: 400,
        samples: [peakMegabytes],
        meaning: "Most memory that the program had resident.",
        detail,
      },
    ];
  },
};
