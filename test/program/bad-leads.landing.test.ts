import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { personal } from "../../src/base/finding.ts";
import { happenedFinding } from "../../src/outcome/happened-texts.ts";
import { verdictFinding } from "../../src/outcome/verdict-texts.ts";
import type { FaultScript, ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import { onRequest, rawAnswer, rawServer } from "../send/raw-server.ts";
import { csvOf, leads } from "./lead-sheet.ts";
import { readJournal, readReport } from "./run-files.ts";
import { environmentFor, freshFolder, runProgram, startService } from "./run-program.ts";

const FLAGS = ["--attempts", "2", "--retry-base", "1ms", "--concurrency", "2", "--timeout", "400ms"];

function email(row: number): string {
  return `applicant-${row}@example.com`;
}

/** What each of some rows meets, request by request. */
function script(rows: Readonly<Record<number, readonly ScriptEntry[]>>): FaultScript {
  return Object.fromEntries(Object.entries(rows).map(([row, faults]) => [email(Number(row)), [...faults]]));
}

function always(fault: ScriptEntry): ScriptEntry[] {
  return new Array<ScriptEntry>(60).fill(fault);
}

/** A sheet of some rows, the service that they meet, and the program beside it. */
async function setting(rowCount: number, rows: Readonly<Record<number, readonly ScriptEntry[]>>) {
  const service = await startService({ faults: { script: script(rows) } });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(rowCount)));
  const run = async (...args: string[]) => {
    const end = await runProgram([...args, ...FLAGS], { cwd, env: service.env });
    return { ...end, statuses: readReport(join(cwd, "run")).leads.map(({ status }) => status) };
  };
  return { service, cwd, run };
}

describe("leads that the service cannot bear", () => {
  it("do not keep a replay from the others, when they come first and always get 500", async () => {
    const twice = ["500-before", "500-before"] as const;
    const { run } = await setting(6, {
      3: always("500-before"),
      4: always("500-before"),
      5: twice,
      6: twice,
      7: twice,
    });
    await run("submit", "leads.csv", "--out", "run");
    const { statuses } = await run("replay", "run");
    expect(statuses).toEqual(["created", "failed", "failed", "created", "created", "created"]);
  });

  it("do not keep a replay from the others, when they never get an answer", async () => {
    const { run } = await setting(6, {
      3: always("no-answer-before"),
      4: always("no-answer-before"),
      5: ["reset-before"],
      6: ["reset-before"],
      7: ["reset-before"],
    });
    await run("submit", "leads.csv", "--out", "run");
    const { statuses } = await run("replay", "run", "--status", "unknown");
    expect(statuses).toEqual(["created", "unknown", "unknown", "created", "created", "created"]);
  });

  it("do not stop a run by their redirects, when others were created at the address", async () => {
    const { run } = await setting(6, { 4: always("redirect") });
    const submitted = await run("submit", "leads.csv", "--out", "run");
    expect(submitted.statuses).toEqual(["created", "created", "failed", "created", "created", "created"]);
    expect(submitted.exitCode).toBe(1);
    const replayed = await run("replay", "run");
    expect([replayed.statuses[2], replayed.exitCode]).toEqual(["failed", 1]);
  });

  it("come first again only when all others have had their turn", async () => {
    const { cwd, run } = await setting(
      8,
      Object.fromEntries([2, 3, 4, 5].map((row) => [row, always("500-before")])),
    );
    const ends = [await run("submit", "leads.csv", "--out", "run"), await run("resume", "run")];
    const [end] = readJournal(join(cwd, "run")).filter(({ type }) => type === "end");
    expect(end).toMatchObject({ stop: { code: "no-definite-answer" } });
    expect(ends[0]?.exitCode).toBe(4);
    expect(ends[1]?.statuses).toEqual([...new Array(4).fill("failed"), ...new Array(4).fill("created")]);
  });
});

