import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CliError } from "../../../src/base/cli-error.ts";
import { systemContext } from "../../../src/base/context.ts";
import { EXIT } from "../../../src/base/exit-codes.ts";
import { withStopHandlers } from "../../../src/base/interruption.ts";
import { type RoundState, Rounds } from "../../../src/desk/runs/rounds.ts";
import { stateOf } from "../../job/progress/sample-state.ts";

const START = {
  event: "start",
  command: "submit",
  run: { id: "a", dir: "leadctl-runs/a" },
  target: { baseUrl: "https://example.com", partner: "acme" },
  input: { name: "a.csv", rowsRead: 1, ready: 1, invalid: 0, due: 1 },
  limits: { concurrency: 8, attempts: 5, ratePerSecond: null },
} as const;

function openRounds(): { rounds: Rounds; told: RoundState[] } {
  const told: RoundState[] = [];
  const rounds = new Rounds({ send: ({ round }) => told.push(round) }, systemContext());
  return { rounds, told };
}

describe("the rounds of a desk", () => {
  it("tell the page how a round goes, at most four times a second", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { rounds, told } = openRounds();
    const round = rounds.begin("a", async (output) => {
      output.event(START);
      for (let count = 0; count < 50; count += 1) {
        output.progress.update(stateOf({ inFlight: count }));
        await vi.advanceTimersByTimeAsync(10);
      }
      output.progress.stop();
      return EXIT.ok;
    });
    await round;
    expect(rounds.current?.start?.input.due).toBe(1);
    await rounds.idle();
    const updates = told.filter(({ progress, end }) => progress !== null && end === null);
    // At once, after a quarter of a second, and at its end after half of one.
    expect(updates.map(({ progress }) => progress?.inFlight)).toStrictEqual([0, 24, 49]);
    expect(told.at(-1)?.end).toMatchObject({ error: null });
    expect(rounds.current).toBeNull();
    expect(rounds.lastOf("a")?.end).toMatchObject({ error: null });
  });

  it("are one at a time", async () => {
    const { rounds } = openRounds();
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = rounds.begin("a", async () => {
      await isReleased;
      return EXIT.ok;
    });
    expect(() => rounds.begin("b", async () => EXIT.ok)).toThrow(
      expect.objectContaining({ code: "round-under-way", params: { run: "a" } }),
    );
    release();
    await first;
    await rounds.begin("b", async () => EXIT.ok);
  });

  it("say what failed before anything was sent, and what failed later", async () => {
    const { rounds, told } = openRounds();
    const refused = new CliError("No key", { code: "no-key", exitCode: EXIT.usage, hint: "Type it." });
    const unsent = rounds.begin("a", () => Promise.reject(refused));
    await expect(unsent).rejects.toThrow("No key");
    expect(told.at(-1)?.end?.error?.code).toBe("no-key");
    const broken = rounds.begin("a", async (output) => {
      output.event(START);
      await Promise.resolve();
      throw new CliError("Disk full", { code: "disk", exitCode: EXIT.journal, hint: "Make room." });
    });
    await broken;
    await rounds.idle();
    expect(told.at(-1)?.end?.error).toStrictEqual({
      code: "disk",
      message: "Disk full",
      hint: "Make room.",
    });
  });

  it("stop as at the first Ctrl-C, and the next one is not stopped", async () => {
    const { rounds, told } = openRounds();
    const work = (stops: string[]) => () =>
      withStopHandlers({ onFirst: (signal) => stops.push(signal), onSecond: () => undefined }, async () => {
        await setImmediate();
        return EXIT.incomplete;
      });
    const [first, second]: [string[], string[]] = [[], []];
    const round = rounds.begin("a", work(first));
    rounds.stop("another");
    expect(rounds.current?.isStopping).toBe(false);
    rounds.stop("a");
    await round;
    expect(first).toStrictEqual(["SIGINT"]);
    expect(told.at(-1)?.isStopping).toBe(true);
    await rounds.begin("a", work(second));
    expect(second).toStrictEqual([]);
  });
});
