import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { schemasNotHeld } from "../published-schemas.ts";
import { record } from "./session.ts";
import { SESSIONS } from "./sessions.ts";

const SESSION_MS_MAX = 120_000;
const RECORDS = fileURLToPath(new URL("../../fixtures/contract", import.meta.url));

describe("the unattended contract", () => {
  const cases = SESSIONS.map((session) => [session.name, session] as const);
  it.each(cases)("holds: %s", { timeout: SESSION_MS_MAX }, async (name, session) => {
    await expect(await record(session)).toMatchFileSnapshot(`${RECORDS}/${name}.txt`);
  });

  it("shows a document of each published schema", () => {
    expect(schemasNotHeld()).toStrictEqual([]);
  });

  it("has no record of a session that is gone", () => {
    const expected = SESSIONS.map(({ name }) => `${name}.txt`);
    expect(readdirSync(RECORDS).filter((file) => !expected.includes(file))).toStrictEqual([]);
  });
});
