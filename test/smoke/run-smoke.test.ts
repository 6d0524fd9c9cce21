import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { EXIT } from "../../src/base/exit-codes.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { openThroughProxy } from "../../src/send/proxy-agent.ts";
import { exitCodeOf } from "../../src/smoke/smoke-report.ts";
import { HAS_OPENSSL, untrustedService } from "../send/certificates.ts";
import { openTunnel, rawServer } from "../send/raw-server.ts";
import { startMutant } from "./mutant-service.ts";
import { type Json, json, leadOf, onBody } from "./mutation-parts.ts";
import { idsWith, planFor, runPlan } from "./smoke-plan.ts";

async function sandboxOf(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ keys: ["k"], partners: ["acme"], ...options });
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

describe("a run", () => {
  it("sends each request once, however many checks look at its answer", async () => {
    const sandbox = await sandboxOf();
    const { results } = await runPlan(planFor(sandbox.url, "k"));
    const sent = results.flatMap(({ durationsMs }) => durationsMs).length;
    expect(sandbox.requestCount()).toBe(sent);
    expect(sent).toBe(36);
  });

  it("has addresses of its own in every round, so that rounds do not meet", async () => {
    const sandbox = await sandboxOf();
    const findings = await runPlan(planFor(sandbox.url, "k", { roundCount: 5 }));
    expect(idsWith(findings, "differs")).toStrictEqual([]);
    expect(new Set(sandbox.quotes().map(({ email }) => email)).size).toBe(30);
    expect(findings.results.find(({ check }) => check.id === "rules.v1")?.durationsMs).toHaveLength(5);
  });

  it("does not pass checks of ids and tokens that never came", async () => {
    const withoutIds = onBody(200, ({ success }) => ({ success }));
    const { url, key } = await startMutant(withoutIds);
    const findings = await runPlan(planFor(url, key));
    expect(idsWith(findings, "differs")).toStrictEqual(["success.login-url", "success.quote-id"]);
    const unjudged = ["success.login-token", "success.login-token-own", "success.quote-id-own"];
    expect(idsWith(findings, "not-judged")).toStrictEqual(expect.arrayContaining(unjudged));
  });

  it("counts the rounds in which a check differs", async () => {
    let condos = 0;
    const { url, key } = await startMutant({
      after: (answer, request) =>
        answer.body.includes("condo") && /-v1@/.test(request.body) && ++condos === 2
          ? json(502, { message: "Bad gateway" })
          : answer,
    });
    const findings = await runPlan(planFor(url, key, { roundCount: 3 }));
    const result = findings.results.find(({ check }) => check.id === "rules.v1");
    expect(result).toMatchObject({ status: "differs", judgedCount: 3, differingCount: 1 });
  });

  it("waits where it is throttled, and judges the answer after that", async () => {
    const sandbox = await sandboxOf({ rateLimit: { requests: 12, perMs: 100 } });
    const sleep = (durationMs: number) => systemClock.sleep(durationMs / 10);
    const findings = await runPlan(planFor(sandbox.url, "k"), {}, {}, { ...systemClock, sleep });
    expect(idsWith(findings, "differs")).toStrictEqual([]);
    expect(idsWith(findings, "unanswered")).toStrictEqual([]);
  });

  it("holds a service against the interface that lives below a path of its host", async () => {
    const { url, key } = await startMutant({
      before: (request) => ({ ...request, path: request.path.replace(/^\/lending(?=\/)/, "") }),
      after: (answer, _request, origin) => ({
        ...answer,
        body: answer.body.replace(`${origin}/api/auth`, `${origin}/lending/api/auth`),
      }),
    });
    expect(idsWith(await runPlan(planFor(`${url}/lending`, key)), "differs")).toStrictEqual([]);
    const atTheRoot = await runPlan(planFor(url, key));
    expect(idsWith(atTheRoot, "differs")).toStrictEqual(["success.login-url"]);
  });

  it("tells a question that was never asked from one without an answer, and does not end well", async () => {
    let isGone = false;
    const { url, key } = await startMutant({
      before: (request) => {
        isGone ||= leadOf(request).buildingType === "castle";
        if (isGone) throw new Error("gone");
        return request;
      },
    });
    const findings = await runPlan(planFor(url, key, { mayCreate: false, isDiscovering: true }));
    const { discovery, stopReason, results } = findings;
    const lost = discovery?.facts.filter(({ asked, observed }) => asked && observed === null) ?? [];
    expect(lost).toHaveLength(3);
    expect(discovery?.facts.filter(({ note }) => note === "not asked").length).toBeGreaterThan(20);
    expect([discovery?.complete, stopReason, exitCodeOf(findings)]).toStrictEqual([
      false,
      expect.stringContaining("stopped answering"),
      4,
    ]);
    expect(results.filter(({ status }) => status === "differs")).toStrictEqual([]);
  });

  it("fails by a check of its own where a question makes a quote", async () => {
    const { url, key, sandbox } = await startMutant({
      before: (request) => {
        const lead: Json = leadOf(request);
        if (!request.body.includes("leadctl-smoke-no-address") || lead.buildingType !== "castle")
          return request;
        const contactInfo = { ...(lead.contactInfo as Json), email: "castle@example.com" };
        return { ...request, body: JSON.stringify({ ...lead, contactInfo }) };
      },
    });
    const findings = await runPlan(planFor(url, key, { mayCreate: false, isDiscovering: true }));
    expect(sandbox.quotes()).toHaveLength(1);
    expect(idsWith(findings, "differs")).toStrictEqual(["refused.no-quote"]);
    expect(findings.results.at(-1)?.exchanges.map(({ step }) => step.name)).toStrictEqual([
      "question value.building-type",
    ]);
    expect(exitCodeOf(findings)).toBe(1);
  });

  it("does not ask what the interface leaves open where asking would create quotes", async () => {
    const { url, key, sandbox } = await startMutant({
      before: (request) => ({
        ...request,
        body: request.body.replace("leadctl-smoke-no-address", `q${counter++}@example.com`),
      }),
    });
    const plan = planFor(url, key, { mayCreate: false, isDiscovering: true });
    const { discovery } = await runPlan(plan);
    expect(discovery?.obstacle).toContain("V1 and V5 do not hold");
    expect(discovery?.facts.filter(({ observed }) => observed !== null)).toStrictEqual([]);
    expect(sandbox.quotes()).toStrictEqual([]);
  });
});

let counter = 0;

describe.skipIf(!HAS_OPENSSL)("a certificate that nobody trusts", () => {
  it("is told from a service that does not answer, through a proxy as well", async () => {
    const service = await untrustedService();
    const proxy = await rawServer((socket) => openTunnel(socket, service.port));
    const open = openThroughProxy({ uri: proxy.url, noProxy: "" }, 5_000);
    const { failure, results } = await runPlan(planFor("https://service.test", "k"), { open });
    expect(failure).toMatchObject({ code: "tls-refused", exitCode: EXIT.refusedTarget });
    expect(new Set(results.map(({ status }) => status))).toStrictEqual(new Set(["not-judged"]));
  });
});
