import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readReport } from "../program/run-files.ts";
import { freshFolder } from "../program/run-program.ts";
import { RunHistory, TROUBLES } from "./history-scenario.ts";

/** One seed again: `LEADCTL_CRASH_SEED=7`. More of them: `LEADCTL_CRASH_SEEDS=200`. */
const ONE_SEED = process.env.LEADCTL_CRASH_SEED;
const SEED_COUNT = Number(process.env.LEADCTL_CRASH_SEEDS ?? "12");
const SEEDS =
  ONE_SEED === undefined ? Array.from({ length: SEED_COUNT }, (_, index) => index + 1) : [Number(ONE_SEED)];

const called: string[] = [];

describe("a run with a history of kills, replays, corrections, answers, older journals and other hosts' locks", () => {
  it.each(SEEDS)(
    "ends well (LEADCTL_CRASH_SEED=%i)",
    async (seed) => {
      const history = await RunHistory.begin(seed, freshFolder(), TROUBLES);
      try {
        await history.play();
        const calls = history.calls.join("\n");
        called.push(...history.calls);
        expect(
          [...history.wrongs, ...wrongLeads(history)],
          `LEADCTL_CRASH_SEED=${seed}\n${calls}`,
        ).toStrictEqual([]);
        if (ONE_SEED !== undefined) console.log(calls);
      } finally {
        await history.service.sandbox.stop();
      }
    },
    180_000,
  );

  // A history in which nothing happens proves nothing.
  it.runIf(SEEDS.length >= 12)("has all of them", () => {
    const happened = called.join("\n");
    for (const what of [
      "→ killed",
      "→ 6",
      "--older-journal",
      "--take-over",
      "--with corrected.csv",
      "resolve run --rows",
      "resolve run --from",
      "--status unknown →",
    ])
      expect(happened).toContain(what);
  });
});

/** The report against the service's own books. */
function wrongLeads({ dir, service, takenEmails }: RunHistory): string[] {
  if (!existsSync(join(dir, "report.json"))) return [];
  const { leads, summary } = readReport(dir);
  const wrongs = leads.flatMap(({ row, status, email, loginUrl, maybeCreated, resolved }) => {
    const quotes = service.sandbox.quotes().filter((quote) => quote.email === email);
    const isOurs = quotes.length > 0 && !takenEmails.has(email ?? "");
    return [
      quotes.length > 1 && `row ${row} has ${quotes.length} quotes`,
      status === "created" && loginUrl !== quotes[0]?.loginUrl && `row ${row} has another's login link`,
      status === "created" && !isOurs && `row ${row} is created, and the service has no such quote of ours`,
      isOurs &&
        status !== "created" &&
        !maybeCreated &&
        resolved?.word !== "created" &&
        `row ${row} exists, and is told to be ${status}`,
    ].filter((wrong) => wrong !== false);
  });
  return leads.length === TROUBLES.leadCount && summary.total === TROUBLES.leadCount
    ? wrongs
    : [...wrongs, `${leads.length} rows, total ${summary.total}`];
}
