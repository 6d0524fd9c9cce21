import { describe, expect, it } from "vitest";
import type { Exchange, Service } from "../../src/outcome/exchange.ts";
import { UNSENT } from "../../src/outcome/lead-state.ts";
import type { JournalRecord } from "../../src/run/journal/journal-record.ts";
import { RunState } from "../../src/run/journal/run-state.ts";
import { LeadQueue } from "../../src/run/lead-queue.ts";
import { Gatekeeper } from "../../src/send/gatekeeper.ts";
import { STOPS, WrongTargetDetector } from "../../src/send/stop-reason.ts";
import { submitLeads } from "../../src/send/submit-leads.ts";
import { failure, reply } from "../simulation/exchanges.ts";
import { ProgramClock, VirtualClock } from "../simulation/virtual-clock.ts";

const POLICY = { concurrency: 4, attemptsMax: 3, retryBaseMs: 500, retryMaxMs: 20_000 };
const CREATED = { success: true, quoteId: "q", loginUrl: "https://host/login" };

interface Setting {
  rowCount: number;
  /** What the service answers to an attempt of a row; 100 ms later. */
  answer(row: number, attempt: number): Exchange;
  /** Called before each record is written. */
  onAppend?(record: JournalRecord, gate: Gatekeeper): void;
  /** The plan cannot be read on after this row. */
  breaksAfterRow?: number;
  /** Requests a second. */
  rate?: number;
  /** How long results take until they are safe. */
  resultSyncMs?: number;
  stopAtMs?: number;
  /** An earlier round has had an answer to row 1 that only the service itself gives. */
  isKnownTarget?: boolean;
  /** How often rows failed in earlier rounds. */
  failures?: Readonly<Record<number, number>>;
}

async function submitted(setting: Setting) {
  const { rowCount, answer, onAppend, breaksAfterRow, rate, resultSyncMs = 1, stopAtMs } = setting;
  const { isKnownTarget = false, failures = {} } = setting;
  const policy = { ...POLICY, ...(rate !== undefined && { rate }) };
  const world = new VirtualClock();
  const clock = new ProgramClock(world);
  const state = new RunState();
  const rows = Array.from({ length: rowCount }, (_, index) => index + 2);
  if (isKnownTarget) {
    state.plan(1, UNSENT);
    state.result({ row: 1, answer: { kind: "created" }, decision: "settled" }, 1);
  }
  for (const row of rows) {
    state.plan(row, UNSENT);
    for (let attempt = 1; attempt <= (failures[row] ?? 0); attempt++)
      state.result({ row, answer: { kind: "request-timeout" }, decision: "again" }, 1);
    state.markDue(row);
  }
  const sent: { row: number; atMs: number }[] = [];
  const service: Service = {
    create: async (body) => {
      const row = Number(Buffer.from(body).toString());
      sent.push({ row, atMs: world.now() });
      const result = answer(row, sent.filter((request) => request.row === row).length);
      await clock.sleep(100);
      return result;
    },
    probe: async () => reply(405),
    onDoubt: () => undefined,
    keepApart: () => undefined,
    rest: async () => undefined,
    abort: () => undefined,
    close: async () => undefined,
  };
  const gate = new Gatekeeper(policy, clock, service);
  if (stopAtMs !== undefined) void clock.sleep(stopAtMs).then(() => gate.stop(STOPS.interrupted));
  const records: JournalRecord[] = [];
  const append = (record: JournalRecord) => {
    onAppend?.(record, gate);
    const durable = clock.sleep(record.type === "result" ? resultSyncMs : 1);
    return { offset: records.push(record) - 1, durable };
  };
  let hasBroken = false;
  const bodyOf = (row: number): Buffer => {
    if (hasBroken) throw new Error("the plan cannot be read");
    hasBroken = row === breaksAfterRow;
    return Buffer.from(String(row));
  };
  const openRows = () => ({ bodyOf, close: () => undefined });
  const parts = {
    policy,
    clock,
    random: () => 0.5,
    service,
    journal: { append },
    state,
    gate,
    wrongTarget: new WrongTargetDetector(isKnownTarget),
  };
  const ended = await world.run(
    submitLeads(new LeadQueue({ openRows }, state), parts).then(
      (stop) => ({ stop }),
      (error: unknown) => ({ error }),
    ),
  );
  return { ...ended, sent, records, state, gate, durationMs: world.now() };
}

