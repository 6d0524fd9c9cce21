import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canRedact, redactor, redactTokens, tokenPattern } from "../../src/base/redact.ts";
import { seededFraction } from "../../src/sandbox/fault-plan.ts";

describe("redaction", () => {
  it.each([
    ["Authorization: Bearer abc.def-1", "Authorization: Bearer ***"],
    ["textBearer abc", "textBearer ***"],
    ['{"authorization":"bearer abc"}', '{"authorization":"bearer ***"}'],
    [
      "https://x.test/api/auth/callback/credentials?token=ey.J1&next=a",
      "https://x.test/api/auth/callback/credentials?token=***&next=a",
    ],
    ["next=%2Fcb%3Ftoken%3DeyJ1", "next=%2Fcb%3Ftoken%3D***"],
    ["access_token=abc TOKEN=def", "access_token=*** TOKEN=***"],
    ["a token of thanks", "a token of thanks"],
    ["next=token%25253DeyJ1", "next=token%25253D***"],
    ['{"error":"{\\"token\\":\\"a8f0a8f0a8f0a8f0a8f0a8.zz\\"}"}', '{"error":"{\\"token\\":\\"***\\"}"}'],
    ["?token\\u003dabc, ?token&amp;#61;abc", "?token\\u003d***, ?token&amp;#61;***"],
    ['Token: "a8f0a8f0a8f0a8f0a8f0a8.zz"', 'Token: "***"'],
    ["Use eyJhbGciOiJ9.eyJzdWIiOiJ9.c2ln-_0, or not", "Use ***, or not"],
    ["The token internationalization", "The token internationalization"],
    ["Eyjafjallajokull-eruption", "Eyjafjallajokull-eruption"],
  ])("turns %j into %j", (text, scrubbed) => {
    expect(redactor([])(text)).toBe(scrubbed);
  });

  it.each([
    ["as they are", "the link of abcd-0123"],
    ["cut off", `the link of ${"abcd-0123".repeat(12).slice(0, 80)}`],
    ["in JSON", JSON.stringify({ by: "abcd-0123", and: "abcd-0123/x" }).replace("/", "\\/")],
  ])("masks tokens that are known %s", (_what, text) => {
    expect(redactTokens(text, ["abcd-0123", "abcd-0123".repeat(12)].map(tokenPattern))).not.toContain("0123");
  });

  it("masks a secret percent-encoded and inside JSON too", () => {
    const scrub = redactor(['a"b/c']);
    expect(scrub(`plain a"b/c, ${JSON.stringify('a"b/c')}, ${encodeURIComponent('a"b/c')}`)).toBe(
      'plain ***, "***", ***',
    );
  });

  it("leaves JSON what it is", () => {
    const value = { error: 'Bearer abc"def', link: "?token=abc\\", text: '\\a-secret-key" \\"' };
    const scrubbed = redactor(["a-secret-key"])(JSON.stringify(value));
    expect(JSON.parse(scrubbed)).toEqual({
      error: 'Bearer ***"def',
      link: "?token=***\\",
      text: '\\***" \\"',
    });
  });

  it("takes an empty secret for none", () => {
    expect(redactor([""])("abc")).toBe("abc");
  });

  it("leaves no trace of a secret in any text around it", () => {
    const secret = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_./+$&"'), minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        expect(redactor([key])(`${before}${key}${after}${key}`)).not.toContain(key);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a secret", () => {
  it.each([
    "status",
    "test",
    "k1",
    "production",
    "not-confirmed",
    "Authorization",
    "maybeCreated",
    "debtConsolidation",
  ])("%s may be a word, and is not taken out of texts", (word) => {
    expect(canRedact(word)).toBe(false);
  });

  it.each([
    "s3cret-key",
    "key-7Qm2x9Lw4Zr8Tn5c",
    "aBcDeFgHiJkL",
    "qkzvjxwq-8",
    "sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ])("%s is taken out of texts", (key) => {
    expect(canRedact(key)).toBe(true);
  });

  it("of twenty letters and digits drawn at random nearly always is", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const drawn = (key: number, at: number) =>
      letters[Math.floor(seededFraction(key, `${at}`) * letters.length)];
    const keys = Array.from({ length: 2_000 }, (_, key) =>
      Array.from({ length: 20 }, (_, at) => drawn(key, at)).join(""),
    );
    expect(keys.filter((key) => !canRedact(key)).length).toBeLessThan(10);
  });
});
