import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CliError } from "../../src/base/cli-error.ts";
import { readFaultFile } from "../../src/sandbox/fault-script.ts";
import { sharedFolder } from "../folders.ts";

const folder = sharedFolder();

function read(content: unknown): ReturnType<typeof readFaultFile> {
  const file = join(folder, "faults.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readFaultFile(file);
}

describe("readFaultFile", () => {
  it("reads names, particulars, whole answers and the absence of a fault", () => {
    const entries = [
      "500-after",
      null,
      { kind: "429", retryAfter: 2 },
      { kind: "drip", intervalMs: 50 },
      { side: "after", status: 418, headers: { "x-a": "b" }, body: { error: ["odd"] } },
    ];
    expect(read({ "jane@example.com": entries, "*": [] })).toEqual({
      script: { "jane@example.com": entries, "*": [] },
    });
  });

  it("knows the names that leave the side open", () => {
    const { script } = read({ "*": ["502", "reset", "no-answer", { kind: "503" }] });
    expect(script?.["*"]).toEqual(["502-before", "reset-before", "no-answer-after", { kind: "503-before" }]);
  });

  it.each([
    [["500-after"], "script"],
    [{ "a@example.com": "429" }, "script, a@example.com"],
    [{ "a@example.com": [null, "burn"] }, "script, a@example.com, 2"],
    [{ "a@example.com": [{ kind: "burn" }] }, "script, a@example.com, 1, kind"],
    [{ "a@example.com": [{ kind: "429", after: 1 }] }, "script, a@example.com, 1"],
    [{ "a@example.com": [{ side: "after", status: 99 }] }, "script, a@example.com, 1, status"],
    [{ "a@example.com": [{ status: 400 }] }, "script, a@example.com, 1, side"],
    [{ "*": [{ side: "after", status: 400, headers: { "a b": "" } }] }, "script, *, 1, headers"],
    [{ "*": [{ side: "after", status: 400, headers: { a: "b\n" } }] }, "script, *, 1, headers"],
    [{ "*": [{ side: "after", status: 400, headers: { "Content-Length": "9" } }] }, "script, *, 1, headers"],
    [{ "*": [{ kind: "redirect", location: "a b" }] }, "script, *, 1, location"],
    [{ script: { "*": [7] } }, "script, *, 1"],
    [{ rules: [{ fault: "burn" }] }, "rules, 1, fault"],
    [{ rules: [{ fault: "500", leads: "2-x" }] }, "rules, 1, leads"],
    [{ rules: [{ fault: "500", share: 2 }] }, "rules, 1, share"],
    [{ probabilities: { "500": 0.7, reset: 0.7 } }, "probabilities"],
    [{ seed: 1, scripts: {} }, "the whole"],
  ])("refuses %j and says where", (content, place) => {
    expect(refusalOf(content)).toMatchObject({ exitCode: 2, params: { problems: [{ place }] } });
  });

  it("tells all problems at once, up to ten", () => {
    const { params } = refusalOf({ "a@example.com": Array(15).fill("burn") });
    expect(params).toMatchObject({ problems: { length: 10 }, moreCount: 5 });
  });

  it("refuses a file that is not there, or not JSON", () => {
    expect(() => readFaultFile(join(folder, "none.json"))).toThrow(
      expect.objectContaining({ params: expect.objectContaining({ why: "ENOENT" }) }),
    );
    expect(() => readFaultFile(folder)).toThrow(
      expect.objectContaining({ params: expect.objectContaining({ why: "EISDIR" }) }),
    );
    expect(() => read("{")).toThrow(
      expect.objectContaining({ params: expect.objectContaining({ why: expect.stringContaining("JSON") }) }),
    );
  });
});

function refusalOf(content: unknown): CliError {
  try {
    read(content);
  } catch (error) {
    return error as CliError;
  }
  throw new Error("it is taken");
}
