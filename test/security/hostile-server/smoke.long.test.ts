import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { freshFolder } from "../../program/run-program.ts";
import { type Attack, TOKEN } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { ECHO_ATTACKS } from "./echo-attacks.ts";
import { hostileServer } from "./hostile-server.ts";
import { ISSUE_ATTACKS } from "./issue-attacks.ts";
import { run } from "./ordeal.ts";
import { ALL_TEXTS, textAttacks } from "./text-attacks.ts";

/** Of a request; smoke sends a hundred of them, one after the other. */
const TIMEOUT_MS = 400;
const DEADLINE_MS = 110_000;

/** What says much, and one of each way to say nothing. */
const SOME = [
  "silence",
  "a flood of 103",
  "an endless body",
  "a gzip bomb of 100 MB",
  "one header of megabytes",
  "the key in every header",
  "a redirect to a host named like the key",
  "a redirect (307) to a second listener",
  "a page instead of an object",
  "two pleas to wait",
  "JSON 100000 deep in place of an object (array)",
  "an error that is JSON 100,000 deep",
  "a TLS handshake of noise",
];
const TELLING: readonly Attack[] = [
  ...ECHO_ATTACKS,
  ...ISSUE_ATTACKS,
  ...textAttacks("every text", ALL_TEXTS),
];

describe("smoke, pointed at", () => {
  it.each(SOME)(
    "%s, ends in time, with a code of its own and nothing that harms",
    async (name) => {
      const attack = ATTACKS.find((one) => one.name === name);
      if (!attack) throw new Error(`There is no attack called ${name}`);
      await smoke(attack, ["--no-create"]);
    },
    120_000,
  );

  it.each(TELLING)(
    "$name, shows it without harm",
    async (attack) => {
      await smoke(attack, ["--discover", "--output", "baseline.json"]);
    },
    120_000,
  );
});

async function smoke(attack: Attack, flags: readonly string[]): Promise<void> {
  const server = await hostileServer({ ...attack, isFromStart: true });
  const cwd = freshFolder();
  const args = ["smoke", "--timeout", `${TIMEOUT_MS}ms`, "--junit", "smoke.xml", ...flags];
  const end = await run(args, server, cwd, DEADLINE_MS);
  // Of a service that is none, there is nothing to report.
  if (end.exitCode === 0 || end.exitCode === 1) {
    const xml = readFileSync(join(cwd, "smoke.xml"), "utf8");
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toContain(TOKEN);
  }
  const json = await run([...args, "--json"], server, cwd, DEADLINE_MS);
  JSON.parse(json.stdout);
}
