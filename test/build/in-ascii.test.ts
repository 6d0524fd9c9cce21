import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { inAscii } from "../../build/in-ascii.ts";

describe("code in ASCII alone", () => {
  it.each([
    "'é'",
    "'😀 ▌'",
    "/^é$/u.test('é')",
    String.raw`'\\é'`,
    String.raw`"▐____________|\\▌"`,
    String.raw`/\\é/.test('\\é')`,
    "({ é: 1 }).é",
  ])("does what it did: %s", (code) => {
    const ascii = inAscii(code);
    expect(ascii).toMatch(/^[\0-\x7f]*$/);
    expect(runInNewContext(ascii)).toStrictEqual(runInNewContext(code));
  });

  it.each([String.raw`'\é'`, String.raw`'\\\é'`, String.raw`/\é/`])(
    "is refused where a backslash would escape another character: %s",
    (code) => expect(() => inAscii(code)).toThrow("A backslash stands before a character beyond ASCII"),
  );

  it("is refused where a text would show how it is written", () => {
    expect(() => inAscii("String.raw`é`")).toThrow("String.raw");
  });
});
