import { Chalk } from "chalk";
import { describe, expect, it } from "vitest";
import { smokeJunit } from "../../src/smoke/smoke-junit.ts";
import { exitCodeOf, smokeDocument } from "../../src/smoke/smoke-report.ts";
import { renderClosing } from "../../src/smoke/smoke-text.ts";
import { signsFor } from "../../src/terminal/signs.ts";
import { expectSame } from "./agreement.ts";
import { type Mutation, startMutant } from "./mutant-service.ts";
import {
  field,
  type Json,
  json,
  leadOf,
  onBody,
  onIssue,
  onStatus,
  rulelessWhere,
} from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

const STYLE = {
  chalk: new Chalk({ level: 0 }),
  signs: signsFor({ LANG: "C.UTF-8" }, "linux"),
  columns: 120,
};

let addresses = 0;

/** What is wrong with a service. Each is made anew for each run: some count. */
const FAULTS: Readonly<Record<string, () => Mutation>> = {
  "loses V1": () => rulelessWhere(({ buildingType }) => buildingType === "condo", "address.unitNumber", 1),
  "loses V5": () => ({
    before: (request) => {
      const lead = leadOf(request);
      if (typeof field(lead, "contactInfo.email") !== "string" || /^[^@ ]+@[^@ ]+$/.test(emailOf(lead)))
        return request;
      addresses += 1;
      const contactInfo = { ...(lead.contactInfo as Json), email: `lost${addresses}@example.com` };
      return { ...request, body: JSON.stringify({ ...lead, contactInfo }) };
    },
  }),
  "words V3 otherwise": () => onIssue("rentalOccupancy", (issue) => ({ ...issue, message: "Needed" })),
  "answers 403 for 401": () => onStatus(401, (answer) => ({ ...answer, status: 403 })),
  "takes a PUT": () => ({
    before: (request) => (request.method === "PUT" ? { answer: json(200, { success: true }) } : request),
  }),
  "forgets the quoteId": () => onBody(200, ({ quoteId: _quoteId, ...body }) => body),
  "answers every third request 500": () => {
    let count = 0;
    return {
      before: (request) => {
        count += 1;
        return count % 3 === 0 ? { answer: json(500, { message: "Internal server error" }) } : request;
      },
    };
  },
  "stops answering": () => {
    let isGone = false;
    return {
      before: (request) => {
        isGone ||= leadOf(request).buildingType === "multiUnit";
        if (isGone) throw new Error("gone");
        return request;
      },
    };
  },
};
const STOPS = "stops answering";
const NAMES = Object.keys(FAULTS);
const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index + 1).map((other) => [one, other]));

function emailOf(lead: Json): string {
  return String(field(lead, "contactInfo.email"));
}

function both(mutations: readonly Mutation[]): Mutation {
  return {
    before: (request, origin) => {
      let passing = request;
      for (const { before } of mutations) {
        const changed = before ? before(passing, origin) : passing;
        if ("answer" in changed) return changed;
        passing = changed;
      }
      return passing;
    },
    after: async (answer, request, origin) => {
      let passing = answer;
      for (const { after } of mutations) if (after) passing = await after(passing, request, origin);
      return passing;
    },
  };
}

/** Runs all of it in this process, and makes sure that its surfaces say the same. */
async function exitCodeFor(names: readonly string[], mayCreate: boolean): Promise<number> {
  const { url, key, sandbox } = await startMutant(both(names.map((name) => FAULTS[name]?.() ?? {})));
  const limits = { retriesMax: 0, p95MsMax: null };
  const report = await runPlan(planFor(url, key, { mayCreate, limits }), { timeoutMs: 2_000 });
  const document = smokeDocument(report, (text) => text);
  const exitCode = exitCodeOf(report);
  expectSame(document, exitCode, renderClosing(document, STYLE), smokeJunit(document));
  const told = [...document.created, ...document.maybeCreated].map(({ email }) => email);
  expect(told.length, names.join(" and ")).toBeGreaterThanOrEqual(sandbox.quotes().length);
  const isCreated = !mayCreate && sandbox.quotes().length > 0;
  if (isCreated) expect(document.causes[0], names.join(" and ")).toMatchObject({ created: true });
  return exitCode;
}

describe.each([true, false])("a service with two faults (may create: %s)", (mayCreate) => {
  it("fails wherever one of them does, and all that tells of it agrees", async () => {
    const alone = new Map<string, number>();
    for (const name of NAMES) alone.set(name, await exitCodeFor([name], mayCreate));
    expect(alone.get(STOPS)).toBe(4);
    expect([...alone].filter(([, exitCode]) => exitCode === 1).length).toBeGreaterThanOrEqual(5);
    for (const pair of PAIRS) {
      const found = await exitCodeFor(pair, mayCreate);
      const isSeen = pair.some((name) => alone.get(name) === 1);
      // Where it stops answering, the other fault may not have been met yet.
      if (isSeen && !pair.includes(STOPS)) expect(found, pair.join(" and ")).toBe(1);
      if (!isSeen)
        expect(found, pair.join(" and ")).toBe(Math.max(...pair.map((name) => alone.get(name) ?? 0)));
    }
  }, 60_000);
});
