import { describe, expect, it } from "vitest";
import { sandboxOptions } from "../../../src/cli/commands/sandbox.ts";
import type { SandboxOptions } from "../../../src/sandbox/start-sandbox.ts";
import { readOptions, type TypedValues } from "../../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../../src/settings/options.ts";

function read(typed: TypedValues): SandboxOptions {
  return sandboxOptions(readOptions(COMMAND_OPTIONS.sandbox, typed));
}

const REFUSAL = expect.objectContaining({
  name: "CliError",
  exitCode: 2,
});

describe("--latency", () => {
  it.each([
    ["50ms", 50, 0],
    ["50ms±20ms", 50, 20],
    ["1.5s +- 250ms", 1500, 250],
    ["0ms", 0, 0],
    ["1m", 60_000, 0],
  ])("reads %s", (text, meanMs, jitterMs) => {
    expect(read({ latency: text }).latency).toEqual({ meanMs, jitterMs });
  });

  it.each(["", "50", "ms", "-5ms", "50ms±", "50ms±1ms±1ms", "50 ms", "1d", "241h"])("refuses %j", (text) => {
    expect(() => read({ latency: text })).toThrow(REFUSAL);
  });
});

describe("--rate-limit", () => {
  it.each([
    ["20/s", 20, 1_000],
    ["100 / m", 100, 60_000],
    ["1000/h", 1000, 3_600_000],
  ])("reads %s", (text, requests, perMs) => {
    expect(read({ rateLimit: text }).rateLimit).toEqual({ requests, perMs });
  });

  it.each(["", "20", "0/s", "-1/s", "1.5/s", "20/d", "100001/s", "/s"])("refuses %j", (text) => {
    expect(() => read({ rateLimit: text })).toThrow(REFUSAL);
  });
});

describe("--fault", () => {
  it("reads each kind once, and names that leave the side open", () => {
    expect(
      read({ fault: ["500-after=0.1", "reset=.2", "429=0", "no-answer=0.7"] }).faults?.probabilities,
    ).toEqual({
      "500-after": 0.1,
      "reset-before": 0.2,
      "429": 0,
      "no-answer-after": 0.7,
    });
    // As binary fractions these sum up to a little more than 1.
    const sumOfOne = ["500=0.2", "502=0.4", "503=0.3", "504=0.1"];
    expect(Object.keys(read({ fault: sumOfOne }).faults?.probabilities ?? {})).toHaveLength(4);
  });

  it.each([
    [["burn=0.1"]],
    [["500-after"]],
    [["500-after=2"]],
    [["500-after=-0.1"]],
    [["500-after=NaN"]],
    [["500-after="]],
    [["constructor=0.1"]],
    [["500-after=0.6", "429=0.6"]],
  ])("refuses %j", (texts) => {
    expect(() => read({ fault: texts })).toThrow(REFUSAL);
  });
});

describe("--host", () => {
  it.each([
    [undefined, false, "127.0.0.1"],
    [undefined, true, "0.0.0.0"],
    ["localhost", false, "localhost"],
    ["127.0.0.2", false, "127.0.0.2"],
    ["[::1]", false, "::1"],
    ["192.168.0.7", true, "192.168.0.7"],
  ])("turns %j with --expose %j into %s", (text, expose, host) => {
    expect(read({ host: text, expose }).host).toBe(host);
  });

  it.each(["0.0.0.0", "::", "192.168.0.7", "127.0.0.1.example.com", "example.com"])(
    "refuses %s without --expose",
    (text) => {
      expect(() => read({ host: text })).toThrow(REFUSAL);
    },
  );
});

describe("--key, --partner, --base-url and --port", () => {
  it("take what can stand in a header, in the path, before a link, and in a TCP address", () => {
    expect(read({ key: ["s3cret~/+="] }).keys).toEqual(["s3cret~/+="]);
    expect(read({ partner: ["acme-2.eu_x"] }).partners).toEqual(["acme-2.eu_x"]);
    expect(read({ baseUrl: "https://demo.example/app/" }).linkBaseUrl).toBe("https://demo.example/app");
    expect(read({ port: "65535" }).port).toBe(65_535);
  });

  it("never show a key that they refuse", () => {
    expect(() => read({ key: ["top secret"] })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("top") }),
    );
  });
});
