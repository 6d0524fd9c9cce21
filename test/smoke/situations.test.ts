import { describe, it } from "vitest";
import { expectSituation } from "./agreement.ts";
import { SITUATIONS } from "./situations.ts";

/** One of each kind; the long suite has them all. */
const SOME = ["what differs is accepted", "not as in the baseline", "an unknown flag", "every lead is taken"];

describe("text, JSON, JUnit and exit code of smoke say the same where", () => {
  it.each(SITUATIONS.filter(({ name }) => SOME.includes(name)))("$name ($exitCode)", expectSituation);
});
