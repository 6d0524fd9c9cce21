import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { EXIT } from "../../src/base/exit-codes.ts";
import { parseDuration, parseValue } from "../../src/settings/option-values.ts";

/** The refusal of a value, which must end the program with exit code 2 and name the flag. */
function refusal(parse: () => unknown): CliError {
  try {
    parse();
  } catch (error) {
    if (error instanceof CliError) {
      expect(error.exitCode).toBe(EXIT.usage);
      return error;
    }
    throw error;
  }
  throw new Error("it was taken");
}

describe("a duration", () => {
  it.each([
    ["250ms", 250],
    ["30s", 30_000],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["0ms", 0],
    ["1.5s", 1_500],
    [" 5s ", 5_000],
    ["240h", 864_000_000],
  ])("%j is %i ms", (text, durationMs) => {
    expect(parseDuration(text, "--timeout")).toBe(durationMs);
  });

  it.each(["", "30", "s", "-5s", "5 s", "5S", "1e3ms", "1,5s", "5d", "0x10s", "Infinitys", ".5s"])(
    "%j is refused, with the flag and the value",
    (text) => {
      expect(refusal(() => parseDuration(text, "--timeout"))).toMatchObject({
        finding: "usage/duration",
        params: { flag: "--timeout", text },
      });
    },
  );
});

it("a duration is refused if two of them are more than a timer can wait", () => {
  expect(refusal(() => parseDuration("240.1h", "--timeout"))).toMatchObject({
    finding: "usage/duration-long",
  });
});

describe("a whole number", () => {
  it.each([
    ["1", 1],
    ["8", 8],
    ["256", 256],
    ["008", 8],
    [" 8 ", 8],
  ])("%j is %i", (text, count) => {
    expect(parseValue({ is: "count", min: 1, max: 256 }, text, "--concurrency")).toBe(count);
  });

  it.each(["", "0", "257", "-1", "+1", "1.0", "1e2", "0x10", "eight", "8 8", "９"])(
    "%j is refused",
    (text) => {
      expect(
        refusal(() => parseValue({ is: "count", min: 1, max: 256 }, text, "--concurrency")),
      ).toMatchObject({
        finding: "usage/count",
        params: { flag: "--concurrency", text, min: 1, max: 256 },
      });
    },
  );

  it("is refused when it is too large to be exact", () => {
    const parse = (text: string) =>
      parseValue({ is: "count", min: 1, max: Number.MAX_SAFE_INTEGER }, text, "--limit");
    expect(parse("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(refusal(() => parse("9007199254740993")).params).toMatchObject({ min: 1, max: null });
  });
});

describe("a rate", () => {
  it.each([
    ["20", 20],
    ["0.5", 0.5],
  ])("%j is %f a second", (text, rate) => {
    expect(parseValue({ is: "rate" }, text, "--rate")).toBe(rate);
  });

  it.each(["", "0", "0.0", "-1", "20/s", "1e3", "fast", "Infinity"])("%j is refused", (text) => {
    expect(refusal(() => parseValue({ is: "rate" }, text, "--rate"))).toMatchObject({
      finding: "usage/rate",
      params: { flag: "--rate", text },
    });
  });
});