describe("a round that was interrupted", () => {
  it("is finished by resume with exactly the rows that it chose", async () => {
    const refusedKey = { side: "before", status: 401, body: { message: "Unauthorized" } } as const;
    const failed = ["500-before", "500-before"] as const;
    const rejected = [{ side: "before", status: 422, body: { message: "odd" } }] as const;
    const { run, cwd } = await setting(8, {
      3: failed,
      4: [...failed, refusedKey],
      5: [...failed, refusedKey, refusedKey],
      6: failed,
      7: failed,
      8: failed,
      9: rejected,
    });
    await run("submit", "leads.csv", "--out", "run");
    const stopped = await run("replay", "run");
    expect(stopped.exitCode).toBe(3);
    expect(readReport(join(cwd, "run")).run.complete).toBe(false);
    expect(readJournal(join(cwd, "run")).findLast(({ type }) => type === "round")).toMatchObject({
      command: "replay",
      rows: "3-8",
    });
    // The key is right again, but for one lead: still not through.
    expect((await run("resume", "run")).exitCode).toBe(3);
    const listed = await runProgram(["runs", "--runs", ".", "--json"], { cwd });
    expect(listed.stdout).toContain("resume");
    const resumed = await run("resume", "run");
    expect(resumed.statuses).toEqual([...new Array(7).fill("created"), "rejected"]);
    expect(resumed.exitCode).toBe(1);
    expect(readReport(join(cwd, "run")).leads.at(-1)?.attempts).toBe(1);
    expect((await run("resume", "run")).stderr).toContain("Nothing is left to resume");
  });
});

const LINK = "https://host.example/api/auth/callback/credentials?token=a-token-of-some-length";
const ANSWER = `{"success":true,"quoteId":12345678901234567890,"loginUrl":"${LINK}"}`;

/** Submits one lead to a server that answers with bytes. */
async function submittedTo(...answers: readonly string[]) {
  let count = 0;
  const server = await rawServer((socket) =>
    onRequest(socket, (request) => {
      if (request.startsWith("GET")) socket.write(rawAnswer(405, "{}"));
      else socket.end(answers[Math.min(count++, answers.length - 1)] ?? "");
    }),
  );
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(1)));
  const run = (...args: string[]) => runProgram(args, { cwd, env: environmentFor(server.url) });
  const end = await run("submit", "leads.csv", "--out", "run", ...FLAGS);
  return { run, end, lead: () => readReport(join(cwd, "run")).leads[0] };
}

function answerOf(status: string, body: string, length = body.length): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}

describe("an answer that arrived", () => {
  it("is what it says, though its connection ended short, and keeps a number digit by digit", async () => {
    const { end, lead } = await submittedTo(answerOf("200 OK", ANSWER, ANSWER.length + 9));
    expect(lead()).toMatchObject({ status: "created", quoteId: "12345678901234567890", loginUrl: LINK });
    expect(end.exitCode).toBe(0);
  });

  it("keeps the link of a 500, through the refusal that follows, and shows it when asked", async () => {
    const duplicate = answerOf("400 Bad Request", '{"error":"Email already in use"}');
    const { run, end, lead } = await submittedTo(answerOf("500 No", ANSWER.slice(0, -1)), duplicate);
    expect(lead()).toMatchObject({ status: "unconfirmed", loginUrl: LINK, maybeCreated: true });
    expect(end.stdout + end.stderr).not.toContain("a-token-of-some-length");
    const hidden = await run("explain", "run", "2");
    const known = {
      who: personal("O'Neil Noor"),
      by: "attempt",
      place: "run, row 2",
      link: "unproven",
    } as const;
    expect(hidden.stdout.replaceAll(/\s+/g, " ")).toContain(verdictFinding("known-quote", known).message);
    expect(hidden.stdout).not.toContain("a-token-of-some-length");
    expect(hidden.stdout).not.toContain("not available");
    expect((await run("explain", "run", "2", "--reveal")).stdout).toContain(LINK);
  });

  it("that says no success is told as that", async () => {
    const { run, lead } = await submittedTo(answerOf("200 OK", '{"success":false,"message":"Try later"}'));
    expect(lead()).toMatchObject({ status: "unknown" });
    const { stdout } = await run("explain", "run", "2");
    const seen = { status: 200, reason: "no-success", said: personal("Try later") } as const;
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(happenedFinding("unreadable", seen).message);
  });
});
