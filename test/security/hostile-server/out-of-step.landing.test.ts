import { describe, expect, it } from "vitest";
import { runProgram } from "../../program/run-program.ts";
import { createdBody, type HostileRequest, issuesBody, whole } from "./attack.ts";
import { hostileServer } from "./hostile-server.ts";
import { submitTo } from "./ordeal.ts";

const LEAD_COUNT = 60;
/** The answer to this request comes twice. */
const DOUBLED = 17;

const ISSUES = issuesBody([{ code: "custom", message: "Required", path: ["propertyUnits"] }]);

const DOUBLED_ANSWERS: Readonly<Record<number, (request: HostileRequest) => Buffer>> = {
  200: (request) => whole(200, createdBody(request)),
  400: () => whole(400, ISSUES),
  500: () => whole(500, "{}"),
};

interface Doubling {
  status: number;
  lateMs: number;
  concurrency: number;
  isNoDelay: boolean;
}

const DOUBLINGS = [
  { status: 200, lateMs: 0, isNoDelay: false },
  { status: 200, lateMs: 3, isNoDelay: true },
  { status: 200, lateMs: 7, isNoDelay: false },
  { status: 400, lateMs: 3, isNoDelay: true },
  { status: 500, lateMs: 7, isNoDelay: false },
].flatMap((manner) => [1, 8].map((concurrency): Doubling => ({ concurrency, ...manner })));

describe("a server that gives one answer twice", () => {
  it.each(DOUBLINGS)(
    "($status, $lateMs ms later, $concurrency at once, without delay $isNoDelay) gives nobody another's link",
    async ({ status, lateMs, concurrency, isNoDelay }) => {
      const server = await hostileServer({
        name: "a doubled answer",
        kinds: [],
        answer: (request) => {
          request.socket.setNoDelay(isNoDelay);
          if (request.index !== DOUBLED) {
            request.socket.write(whole(200, createdBody(request)));
            return;
          }
          const answer = DOUBLED_ANSWERS[status]?.(request) ?? Buffer.alloc(0);
          request.socket.write(answer);
          setTimeout(() => request.socket.write(answer), lateMs);
        },
      });
      const options = { leadCount: LEAD_COUNT, timeoutMs: 5_000, concurrency };
      const { cwd, report, end } = await submitTo(server, options);
      const { unknown = 0, rejected = 0, created = 0 } = report.summary;
      expect(unknown + rejected + created).toBe(LEAD_COUNT);
      expect(end.exitCode).toBe(unknown > 0 ? 5 : rejected > 0 ? 1 : 0);
      // What is tried again after a 500 gets an answer of its own.
      if (status !== 500) expect(unknown).toBeGreaterThan(0);
      const doubted = report.leads.findLast((lead) => lead.status === "unknown")?.row;
      if (doubted === undefined) return;
      const told = await runProgram(["explain", "run", String(doubted), "--json"], { cwd });
      const attempts: { doubts: { because: string }[] }[] = JSON.parse(told.stdout).rows[0].rounds[0]
        .attempts;
      const reasons = attempts.flatMap(({ doubts }) => doubts.map(({ because }) => because));
      expect(reasons).toContain("out-of-step");
    },
  );
});
