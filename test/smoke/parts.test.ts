import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { baselineText, compareWith, parseBaseline } from "../../src/smoke/discovery/discover.ts";
import { describePeculiarity } from "../../src/smoke/discovery/questions.ts";
import { issuesDifferences, lossCause } from "../../src/smoke/expectations.ts";
import { blankResults } from "../../src/smoke/run-checks.ts";
import { parseEmailTemplate } from "../../src/smoke/smoke-lead.ts";
import { contextOf, plannedChecks } from "../../src/smoke/smoke-plan.ts";
import { checkDocument, scrubberFor } from "../../src/smoke/smoke-report.ts";
import { emptyLedger, SmokeRound } from "../../src/smoke/smoke-round.ts";
import type { Discovery, Fact } from "../../src/smoke/smoke-schema.ts";
import { issuesOf, type OracleIssue } from "../lead/rules-oracle.ts";
import { reply } from "../simulation/exchanges.ts";
import { TEST_KEY } from "../test-key.ts";
import { planFor } from "./smoke-plan.ts";

const [UNIT_ISSUE, EMAIL_ISSUE] = issuesOf(["V1", "V5"]) as [OracleIssue, OracleIssue];

describe("issues that differ", () => {
  it("are none in whatever order the right ones come", () => {
    const answer = reply(400, { error: { issues: [EMAIL_ISSUE, UNIT_ISSUE] } });
    expect(issuesDifferences(answer, { issues: [UNIT_ISSUE, EMAIL_ISSUE] })).toStrictEqual([]);
  });

  it("are told with what is missing, and what is too many", () => {
    const issues = [
      { ...UNIT_ISSUE, path: ["unitNumber"], fatal: true },
      { code: "custom", message: "Why?", path: [] },
    ];
    expect(issuesDifferences(reply(422, { error: { issues } }), { issues: [UNIT_ISSUE] })).toStrictEqual([
      "Status: expected 400, came 422.",
      'Issue missing: {"code":"custom","message":"Required for condo properties","path":["address","unitNumber"]}.',
      'Issue too many: {"code":"custom","message":"Required for condo properties","path":["unitNumber"]}, which no rule explains here.',
      'Issue too many: {"code":"custom","message":"Why?","path":[]}, which no rule explains here.',
    ]);
  });

  it.each<[string, unknown, string]>([
    ["a text", "Bad Request", "Body: expected JSON, came something else."],
    ["a list", [UNIT_ISSUE], "Body: expected a list at error.issues, there is none."],
    ["an empty list", { error: { issues: [] } }, 'Issue missing: {"code":"custom"'],
    ["issues that are no objects", { error: { issues: ["no"] } }, 'Issue too many: {"message":"no"}'],
  ])("name %s", (_what, body, sentence) => {
    const differences = issuesDifferences(reply(400, body), { issues: [UNIT_ISSUE] });
    expect(differences.join(" ")).toContain(sentence);
  });

  it("say that a lead was taken, instead of listing what its success lacks", () => {
    const answer = reply(201, { success: true });
    expect(issuesDifferences(answer, { issues: [UNIT_ISSUE] })).toStrictEqual([
      "The lead was accepted (status 201), though it must be refused: Required for condo properties.",
    ]);
  });
});

describe("the cause of a missing answer", () => {
  it.each([
    ["connect ECONNREFUSED 127.0.0.1:9", "ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:9"],
    ["socket hang up", "ECONNRESET", "socket hang up (ECONNRESET)"],
  ])("of %s names %s once", (message, code, cause) => {
    expect(lossCause({ ...reply(500, null), httpStatus: null, error: { message, code } })).toBe(cause);
  });
});

describe("a peculiarity of a lead", () => {
  it("is taken where only the rules broken on purpose are complained of", () => {
    expect(describePeculiarity(reply(400, { error: { issues: [EMAIL_ISSUE] } }))).toBe("taken");
    const zip = { code: "too_short", message: "Five digits", path: ["address", "zip"] };
    expect(describePeculiarity(reply(400, { error: { issues: [zip, EMAIL_ISSUE] } }))).toBe(
      'refused: address.zip too_short "Five digits"',
    );
  });

  it("is what the service says where it says something else", () => {
    expect(describePeculiarity(reply(415, { message: "JSON, please" }))).toBe('415, "JSON, please"');
    expect(describePeculiarity(reply(500, "<h1>", null, { headers: { "content-type": "text/html" } }))).toBe(
      "500, no JSON (text/html)",
    );
  });
});

