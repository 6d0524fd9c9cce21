import { registerSchema, validate } from "@hyperjump/json-schema/openapi-3-1";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isViolated, RULES } from "../../src/lead/rules.ts";
import { type Lead, leadSchema } from "../../src/lead/schema.ts";
import { openApiDocument } from "../../src/sandbox/openapi.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const DOCUMENT_URL = "https://sandbox.example/openapi.json";
const DOCUMENT = openApiDocument("https://service.example") as { components: { schemas: object } };
registerSchema(DOCUMENT as never, DOCUMENT_URL, "https://spec.openapis.org/oas/3.1/dialect/base");

async function fits(name: string, value: unknown): Promise<boolean> {
  return (await validate(`${DOCUMENT_URL}#/components/schemas/${name}`, value as never)).valid;
}

/** Leads of every kind that the rules tell apart. */
const LEADS = fc.record(
  {
    buildingType: fc.constantFrom("condo", "multiUnit", "singleFamily", "castle"),
    propertyUnits: fc.integer({ min: -1, max: 5 }),
    propertyUsage: fc.constantFrom("investment", "primaryResidence"),
    contactInfo: fc.record(
      { email: fc.constant("jane@example.com"), lastName: fc.string() },
      {
        requiredKeys: [],
      },
    ),
    address: fc.record(
      { unitNumber: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      {
        requiredKeys: [],
      },
    ),
    statedInformation: fc.record(
      { rentalOccupancy: fc.constantFrom("vacant", "longTerm", "other"), monthlyRentalIncome: fc.nat() },
      { requiredKeys: [] },
    ),
    further: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe("the OpenAPI document, to a reader of others", () => {
  it("is one, and is what the sandbox serves under its own address", async () => {
    const whole = await validate("https://spec.openapis.org/oas/3.1/schema-base", DOCUMENT as never);
    expect(whole.valid).toBe(true);
    const sandbox = await runningSandbox();
    const served = await (await fetch(`${sandbox.url}/openapi.json`)).json();
    expect(served).toStrictEqual({ ...DOCUMENT, servers: [{ url: sandbox.url }] });
  });

  it("takes the leads that the rules take, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(LEADS, async (lead) => {
        const read = leadSchema.safeParse(lead);
        const isTaken = read.success && !RULES.some((rule) => isViolated(rule, read.data as Lead));
        expect(await fits("Lead", lead)).toBe(isTaken);
      }),
      { numRuns: 100 },
    );
  });

  it("invents nothing: no bounds, no lists of values, no end of fields", () => {
    const text = JSON.stringify(DOCUMENT.components.schemas);
    expect(text).not.toMatch(/"(?:maxLength|minLength|pattern|minimum|maximum|additionalProperties)"/);
    expect(text.match(/"enum"/g)).toHaveLength(1);
  });

  it("describes every answer of the sandbox", async () => {
    const sandbox = await runningSandbox({ users: ["known@example.com"], successStatus: 201 });
    const lead = sampleLead("jane@example.com");
    const { unitNumber: _unit, ...address } = lead.address as Record<string, unknown>;
    const condo = { ...lead, buildingType: "condo", address, contactInfo: { email: "none" } };
    const mistyped = { ...lead, address: "Elm Street", propertyUnits: 2.5 };
    const keyless = await fetch(`${sandbox.url}/api/acme/lead/create`, { method: "POST" });
    const get = await fetch(`${sandbox.url}/api/acme/lead/create`);
    const answers: [name: string, status: number, answer: Response | { status: number; body: unknown }][] = [
      ["Success", 201, await create(sandbox, lead)],
      ["Refusal", 400, await create(sandbox, lead)],
      ["Refusal", 400, await create(sandbox, sampleLead("known@example.com"))],
      ["Issues", 400, await create(sandbox, condo)],
      ["Issues", 400, await create(sandbox, mistyped)],
      ["Issues", 400, await create(sandbox, "no JSON")],
      ["Unauthorized", 401, keyless],
      ["MethodNotAllowed", 405, get],
    ];
    for (const [name, status, answer] of answers) {
      const body = answer instanceof Response ? await answer.json() : answer.body;
      expect([name, answer.status, await fits(name, body)]).toStrictEqual([name, status, true]);
    }
    expect(await fits("Success", { success: true, quoteId: "q" })).toBe(false);
    expect(await fits("Refusal", { error: "Something else" })).toBe(false);
  });
});
