import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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
    [["500-after"], "the whole: "],
    [{ "a@example.com": "429" }, "a@example.com: "],
    [{ "a@example.com": [null, "burn"] }, 'a@example.com, attempt 2: there is no fault "burn"'],
    [{ "a@example.com": [{ kind: "burn" }] }, 'a@example.com, attempt 1, kind: there is no fault "burn"'],
    [{ "a@example.com": [{ kind: "429", after: 1 }] }, 'a@example.com, attempt 1: Unrecognized key: "after"'],
    [{ "a@example.com": [{ side: "after", status: 99 }] }, "a@example.com, attempt 1, status: "],
    [{ "a@example.com": [{ status: 400 }] }, "a@example.com, attempt 1, side: "],
    [{ "a@example.com": [{ side: "after", status: 400, headers: { "a b": "" } }] }, "attempt 1, headers: "],
    [{ "a@example.com": [{ side: "after", status: 400, headers: { a: "b\n" } }] }, "attempt 1, headers: "],
    [
      { "*": [{ side: "after", status: 400, headers: { "Content-Length": "9" } }] },
      "sets Content-Length itself",
    ],
    [{ "*": [{ kind: "redirect", location: "a b" }] }, "*, attempt 1, location: "],
    [{ "*": [7] }, "*, attempt 1: "],
    [{ script: { "*": [7] } }, "*, attempt 1: "],
    [{ rules: [{ fault: "burn" }] }, 'rule 1, fault: there is no fault "burn"'],
    [{ rules: [{ fault: "500", leads: "2-x" }] }, "rule 1, leads: write it as"],
    [{ rules: [{ fault: "500", share: 2 }] }, "rule 1, share: "],
    [{ probabilities: { "500": 0.7, reset: 0.7 } }, "probabilities: they sum up to 1.4"],
    [{ seed: 1, scripts: {} }, 'the whole: Unrecognized key: "scripts"'],
  ])("refuses %j and says where", (content, place) => {
    expect(() => read(content)).toThrow(place);
    expect(() => read(content)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  it("tells all problems at once, up to ten", () => {
    const message = messageOf(() => read({ "a@example.com": Array(15).fill("burn") }));
    expect(message.match(/there is no fault/g)).toHaveLength(10);
    expect(message).toContain("and 5 more");
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

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
