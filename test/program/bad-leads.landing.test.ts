import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import { createdBody, whole } from "../security/hostile-server/attack.ts";
import { hostileServer } from "../security/hostile-server/hostile-server.ts";
import { onRequest, rawAnswer, rawServer } from "../send/raw-server.ts";
import { leads } from "./lead-sheet.ts";
import { Office } from "./office.ts";
import { readJournal, readReport } from "./run-files.ts";
import { environmentFor, runProgram } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

const FLAGS = ["--attempts", "2", "--retry-base", "1ms", "--concurrency", "2", "--timeout", "400ms"];
const REFUSED_KEY = { side: "before", status: 401, body: { message: "Unauthorized" } } as const;
const FAILED = ["500-before", "500-before"] as const;

it("a round that was interrupted is finished by resume with exactly the rows that it chose", async () => {
  const faults: Record<number, readonly ScriptEntry[]> = {
    3: FAILED,
    4: [...FAILED, REFUSED_KEY],
    5: [...FAILED, REFUSED_KEY, REFUSED_KEY],
    9: [{ side: "before", status: 422, body: { message: "odd" } }],
    ...{ 6: FAILED, 7: FAILED, 8: FAILED },
  };
  const byEmail = Object.entries(faults).map(([row, each]) => [`applicant-${row}@example.com`, [...each]]);
  const office = await Office.openWith(Object.fromEntries(byEmail));
  const dir = office.dir("run");
  await office.submit("run", leads(8), {}, ...FLAGS);
  expect((await office.call(["replay", "run", ...FLAGS])).exitCode).toBe(3);
  expect(readReport(dir).run.complete).toBe(false);
  const round = readJournal(dir).findLast(({ type }) => type === "round");
  expect(round).toMatchObject({ command: "replay", rows: "3-8" });
  // The key is right again, but for one lead: still not through.
  expect((await office.call(["resume", "run", ...FLAGS])).exitCode).toBe(3);
  expect((await office.json(["runs"])).runs).toMatchObject([{ next: "leadctl resume leadctl-runs/run" }]);
  expect((await office.call(["resume", "run", ...FLAGS])).exitCode).toBe(1);
  const { leads: told } = readReport(dir);
  const statuses = told.map(({ status }) => status);
  expect(statuses).toEqual([...new Array(7).fill("created"), "rejected"]);
  expect(told.at(-1)?.attempts).toBe(1);
  const requestCount = office.service.requestCount();
  await office.call(["resume", "run", ...FLAGS]);
  expect(office.service.requestCount()).toBe(requestCount);
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
  const cwd = sheetFolder(leads(1));
  const run = (...args: string[]) => runProgram(args, { cwd, env: environmentFor(server.url) });
  const end = await run("submit", "leads.csv", "--out", "run", ...FLAGS);
  return { run, end, lead: () => readReport(join(cwd, "run")).leads[0] };
}

function answerOf(status: string, body: string, length = body.length): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}

describe("an answer that arrived", () => {
  it("keeps the link of a 500, through the refusal that follows, and shows it when asked", async () => {
    const duplicate = answerOf("400 Bad Request", '{"error":"Email already in use"}');
    const { run, end, lead } = await submittedTo(answerOf("500 No", ANSWER.slice(0, -1)), duplicate);
    expect(lead()).toMatchObject({ status: "unconfirmed", loginUrl: LINK, maybeCreated: true });
    expect(end.stdout + end.stderr).not.toContain("a-token-of-some-length");
    const hidden = await run("explain", "run", "2", "--json");
    const [verdict] = JSON.parse(hidden.stdout).leads[0].verdicts;
    const params = { by: "attempt", place: "run, row 2", link: "unproven" };
    expect(verdict).toMatchObject({ finding: "known-quote", params });
    expect(hidden.stdout).not.toContain("a-token-of-some-length");
    expect((await run("explain", "run", "2", "--reveal")).stdout).toContain(LINK);
  });
});

it("warns of the first odd login link of a run, in whichever round it came, and keeps all as they came", async () => {
  const loginUrl = "javascript:alert(1)";
  const server = await hostileServer({
    name: "odd links",
    kinds: [],
    isFromStart: true,
    answer: (request) => {
      const isThird = request.index === 2;
      request.socket.write(isThird ? whole(500, "{}") : whole(200, createdBody(request, { loginUrl })));
    },
  });
  const cwd = sheetFolder(leads(3));
  const env = environmentFor(server.url);
  const warnings = async (...args: string[]): Promise<number> => {
    const { stderr } = await runProgram(args, { cwd, env });
    return stderr.match(/login link of row/g)?.length ?? 0;
  };
  const once = ["--attempts", "1", "--concurrency", "1"];
  expect(await warnings("submit", "leads.csv", "--out", "run", ...once)).toBe(1);
  expect(await warnings("replay", "run", ...once)).toBe(0);
  const report = readReport(join(cwd, "run"));
  expect(report.leads).toMatchObject(Array(3).fill({ status: "created", loginUrl }));
});
