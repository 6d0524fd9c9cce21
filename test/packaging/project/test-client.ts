/** The tests of that team: the sandbox as their mock, in their own process and around it, and the checks as a library. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type FaultKind, type Sandbox, type SandboxOptions, startSandbox } from "leadctl/sandbox";
import { type JudgedCheck, runSmoke, type SmokeResult } from "leadctl/smoke";
import * as z from "zod";
import { sendLead, targetFrom } from "./client.js";

/** Beside the folder into which this is compiled. */
const SHEET = fileURLToPath(new URL("../leads.csv", import.meta.url));

const lead = {
  buildingType: "townhouse",
  loanPurpose: "homeImprovement",
  propertyUsage: "primaryResidence",
  contactInfo: { firstName: "Jane", lastName: "Doe", email: "jane@example.com", phone: "+1-555-0100" },
};

const running: Sandbox[] = [];
after(() => Promise.all(running.map((sandbox) => sandbox.stop())));

async function mock(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

test("a lead arrives as it was meant", async () => {
  const sandbox = await mock({ partners: ["acme"], successStatus: 201 });
  const quoteId = await sendLead(targetFrom(sandbox.env), lead);
  assert.deepEqual(
    sandbox.quotes().map((quote) => [quote.quoteId, quote.lead]),
    [[quoteId, lead]],
  );
  const [request] = sandbox.requests();
  assert.equal(request?.status, 201);
  assert.deepEqual(request?.body, lead);
  assert.ok(!JSON.stringify(sandbox.requests()).includes(sandbox.keys[0] ?? "?"));
  sandbox.clearRequests();
  assert.equal(sandbox.requests().length, 0);
});

test("a client sees what a fault makes of an answer", async () => {
  const fault: FaultKind = "500-after";
  const sandbox = await mock({ faults: { script: { "jane@example.com": [fault] } } });
  await assert.rejects(sendLead(targetFrom(sandbox.env), lead), /answered 500/);
  await assert.rejects(sendLead(targetFrom(sandbox.env), lead), /Email already in use/);
});

test("the sandbox keeps the interface, and what does not is found", async () => {
  const sandbox = await mock();
  const { baseUrl, partner, apiKey } = targetFrom(sandbox.env);
  const seen: JudgedCheck["id"][] = [];
  const result: SmokeResult = await runSmoke({
    baseUrl,
    partner,
    apiKey,
    create: true,
    onCheck: ({ id }) => seen.push(id),
  });
  assert.equal(result.verdict, "pass", JSON.stringify(result.causes));
  assert.deepEqual(
    seen,
    result.checks.map(({ id }) => id),
  );
  assert.ok(!JSON.stringify(result).includes(apiKey));
  sandbox.change({ partners: ["another"] });
  const wrong = await runSmoke({ baseUrl, partner, apiKey });
  assert.deepEqual([wrong.verdict, wrong.error?.code], ["incomplete", "wrong-target"]);
  sandbox.change({ partners: null });
  const few = await runSmoke({ baseUrl, partner, apiKey, only: ["auth"], skip: ["auth.bare"] });
  assert.deepEqual([few.verdict, few.checks.every(({ group }) => group === "auth")], ["pass", true]);
  await assert.rejects(runSmoke({ baseUrl: "ftp://example.com", partner, apiKey }), { exitCode: 2 });
});

const fromOutside = { skip: !process.env.LEADCTL_BASE_URL };

test("a fault that is set over HTTP, and what leadctl tells of it by its schema", fromOutside, async () => {
  const { baseUrl } = targetFrom(process.env);
  const body = JSON.stringify({ rules: [{ leads: "1", attempts: "1", fault: "500-after" }] });
  const headers = { "content-type": "application/json" };
  assert.equal((await fetch(`${baseUrl}/__admin/faults`, { method: "PUT", headers, body })).status, 200);
  const words = ["submit", SHEET, "--limit", "1", "--retry-base", "10ms", "--json"];
  const { status, stdout } = spawnSync(join("node_modules", ".bin", "leadctl"), words, { encoding: "utf8" });
  assert.equal(status, 5);
  const path = join("node_modules", "leadctl", "docs", "schemas", "submit.schema.json");
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(path, "utf8")));
  const document = JSON.parse(stdout);
  assert.deepEqual(schema.parse(document), document);
  assert.ok(!schema.safeParse({ ...document, summary: {} }).success);
  assert.equal(document.summary.unconfirmed, 1);
  await fetch(`${baseUrl}/__admin`, { method: "DELETE" });
});

test("a target from outside is a mock like any other", fromOutside, async () => {
  const target = targetFrom(process.env);
  await sendLead(target, lead);
  const seen = (await (await fetch(`${target.baseUrl}/__requests`)).json()) as { total: number };
  assert.equal(seen.total, 1);
});
