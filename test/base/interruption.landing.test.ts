import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  isStopRequested,
  requestStop,
  type StopHandlers,
  withStopHandlers,
  withStopRequests,
} from "../../src/base/interruption.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Handlers that keep what they were told. */
function handlers(): StopHandlers & { told: string[] } {
  const told: string[] = [];
  return { told, onFirst: (signal) => told.push(signal), onSecond: (code) => told.push(`second ${code}`) };
}

describe("a stop that is asked for without a signal", () => {
  it("reaches the phases of that work, and nothing outside it", async () => {
    const [desk, phase] = [handlers(), handlers()];
    await withStopHandlers(desk, () =>
      withStopRequests(() =>
        withStopHandlers(phase, async () => {
          requestStop();
          requestStop();
        }),
      ),
    );
    expect(phase.told).toStrictEqual(["SIGINT"]);
    expect(desk.told).toStrictEqual([]);
  });

  it("is kept for the next phase, and forgotten when the work ends", async () => {
    const [later, next] = [handlers(), handlers()];
    await withStopRequests(async () => {
      requestStop();
      expect(isStopRequested()).toBe(true);
      await withStopHandlers(later, async () => undefined);
    });
    expect(later.told).toStrictEqual(["SIGINT"]);
    expect(isStopRequested()).toBe(false);
    await withStopRequests(() => withStopHandlers(next, async () => undefined));
    expect(next.told).toStrictEqual([]);
  });

  it("does nothing where no work can be stopped", () => {
    requestStop();
    expect(isStopRequested()).toBe(false);
  });
});

describe("two signals", () => {
  let fresh: typeof import("../../src/base/interruption.ts");
  let phase: ReturnType<typeof handlers>;
  let end: () => void;
  let work: Promise<void>;

  beforeEach(async () => {
    vi.useFakeTimers();
    // Signals are the process's: each test has a module that has seen none. Other files of the process would get this one, so
    // that each of their commands ended at once: this file has a process of its own.
    vi.resetModules();
    fresh = await import("../../src/base/interruption.ts");
    const before = SIGNALS.map((name) => process.listeners(name));
    phase = handlers();
    work = fresh.withStopHandlers(
      phase,
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    onTestFinished(() => {
      vi.useRealTimers();
      for (const [index, name] of SIGNALS.entries())
        for (const listener of process.listeners(name))
          if (!before[index]?.includes(listener)) process.off(name, listener);
    });
  });

  it("within half a second are one that came twice", () => {
    signal("SIGINT");
    vi.advanceTimersByTime(499);
    signal("SIGINT");
    expect(phase.told).toStrictEqual(["SIGINT"]);
  });

  it("half a second apart are two", () => {
    signal("SIGINT");
    vi.advanceTimersByTime(500);
    signal("SIGTERM");
    expect(phase.told).toStrictEqual(["SIGINT", "second 143"]);
  });

  it("of which the later is SIGTERM bound the wait", () => {
    signal("SIGINT");
    signal("SIGTERM");
    signal("SIGTERM");
    expect(phase.told).toStrictEqual(["SIGINT", "SIGTERM"]);
  });

  it("of which the later comes when the work has ended change nothing: the program lives until then", async () => {
    const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
    onTestFinished(() => exit.mockRestore());
    signal("SIGINT");
    end();
    await work;
    signal("SIGINT");
    expect(exit).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(500);
    expect(vi.getTimerCount()).toBe(0);
    signal("SIGINT");
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  });
});

/** As the system hands it to this module, and not to the tests' runner. */
function signal(name: NodeJS.Signals): void {
  const [listener] = process.listeners(name).slice(-1);
  listener?.(name);
}
