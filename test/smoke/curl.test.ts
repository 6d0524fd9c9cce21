import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { smokeDocument } from "../../src/smoke/smoke-report.ts";
import { TEST_KEY } from "../test-key.ts";
import { EXISTING_USER, type Mutation, startMutant } from "./mutant-service.ts";
import { onStatus } from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

const HAS_CURL = spawnSync("curl", ["--version"]).status === 0;

/** Every answer has another status, so that every check that sends something differs. */
const ALL_WRONG: Mutation = {
  after: (answer, request) =>
    request.headers["x-seen"] ? answer : { ...answer, status: answer.status + 20 },
};

const scrub = (text: string): string => text.replaceAll(TEST_KEY, "***").replaceAll(EXISTING_USER, "***");

async function curlsOf(mutation: Mutation) {
  const { url, key, sandbox } = await startMutant(mutation);
  const plan = planFor(url, key, {
    ...{ existingUser: EXISTING_USER, headers: { "x-seen": "SEEN" } },
    keyVariable: "STAGING_KEY",
  });
  const { checks } = smokeDocument(await runPlan(plan), scrub);
  return { checks: checks.filter((check) => check.curl !== null), sandbox };
}

function pasted(line: string): Promise<{ stdout: string }> {
  const env = {
    PATH: process.env.PATH,
    STAGING_KEY: TEST_KEY,
    LEADCTL_EXISTING_USER: EXISTING_USER,
    SEEN: "yes",
  };
  return promisify(execFile)("sh", ["-c", line], { env });
}

describe.skipIf(!HAS_CURL)("the command that repeats a request", () => {
  it("can be pasted as it is, for every check, and gets the answer that the check got", async () => {
    const { checks } = await curlsOf(ALL_WRONG);
    const single = checks.filter(({ exchanges }) => exchanges.length === 1);
    expect(single.length).toBeGreaterThanOrEqual(30);
    for (const { id, curl, exchanges } of single) {
      const { stdout } = await pasted(curl ?? "");
      const seen = (exchanges[0]?.answer.httpStatus ?? 0) - 20;
      expect(stdout, `${id}: ${curl}`).toMatch(new RegExp(`^HTTP/1.1 ${seen} `));
    }
  }, 60_000);

  it("holds neither the key nor the existing user's address", async () => {
    const { checks } = await curlsOf(ALL_WRONG);
    for (const { curl } of checks) {
      expect(curl).not.toContain(TEST_KEY);
      expect(curl).not.toContain(EXISTING_USER);
    }
    const text = checks.map(({ curl }) => curl).join("\n");
    expect(text).toContain(`'authorization: Bearer '"$STAGING_KEY"`);
    expect(text).toContain(`'{"buildingType":"singleFamily"`);
    expect(text).toContain(`"$LEADCTL_EXISTING_USER"`);
  });

  it("creates a lead under an address that is new each time", async () => {
    const { checks, sandbox } = await curlsOf(
      onStatus(200, (answer, { headers }) => ({ ...answer, status: headers["x-seen"] ? 200 : 422 })),
    );
    const before = sandbox.quotes().length;
    const { curl } = checks.find(({ id }) => id === "accepted.let") ?? {};
    expect((await pasted(curl ?? "")).stdout).toMatch(/^HTTP\/1.1 200 /);
    expect(sandbox.quotes()).toHaveLength(before + 1);
    expect(sandbox.quotes().at(-1)?.email).toMatch(/^smoke\+t\d+-let-\d+@example\.com$/);
  });
});
