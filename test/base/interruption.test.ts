import { describe, expect, it } from "vitest";
import {
  isStopRequested,
  requestStop,
  type StopHandlers,
  withStopHandlers,
  withStopRequests,
} from "../../src/base/interruption.ts";

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