describe("submitting leads", () => {
  it("sends one lead until the first definite answer, then as many at once as allowed", async () => {
    const { sent } = await submitted({ rowCount: 9, answer: () => reply(200, CREATED) });
    const times = sent.map(({ atMs }) => Math.round(atMs));
    expect(times[0]).toBe(1);
    expect(times.slice(1, 5).every((atMs) => atMs === times[1])).toBe(true);
    expect(times[1]).toBeGreaterThanOrEqual(101);
  });

  it("writes each intent before its request, and each result before it counts", async () => {
    const seen: string[] = [];
    const { records } = await submitted({
      rowCount: 1,
      answer: () => reply(200, CREATED),
      onAppend: (record) => seen.push(record.type),
    });
    expect(seen).toEqual(["intent", "result"]);
    expect(records[1]).toMatchObject({
      row: 2,
      attempt: 1,
      decision: "settled",
      answer: { kind: "created" },
    });
  });

  it("waits between attempts by the backoff, records it, and gives up after the last one", async () => {
    const { sent, records, state } = await submitted({ rowCount: 1, answer: () => reply(500) });
    const delays = records.flatMap((record) => (record.type === "result" ? [record.delayMs] : []));
    expect(delays).toEqual([250, 500, undefined]);
    expect(sent).toHaveLength(3);
    expect(state.get(2)).toEqual({ status: "failed", maybeCreated: true, resumable: false });
  });

  it("has all its attempts left after any number of 429s", async () => {
    const { sent, state } = await submitted({
      rowCount: 1,
      answer: (_row, attempt) => (attempt <= 6 ? reply(429) : reply(500)),
    });
    expect(sent).toHaveLength(6 + POLICY.attemptsMax);
    expect(state.get(2).status).toBe("failed");
  });

  it("stops with the canary's reason when its attempts end without a definite answer", async () => {
    const { stop, sent } = {
      stop: null,
      ...(await submitted({ rowCount: 5, answer: () => failure(false, "ENOTFOUND") })),
    };
    expect(stop).toMatchObject({ code: "host-not-found", exitCode: 3 });
    expect(new Set(sent.map(({ row }) => row)).size).toBe(1);
  });

  it("stops after three unanswered leads before the first definite answer", async () => {
    const { sent, ...ended } = await submitted({ rowCount: 5, answer: () => failure(true, "ECONNRESET") });
    expect(ended).toMatchObject({ stop: STOPS.unanswered });
    expect(sent.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  it.each([
    [reply(401), "unauthorized", 3],
    [reply(307), "redirected", 3],
    [reply(404), "wrong-target", 3],
    [failure(false, "CERT_HAS_EXPIRED"), "tls-refused", 3],
    [reply(429, {}, "3600"), "retry-after", 4],
    [reply(503, {}, "3600"), "retry-after", 4],
    [reply(500, {}, "3600"), "retry-after", 4],
  ])("stops at once at %j", async (exchange, code, exitCode) => {
    const { sent, state, ...ended } = await submitted({ rowCount: 5, answer: () => exchange });
    expect(ended).toMatchObject({ stop: { code, exitCode } });
    expect(sent).toHaveLength(1);
    expect(state.get(2).resumable).toBe(true);
  });

  it("stops after one lead when an address that is not proven answers with a page", async () => {
    const ended = await submitted({ rowCount: 5, answer: () => reply(200, "<html>Log in</html>") });
    expect(ended).toMatchObject({ stop: { code: "not-the-service", exitCode: 3 } });
    expect(ended.sent).toHaveLength(1);
    expect(ended.state.get(2)).toMatchObject({ status: "unknown", maybeCreated: true, resumable: false });
  });

  it.each([
    [failure(false, "ECONNREFUSED"), "nothing-listens", 4],
    [failure(false, "PROXY_UNREACHABLE"), "proxy-unreachable", 4],
    [failure(false, "PROXY_REFUSED"), "proxy-refused", 4],
    [failure(false, "UND_ERR_CONNECT_TIMEOUT"), "not-sent", 4],
    [failure(false, "ENOTFOUND"), "host-not-found", 3],
  ])(
    "stops after one lead that could not be sent, proven or not, and names why (%j)",
    async (exchange, code, exitCode) => {
      for (const isKnownTarget of [false, true]) {
        const ended = await submitted({ rowCount: 5, answer: () => exchange, isKnownTarget });
        expect(ended).toMatchObject({ stop: { code, exitCode } });
        expect(new Set(ended.sent.map(({ row }) => row)).size).toBe(1);
      }
    },
  );

  it("goes on one by one at an address that an earlier round has proven, until a lead is settled", async () => {
    const { sent, state, ...ended } = await submitted({
      rowCount: 8,
      isKnownTarget: true,
      answer: (row) => (row <= 5 ? reply(500) : reply(200, CREATED)),
    });
    expect(ended).toMatchObject({ stop: null });
    expect(sent.slice(0, 12).map(({ row }) => row)).toEqual([2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]);
    expect(state.summary).toMatchObject({ created: 5, failed: 4 });
  });

  it("gives a trial of the breaker to a lead whose turn has not come, not to those that failed", async () => {
    const bad = (row: number): boolean => row >= 3 && row <= 12;
    const { state, ...ended } = await submitted({
      rowCount: 60,
      answer: (row) => (bad(row) ? reply(500) : reply(200, CREATED)),
    });
    expect(ended).toMatchObject({ stop: null });
    expect(state.summary).toMatchObject({ created: 50, failed: 10 });
  });

  it("lets others go before a lead that is only ever asked to wait", async () => {
    const { sent, state, ...ended } = await submitted({
      rowCount: 9,
      answer: (row) => (row === 2 ? reply(429) : reply(200, CREATED)),
    });
    expect(ended).toMatchObject({ stop: { code: "no-progress", exitCode: 4 } });
    expect(state.summary).toMatchObject({ created: 8, pending: 1 });
    expect(sent.slice(0, 7).map(({ row }) => row)).toEqual([2, 2, 2, 2, 2, 2, 3]);
    expect(sent.at(-1)?.row).toBe(2);
  });

  it.each([
    [302, { status: "unknown", maybeCreated: true }],
    [307, { status: "failed", maybeCreated: false }],
    [404, { status: "rejected", maybeCreated: false }],
  ])("judges one odd lead by its %i, and goes on with the others", async (status, expected) => {
    const { state, ...ended } = await submitted({
      rowCount: 9,
      isKnownTarget: true,
      answer: (row) => (row === 2 ? reply(status) : reply(200, CREATED)),
    });
    expect(ended).toMatchObject({ stop: null });
    expect(state.get(2)).toMatchObject(expected);
    expect(state.summary.created).toBe(9);
  });

  it.each([302, 307, 404])(
    "takes back what three %i in a row made of their leads, one at a time",
    async (status) => {
      const { sent, state, records, ...ended } = await submitted({
        rowCount: 9,
        isKnownTarget: true,
        failures: { 2: 1, 3: 1 },
        answer: () => reply(status),
      });
      expect(ended).toMatchObject({ stop: { exitCode: 3 } });
      expect(sent).toHaveLength(3);
      expect(state.summary).toMatchObject({ pending: 9 });
      const decisions = records.flatMap((record) => (record.type === "result" ? [record.decision] : []));
      expect(decisions).toEqual(["settled", "settled", "stopped"]);
    },
  );

  it("pauses for the Retry-After of a 500 or a 502, as for any other plea for patience", async () => {
    const { sent } = await submitted({
      rowCount: 3,
      answer: (row, attempt) => (row === 2 && attempt === 1 ? reply(500, {}, "20") : reply(200, CREATED)),
    });
    expect((sent[1]?.atMs ?? 0) - (sent[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  it("does not send a lead whose intent was being written when the run stopped, and records that", async () => {
    const { sent, records, state } = await submitted({
      rowCount: 1,
      answer: () => reply(200, CREATED),
      onAppend: (record, gate) => {
        if (record.type === "intent") gate.stop(STOPS.interrupted);
      },
    });
    expect(sent).toEqual([]);
    expect(records.at(-1)).toMatchObject({
      type: "result",
      sent: false,
      decision: "stopped",
      answer: { kind: "not-sent" },
    });
    expect(state.get(2)).toEqual({ status: "pending", maybeCreated: false, resumable: true });
  });

  it("waits for what is under way when the plan cannot be read on, and then says so", async () => {
    const { records, ...ended } = await submitted({
      rowCount: 9,
      answer: () => reply(200, CREATED),
      breaksAfterRow: 4,
    });
    expect(ended).toMatchObject({ error: new Error("the plan cannot be read") });
    const results = records.filter(({ type }) => type === "result");
    expect(results).toHaveLength(records.filter(({ type }) => type === "intent").length);
  });

  it("sends nothing more when the journal fails, and throws what it threw", async () => {
    let intentCount = 0;
    const ended = await submitted({
      rowCount: 9,
      answer: () => reply(200, CREATED),
      onAppend: (record) => {
        if (record.type === "intent" && ++intentCount === 3) throw new Error("No space left on device");
      },
    });
    expect(ended).toMatchObject({ error: new Error("No space left on device") });
    expect(ended.sent.length).toBeLessThanOrEqual(2);
  });

  it("ends only when every result is safe, though the leads after them were turned away", async () => {
    const { records, state } = await submitted({
      rowCount: 9,
      answer: () => reply(200, CREATED),
      rate: 2,
      resultSyncMs: 900,
      // The second lead has its answer, which is not safe yet; those after it wait for the rate.
      stopAtMs: 1_800,
    });
    const resultCount = records.filter(({ type }) => type === "result").length;
    expect(resultCount).toBeGreaterThan(1);
    expect(state.summary).toMatchObject({ created: resultCount, pending: 9 - resultCount });
  });

  it("keeps an answer's first 64 KiB, and says that it was cut", async () => {
    const { records } = await submitted({
      rowCount: 1,
      answer: () => reply(400, { error: "x".repeat(100_000) }),
    });
    const result = records.at(-1);
    expect(result).toMatchObject({ type: "result", bodyComplete: false });
    expect(result?.type === "result" && result.body?.length).toBe(64 * 1024);
  });
});
