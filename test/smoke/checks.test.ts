import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeEmail } from "../../src/lead/email.ts";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import { isViolated, RULES, valueAt } from "../../src/lead/rules.ts";
import { type Lead, leadSchema } from "../../src/lead/schema.ts";
import { validateLead } from "../../src/lead/validate.ts";
import type { Step, StepContext } from "../../src/smoke/check.ts";
import { ACCEPTED_STEPS } from "../../src/smoke/checks/acceptances.ts";
import { RULE_STEPS } from "../../src/smoke/checks/rules.ts";
import { QUESTIONS } from "../../src/smoke/discovery/questions.ts";
import { hopelessLead } from "../../src/smoke/smoke-lead.ts";
import { ALL_CHECKS, checkCount, quotaOf } from "../../src/smoke/smoke-plan.ts";
import { planFor } from "./smoke-plan.ts";

const CHECKS = ALL_CHECKS.flatMap(({ checks }) => checks);
const CREATING = contextFor(true);
const GUARDED = contextFor(false);

describe("the checks", () => {
  it("have ids of their own that begin with their group's", () => {
    const groups = ALL_CHECKS;
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    for (const { id, checks } of groups) {
      for (const check of checks) expect(check.id.startsWith(`${id}.`)).toBe(true);
    }
  });

  it("name sections that the interface has", () => {
    for (const { section } of CHECKS) {
      expect(section).toMatch(/^(?:2\.[12]|4\.[12](?: (?:V[1-5]|rule \d))*|5(?:\.\d)?|7|rule \d|, )+$/);
    }
  });
});

describe("docs/smoke.md", () => {
  const manual = readFileSync(new URL("../../docs/smoke.md", import.meta.url), "utf8");
  const plan = planFor("https://service.example", "key");

  it("counts checks, questions and quotes as they are", () => {
    expect(manual).toContain(`a round of ${checkCount(plan)} checks takes 36 requests`);
    expect(manual).toContain(`asks ${QUESTIONS.length} more questions`);
    expect(quotaOf(plan)).toMatchObject({ surely: 6, perhaps: 0, quotesMax: 18 });
    expect(quotaOf({ ...plan, isDiscovering: true })).toMatchObject({ surely: 7, perhaps: 2 });
  });

  it("names every group of checks", () => {
    for (const { id } of ALL_CHECKS) expect(manual).toContain(`\`${id}.`);
  });
});

function violations(lead: Lead): string[] {
  return RULES.filter((rule) => isViolated(rule, lead)).map(({ id }) => id);
}

describe("the leads of the rules", () => {
  it.each(RULE_STEPS)("of $name break exactly the rules that they are named for", (step) => {
    const broken = violations(leadIn(step, CREATING));
    expect(broken).toHaveLength(new Set(step.name.match(/v\d/g)).size);
  });

  it.each(RULE_STEPS)("of $name break a second rule where nothing may be created", (step) => {
    expect(violations(leadIn(step, GUARDED)).length).toBeGreaterThanOrEqual(2);
  });

  it("break V5 only with addresses that no validator takes", () => {
    for (const step of RULE_STEPS.filter(({ name }) => name.includes("v5"))) {
      expect(judgeEmail(leadIn(step, CREATING).contactInfo?.email ?? "")).toBe("invalid");
    }
  });
});

describe("the leads that have to be taken", () => {
  it.each(ACCEPTED_STEPS)("($name) are valid, and nothing about them is doubtful", (step) => {
    expect(validateLead(leadIn(step, CREATING))).toStrictEqual({ issues: [], warnings: [] });
  });

  it("hold between them every value that the interface shows, and each optional field there and away", () => {
    const leads = ACCEPTED_STEPS.map((step) => leadIn(step, CREATING));
    for (const { path, shownValues, absence } of FIELDS) {
      const values = leads.map((lead) => valueAt(lead, path.split(".")));
      for (const value of shownValues ?? []) expect(values).toContain(value);
      if (absence !== "required" && absence !== "not-shown") {
        expect(values, path).toContain(undefined);
        expect(
          values.filter((value) => value !== undefined),
          path,
        ).not.toHaveLength(0);
      }
    }
  });
});

describe("what is sent where nothing may be created", () => {
  it("breaks two rules at once, where its answer must not depend on the lead", () => {
    expect(violations(leadSchema.parse(hopelessLead()))).toStrictEqual(["V1", "V5"]);
  });

  it("breaks a rule in every question, but for those that are not asked then", () => {
    const steps = QUESTIONS.flatMap(({ steps }) => steps).filter(
      ({ name, creates, after }) => name.startsWith("question") && creates === 0 && !after,
    );
    expect(steps.length).toBeGreaterThan(60);
    for (const step of steps) {
      const { method, body } = step.request(GUARDED);
      if (method !== "POST" || body === null) continue;
      expect(body, step.name).toMatch(
        /leadctl-smoke-no-address|"buildingType":"condo"|^(?:\{|hello||null|\{\})$/,
      );
    }
  });

  it("has ids of their own in the questions", () => {
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
  });
});

function leadIn(step: Step, context: StepContext) {
  return leadSchema.parse(JSON.parse(step.request(context).body ?? ""));
}

function contextFor(mayCreate: boolean): StepContext {
  return {
    baseUrl: "https://service.example",
    createPath: "/api/acme/lead/create",
    partner: "acme",
    authorization: "Bearer key",
    wrongKey: "wrong",
    mayCreate,
    existingUser: null,
    email: (label) => `smoke+${label}@example.com`,
  };
}