describe("a baseline", () => {
  const fact = (id: string, observed: string | null): Fact => ({
    id,
    section: "7",
    question: id,
    observed,
    note: null,
    asked: true,
    before: null,
  });
  const kept = (id: string, observed: string) => ({ id, section: "7", question: id, observed });
  const origin = { baseUrl: "https://a.example", partner: "acme", takenAt: "2026-01-01T00:00:00.000Z" };

  it("comes back as it was kept, without what was not asked", () => {
    const text = baselineText(origin, [fact("a", "200"), fact("b", null)]);
    expect(parseBaseline(text, "facts.json")).toStrictEqual({ ...origin, facts: [kept("a", "200")] });
  });

  it("differs only where something was seen both times", () => {
    const baseline = { ...origin, facts: [kept("a", "200"), kept("c", "taken"), kept("d", "x")] };
    const now = [fact("a", "201"), fact("b", "x"), fact("c", "taken"), fact("d", null), fact("new", "y")];
    const open = { baseline: null, compared: null, changes: null };
    const discovery: Discovery = { obstacle: null, complete: false, facts: now, ...open };
    compareWith(baseline, discovery);
    expect(discovery.changes?.map(({ id, before, now: after }) => [id, before, after])).toStrictEqual([
      ["a", "200", "201"],
    ]);
    expect([discovery.compared, discovery.baseline]).toStrictEqual([2, origin]);
    expect(discovery.facts.map(({ before }) => before)).toStrictEqual(["200", null, "taken", "x", null]);
  });

  it("that holds nothing is none", () => {
    expect(() => parseBaseline(baselineText(origin, [fact("a", null)]), "facts.json")).toThrow(
      expect.objectContaining({ code: "baseline-empty" }),
    );
  });
});

describe("a check in the document", () => {
  it("has bodies that are cut only once secrets are out of them", () => {
    const plan = planFor("https://service.example", TEST_KEY);
    const [result] = blankResults(plannedChecks(plan));
    const [step] = result?.check.steps ?? [];
    if (!result || !step) throw new Error("no check");
    const answer = reply(200, `${"x".repeat(16_380)}${TEST_KEY}`);
    const exchanges = [{ step, request: step.request(contextOf(plan, 1)), answer, earlier: [] }];
    const document = checkDocument({ ...result, exchanges }, scrubberFor(plan), plan);
    expect(document.exchanges[0]?.answer.body).not.toContain(TEST_KEY.slice(0, 4));
  });
});

describe("a template of addresses", () => {
  it("gives each tag its own", () => {
    expect(parseEmailTemplate("qa+{tag}@example.org")("x1")).toBe("qa+x1@example.org");
  });

  it("is refused where its addresses would be too long for some validators", () => {
    expect(() => parseEmailTemplate(`${"q".repeat(50)}+{tag}@example.org`)).toThrow(
      expect.objectContaining({ finding: "email-template" }),
    );
  });
});

describe("a request that is to be sent again", () => {
  it.each([
    ["for as long as a 429 says", 429, "2", [2_000, 2_000, 2_000]],
    ["for a second where a 429 says nothing", 429, undefined, [1_000, 1_000, 1_000]],
    ["for half a minute", 429, "30", [30_000, 30_000, 30_000]],
    ["longer and longer after a 500", 500, undefined, [250, 500, 1_000]],
    ["for as long as a 503 says", 503, "3", [3_000, 3_000, 3_000]],
  ])("waits %s, three times at most", async (_what, status, retryAfter, expected) => {
    const { exchange, requestCount, waits } = await answeredWith(status, retryAfter);
    expect([exchange.answer.httpStatus, requestCount]).toStrictEqual([status, 4]);
    expect(exchange.earlier).toHaveLength(3);
    expect(waits).toStrictEqual(expected);
  });

  it.each([
    [429, "31"],
    [502, undefined],
    [400, undefined],
  ])("takes %i as it is (Retry-After: %s)", async (status, retryAfter) => {
    const { exchange, requestCount, waits } = await answeredWith(status, retryAfter);
    expect([exchange.answer.httpStatus, requestCount]).toStrictEqual([status, 1]);
    expect([exchange.earlier, waits]).toStrictEqual([[], []]);
  });

  it("is not sent more often than all of them together may be", async () => {
    const { requestCount } = await answeredWith(500, undefined, 2);
    expect(requestCount).toBe(3);
  });
});

async function answeredWith(status: number, retryAfter: string | undefined, retriesMax = 10) {
  const waits: number[] = [];
  const clock: Clock = { ...systemClock, now: () => 0, sleep: async (ms) => void waits.push(ms) };
  let requestCount = 0;
  const answer = reply(status, {}, retryAfter);
  const send = async () => {
    requestCount++;
    return answer;
  };
  const { signal } = new AbortController();
  const ledger = emptyLedger(1, retriesMax);
  const context = contextOf(planFor("https://service.example", "key"), 1);
  const round = new SmokeRound(context, { send, clock, signal, random: () => 0.5, ledger });
  const request = () => ({ method: "GET", path: "/", headers: {}, body: null });
  return { exchange: await round.exchange({ name: "GET", creates: 0, request }), requestCount, waits };
}
