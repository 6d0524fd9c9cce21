import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactTokens, tokenPattern } from "../../src/base/redact.ts";
import { linkSecrets, linkToken, linkTokens } from "../../src/lead/login-link.ts";

const TOKEN = fc.string({
  unit: fc.constantFrom(...'abcXYZ0189-_.~/+=% é"&'),
  minLength: 8,
  maxLength: 200,
});
/** Links that hold a token. */
const LINK = fc.constantFrom<(encoded: string) => string>(
  (token) => `https://service.test/callback?token=${token}`,
  (token) => `https://service.test/callback?next=%2Fquote%2F12&sig=${token}#top`,
  (token) => `https://mail.test/?url=${encodeURIComponent(`https://service.test/?sig=${token}`)}&data=05`,
  (token) => `/callback?token%3D${token}`,
);
/** Ways of a token into a text. */
const SPELLING = fc.constantFrom<(token: string) => string>(
  (token) => token,
  (token) => token.toUpperCase(),
  (token) => `${token.slice(0, 64)}\n${token.slice(64)}`,
  encodeURIComponent,
  (token) => encodeURIComponent(token).toLowerCase(),
  (token) => new URLSearchParams({ token }).toString().slice("token=".length),
  (token) => token.replaceAll("/", "\\/").replaceAll("+", "\\u002b"),
);

describe("the tokens of a login link", () => {
  it("are masked however they are spelt, and whatever link they came in", () => {
    fc.assert(
      fc.property(TOKEN, LINK, SPELLING, (token, linkWith, spell) => {
        const link = linkWith(encodeURIComponent(token));
        expect(linkTokens(link)).toContain(token);
        const masked = redactTokens(`It is ${spell(token)}`, linkSecrets(link).map(tokenPattern));
        expect(masked).not.toContain(spell(token).slice(0, 8));
      }),
    );
  });

  it("are the same, whatever was added to the link", () => {
    const link = "https://service.test/callback?token=abcd+efgh%2Fijkl%3D";
    for (const other of [link.replace("+", "%2B"), `${link}&utm=mail#top`, link.replace("?", "?to=%2Fhome&")])
      expect(linkToken(other)).toBe("abcd+efgh/ijkl=");
  });

  it("are looked for in links within links, as deep as mail programs wrap them", () => {
    expect(linkTokens(`${"https://mail.test/?url=".repeat(9_000)}abcdefgh`)).toHaveLength(1);
  });

  it("are all of a link that has none", () => {
    for (const link of ["https://service.test/magic/abcdefgh", "magic", "https://service.test/?token=short"])
      expect(linkSecrets(link)).toStrictEqual([link]);
  });
});
