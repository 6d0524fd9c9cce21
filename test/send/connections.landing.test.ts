import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { readAnswer } from "../../src/outcome/answer.ts";
import type { RowAttempt } from "../../src/outcome/exchange.ts";
import { CREATED_BODY, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay } from "./running-client.ts";

const ANSWER = rawAnswer(200, CREATED_BODY);

/** A server that counts the requests of each connection, and notes whose turn each was. */
async function countingServer(onAnswered: (socket: Socket, count: number) => void = () => undefined) {
  const counts: number[] = [];
  const order: number[] = [];
  const heads: string[] = [];
  const server = await rawServer((socket, index) =>
    onRequest(socket, (request) => {
      counts[index] = (counts[index] ?? 0) + 1;
      order.push(index);
      heads.push(request);
      socket.write(ANSWER, () => onAnswered(socket, counts[index] ?? 0));
    }),
  );
  return { ...server, counts, order, heads };
}

function rowsFrom(first: number, count: number): RowAttempt[] {
  return Array.from({ length: count }, (_, index) => ({ row: first + index, attempt: 1 }));
}

describe("a connection", () => {
  it("serves a hundred requests, and rests while another one goes on", async () => {
    const { url, order } = await countingServer();
    const client = clientOf(url, { connections: 1 });
    for (let count = 0; count < 250; count++) await client.create(BODY);
    const [first, second, third] = [order.slice(0, 100), order.slice(100, 200), order.slice(200)];
    for (const part of [first, second, third]) expect(new Set(part).size).toBe(1);
    expect(new Set([first[0], second[0]]).size).toBe(2);
    expect(third[0]).not.toBe(second[0]);
  });

  it("rests beside as many others as there are, without a warning of a leak", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const { url } = await countingServer();
    const client = clientOf(url, { connections: 16 });
    for (let volley = 0; volley < 3; volley++)
      await Promise.all(rowsFrom(2, 16).map((attempt) => client.create(BODY, undefined, attempt)));
    await client.rest();
    expect(warnings).toEqual([]);
  });

  it("is in step where it is silent, and goes on then", async () => {
    const { url, counts } = await countingServer();
    const client = clientOf(url, { connections: 1 });
    const doubted: RowAttempt[] = [];
    client.onDoubt((attempts) => doubted.push(...attempts));
    for (const attempt of rowsFrom(2, 100)) await client.create(BODY, undefined, attempt);
    await client.rest();
    for (const attempt of rowsFrom(102, 3)) await client.create(BODY, undefined, attempt);
    await client.rest();
    expect(counts).toEqual([103]);
    expect(doubted).toEqual([]);
  });

  it.each([
    ["a second answer in the same packet", (socket: Socket) => void socket.write(ANSWER)],
    ["an answer while it rests", (socket: Socket) => void setTimeout(() => socket.write(ANSWER), 30)],
    ["anything while it rests", (socket: Socket) => void setTimeout(() => socket.write("x"), 30)],
    [
      "a 100 that comes too late",
      (socket: Socket) => void setTimeout(() => socket.write("HTTP/1.1 100 X\r\n\r\n"), 30),
    ],
  ])(
    "that brings %s was out of step: each request has a connection of its own from then on",
    async (_what, more) => {
      const { url, heads, connectionCount } = await countingServer((socket, count) => {
        if (count === 3) more(socket);
      });
      const client = clientOf(url, { connections: 1 });
      const doubted: (readonly RowAttempt[])[] = [];
      client.onDoubt((attempts) => doubted.push(attempts));
      const attempts = rowsFrom(2, 3);
      for (const attempt of attempts) await client.create(BODY, undefined, attempt);
      await client.rest();
      expect(doubted).toEqual([attempts]);
      const before = connectionCount();
      for (const attempt of rowsFrom(5, 3))
        expect(await client.create(BODY, undefined, attempt)).toMatchObject({ isAlone: true });
      await client.rest();
      expect(connectionCount() - before).toBe(3);
      expect(heads.slice(-3).every((head) => head.includes("connection: close"))).toBe(true);
      expect(doubted).toHaveLength(1);
    },
  );

  it.each([
    ["line breaks", (socket: Socket) => void socket.write("\r\n\r\n")],
    ["its end", (socket: Socket) => void socket.end()],
    ["a reset", (socket: Socket) => void socket.resetAndDestroy()],
  ])("that brings %s while it rests was in step for all that anybody knows", async (_what, more) => {
    const { url } = await countingServer((socket, count) => {
      if (count === 3) setTimeout(() => more(socket), 30);
    });
    const client = clientOf(url, { connections: 1 });
    const doubted: RowAttempt[] = [];
    client.onDoubt((attempts) => doubted.push(...attempts));
    for (const attempt of rowsFrom(2, 3)) await client.create(BODY, undefined, attempt);
    await client.rest();
    expect(doubted).toEqual([]);
  });

  it("that was silent for long enough between two requests has its answers before beyond doubt", async () => {
    const { url } = await countingServer((socket, count) => {
      if (count === 4) socket.write(ANSWER);
    });
    const client = clientOf(url, { connections: 1 });
    const doubted: RowAttempt[] = [];
    client.onDoubt((attempts) => doubted.push(...attempts));
    const attempts = rowsFrom(2, 4);
    for (const attempt of attempts) {
      if (attempt.row === 4) await delay(300);
      await client.create(BODY, undefined, attempt);
    }
    await client.rest();
    expect(doubted).toEqual(attempts.slice(2));
  });
});

/** Nothing is read and no timer fires for a while, as after a suspend. */
function sleepThrough(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe("an answer, with a process that slept beyond the deadline,", () => {
  it("is read where it was there before the timers", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        socket.write(ANSWER);
        sleepThrough(600);
      }),
    );
    const exchange = await clientOf(server.url, { timeoutMs: 400 }).create(BODY);
    expect(readAnswer(exchange).kind).toBe("created");
  });

  it("is waited for, for as long as it slept", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        sleepThrough(1_800);
        // The timers of this turn count from before the sleep.
        setImmediate(() => setTimeout(() => socket.write(ANSWER), 100));
      }),
    );
    const exchange = await clientOf(server.url, { timeoutMs: 500 }).create(BODY);
    expect(readAnswer(exchange).kind).toBe("created");
  });
});
