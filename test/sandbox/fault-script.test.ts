import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CliError } from "../../src/base/cli-error.ts";
import { readFaultFile } from "../../src/sandbox/fault-script.ts";

const folder = mkdtempSync(join(tmpdir(), "leadctl-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

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
    [["500-after"], "the whole: invalid_type"],
    [{ "a@example.com": "429" }, "a@example.com: invalid_type"],
    [{ "a@example.com": [null, "burn"] }, "a@example.com, attempt 2: fault-unknown"],
    [{ "a@example.com": [{ kind: "burn" }] }, "a@example.com, attempt 1, kind: fault-unknown"],
    [{ "a@example.com": [{ kind: "429", after: 1 }] }, "a@example.com, attempt 1: unrecognized_keys"],
    [{ "a@example.com": [{ side: "after", status: 99 }] }, "a@example.com, attempt 1, status: too_small"],
    [{ "a@example.com": [{ status: 400 }] }, "a@example.com, attempt 1, side: invalid_value"],
    [
      { "*": [{ side: "after", status: 400, headers: { "a b": "" } }] },
      "*, attempt 1, headers: header-malformed",
    ],
    [
      { "*": [{ side: "after", status: 400, headers: { a: "b\n" } }] },
      "*, attempt 1, headers: header-malformed",
    ],
    [
      { "*": [{ side: "after", status: 400, headers: { "Content-Length": "9" } }] },
      "*, attempt 1, headers: header-framing",
    ],
    [{ "*": [{ kind: "redirect", location: "a b" }] }, "*, attempt 1, location: invalid_format"],
    [{ "*": [7] }, "*, attempt 1: invalid_type"],
    [{ script: { "*": [7] } }, "*, attempt 1: invalid_type"],
    [{ rules: [{ fault: "burn" }] }, "rule 1, fault: fault-unknown"],
    [{ rules: [{ fault: "500", leads: "2-x" }] }, "rule 1, leads: list-malformed"],
    [{ rules: [{ fault: "500", share: 2 }] }, "rule 1, share: too_big"],
    [{ probabilities: { "500": 0.7, reset: 0.7 } }, "probabilities: shares-above-1"],
    [{ seed: 1, scripts: {} }, "the whole: unrecognized_keys"],
  ])("refuses %j and says where", (content, told) => {
    const [place = "", finding] = told.split(": ");
    expect(refusalOf(content)).toMatchObject({ exitCode: 2, params: { problems: [{ place, finding }] } });
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
    expect(() => read("{")).toThrow(expect.objectContaining({ finding: "sandbox-faults/no-json" }));
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
