import { describe, expect, it } from "vitest";
import type { AnswerKind } from "../../../src/outcome/answer.ts";
import type { Attack } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { hostileServer, paradeAttack, paradeServer } from "./hostile-server.ts";
import { expectReadable, goOn, type OrdealOptions, sendAgain, submitTo } from "./ordeal.ts";

/** How a lead may end that met one of these answers, twice at most. */
const STATUSES: Readonly<Record<AnswerKind, readonly string[]>> = {
  created: ["created"],
  unreadable: ["unknown"],
  issues: ["rejected"],
  duplicate: ["duplicate"],
  refused: ["rejected"],
  unauthorized: ["pending"],
  redirected: ["unknown", "pending"],
  moved: ["failed", "pending"],
  "wrong-target": ["rejected", "pending"],
  throttled: ["pending", "failed"],
  "request-timeout": ["failed"],
  "server-error": ["failed"],
  "gateway-error": ["unknown"],
  "tls-refused": ["pending"],
  "not-sent": ["failed"],
  "no-answer": ["unknown"],
};

/** These end a run, or begin before there is a request: each has one of its own. */
const STOPPING: ReadonlySet<AnswerKind> = new Set([
  "redirected",
  "moved",
  "tls-refused",
  "not-sent",
  "throttled",
  "server-error",
]);
const isAlone = ({ kinds, isFromStart, isTls }: Attack): boolean =>
  isFromStart === true || isTls === true || kinds.some((kind) => STOPPING.has(kind));
const ALONE = ATTACKS.filter(isAlone);
const PARADE = ATTACKS.filter((attack) => !isAlone(attack));

describe("the program, sent to", () => {
  it.each(ALONE)(
    "$name, ends honestly, in time and in bounds",
    async (attack) => {
      const server = await hostileServer(attack);
      const options: OrdealOptions = { leadCount: 4, timeoutMs: attack.isEndless ? 500 : 5_000 };
      const ordeal = await submitTo(server, options);
      const [first, ...others] = ordeal.report.leads.map(({ status }) => status);
      if (attack.isFromStart !== true && !attack.isTls) expect(first).toBe("created");
      // A run may stop before it comes to a lead.
      for (const status of others) expect([...statusesOf(attack), "pending"]).toContain(status);
      await goOn(ordeal, server, options);
    },
    120_000,
  );

  it.each([1, 8])(
    "all the rest in one run, %i at once, tells them apart",
    async (concurrency) => {
      const server = await paradeServer(PARADE);
      const options: OrdealOptions = { leadCount: 2 * PARADE.length + 1, timeoutMs: 1_500, concurrency };
      const ordeal = await submitTo(server, options);
      let lostCount = 0;
      for (const { row, email, status, error } of ordeal.report.leads) {
        const attack = paradeAttack(PARADE, email ?? "");
        const allowed = attack ? statusesOf(attack) : ["created", "unknown"];
        expect(allowed, `row ${row}, ${attack?.name}: ${error}`).toContain(status);
        if (!attack && status === "unknown") lostCount += 1;
      }
      // A request that met a connection just ending: each attack that ends one may cost one.
      expect(lostCount).toBeLessThanOrEqual(PARADE.filter((attack) => attack.endsConnection).length);
      if (concurrency > 1) await expectReadable(ordeal);
      await goOn(ordeal, server, options);
      await sendAgain(ordeal, server, options);
    },
    300_000,
  );
});

function statusesOf({ kinds }: Attack): readonly string[] {
  return kinds.flatMap((kind) => STATUSES[kind]);
}
