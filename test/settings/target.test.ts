import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrubAnswer } from "../../src/outcome/answer.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import {
  createUrl,
  isLoopback,
  isSameService,
  parseAddress,
  parseBaseUrl,
  parseTarget,
} from "../../src/settings/target.ts";

describe("a target", () => {
  it.each([
    ["https://host", "https://host/api/acme/lead/create"],
    ["https://host/", "https://host/api/acme/lead/create"],
    ["https://host/base//", "https://host/base/api/acme/lead/create"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/api/acme/lead/create"],
    ["http://localhost", "http://localhost/api/acme/lead/create"],
    ["http://[::1]:80/", "http://[::1]/api/acme/lead/create"],
  ])("%s leads to %s", (baseUrl, expected) => {
    expect(createUrl(parseTarget(baseUrl, "acme")).href).toBe(expected);
  });

  it.each([
    ["host", "base-url-malformed"],
    ["ftp://host", "base-url-malformed"],
    ["https://user:secret@host", "base-url-user"],
    ["https://host?x=1", "base-url-query"],
    ["https://host/?", "base-url-query"],
    ["https://host#x", "base-url-query"],
    ["http://host", "base-url-plain"],
    ["http://127.0.0.1.example.com", "base-url-plain"],
  ])("refuses %s, without showing a password", (baseUrl, code) => {
    let error: unknown;
    try {
      parseTarget(baseUrl, "acme");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code, exitCode: 2 });
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  it.each(["", ".", "..", "...", "a/b", "a b", "a%2e", "ä", "a\n"])("refuses the partner %j", (partner) => {
    expect(() => parseTarget("https://host", partner)).toThrow(
      expect.objectContaining({ code: "partner-malformed" }),
    );
  });

  it.each(["acme", "a.b", "A-b_c.9", "..a"])("takes the partner %j", (partner) => {
    expect(createUrl(parseTarget("https://host", partner)).pathname).toBe(`/api/${partner}/lead/create`);
  });

  it("knows this machine by all its names, and no other", () => {
    expect(["localhost", "127.0.0.1", "127.9.9.9", "[::1]"].map(isLoopback)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["127.example.com", "localhost.example.com", "10.0.0.1", "[::2]"].map(isLoopback)).not.toContain(
      true,
    );
  });
});

describe("the address of the create operation, pasted", () => {
  it.each([
    ["https://host/api/acme/lead/create", "https://host", "acme"],
    ["https://host/api/acme/lead/create/", "https://host", "acme"],
    ["HTTPS://Host:443//api/a.b-c_1/lead/create", "https://host", "a.b-c_1"],
    ["https://host/base/api/acme/lead/create", "https://host/base", "acme"],
    ["https://host/api", "https://host/api", undefined],
    ["https://host/api/acme/lead", "https://host/api/acme/lead", undefined],
  ])("%s is %s for %s", (text, baseUrl, partner) => {
    expect(parseAddress(text)).toStrictEqual({ baseUrl, ...(partner && { partner }) });
  });

  it("is refused with a placeholder, or with what no partner can be", () => {
    expect(() => parseAddress("https://host/api/{partner}/lead/create")).toThrow(
      expect.objectContaining({ code: "partner-malformed" }),
    );
  });
});

/** One host, written in the ways that mean the same. */
const HOSTS = [
  ["example.com", "EXAMPLE.com", "example.com.", "e%78ample.com", "ｅxample.com"],
  ["münchen.example", "xn--mnchen-3ya.example", "MÜNCHEN.example."],
  [
    "localhost",
    "LocalHost",
    "127.0.0.1",
    "127.8.9.1",
    "127.1",
    "0x7f.1",
    "[::1]",
    "[0:0::1]",
    "a.localhost",
    "[::ffff:7f00:1]",
  ],
  ["10.0.0.1", "10.1", "0xa000001"],
  ["other.example"],
] as const;
const PORTS = [["", ":443"], [":80"], [":8443"]] as const;
const PATHS = [
  ["", "/", "//"],
  ["/v1", "/v1/", "//v1", "/%761", "/x/../v1"],
  ["/V1"],
  ["/a%2Fb", "/a%2fb"],
  ["/a/b"],
] as const;
const spellingOf = (groups: readonly (readonly string[])[]) =>
  fc
    .nat({ max: groups.length - 1 })
    .chain((group) =>
      fc.record({ group: fc.constant(group), text: fc.constantFrom(...(groups[group] ?? [])) }),
    );
const address = fc.record({ host: spellingOf(HOSTS), port: spellingOf(PORTS), path: spellingOf(PATHS) });

describe("two base URLs", () => {
  it("reach the same service exactly where host, port and path mean the same", () => {
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [first, second] = [a, b].map(({ host, port, path }) =>
          parseBaseUrl(`https://${host.text}${port.text}${path.text}`),
        );
        const isSame = (["host", "port", "path"] as const).every((part) => a[part].group === b[part].group);
        expect(isSameService(first ?? "", second ?? "")).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are compared without their scheme, and with its port", () => {
    expect(isSameService("http://127.0.0.1:8443", "https://localhost:8443")).toBe(true);
    expect(isSameService("http://127.0.0.1", "https://127.0.0.1")).toBe(false);
    expect(isSameService("http://127.0.0.1", "http://localhost:80")).toBe(true);
  });

  it("are equal to themselves, also where they are none: a sandbox inside the program", () => {
    expect(isSameService("sandbox", "sandbox")).toBe(true);
    expect(isSameService("sandbox", "https://sandbox")).toBe(false);
  });
});

describe("a key", () => {
  it("shows itself in the Authorization header alone", () => {
    const key = new ApiKey("s3cret-key");
    expect(key.authorization).toBe("Bearer s3cret-key");
    expect(`${key} ${JSON.stringify({ key })}`).toBe('[key] {"key":"[key]"}');
    expect(inspect({ key }, { showHidden: true, depth: 9 })).not.toContain("s3cret");
  });

  it("is taken out of an answer that echoes it", () => {
    expect(scrubAnswer('{"message":"Bad key s3cret-key"}', new ApiKey("s3cret-key"))).toBe(
      '{"message":"Bad key [key]"}',
    );
    expect(scrubAnswer("<p>s3cret-key</p>", new ApiKey("s3cret-key"))).toBe("<p>[key]</p>");
  });

  it("leaves a login link whole where a key occurs in it by chance", () => {
    const created = {
      success: true,
      quoteId: "demo-key-1",
      loginUrl: "https://demo-key.example/?token=demo-key",
      echo: "demo-key",
    };
    for (const value of ["demo-key", "demo", "e", '"', "{", '"success"']) {
      const { quoteId, loginUrl, success } = JSON.parse(
        scrubAnswer(JSON.stringify(created), new ApiKey(value)),
      );
      expect({ quoteId, loginUrl, success }).toEqual({
        success: true,
        quoteId: created.quoteId,
        loginUrl: created.loginUrl,
      });
    }
    expect(scrubAnswer(JSON.stringify(created), new ApiKey("demo-key"))).toContain('"echo":"[key]"');
  });

  it("is no secret when it is so short that it turns up by chance", () => {
    const refusal = JSON.stringify({ error: "Email already in use" });
    for (const value of ["e", "in", "Email", "already", "Email already in use", "no-such-email"]) {
      expect(scrubAnswer(refusal, new ApiKey(value))).toBe(refusal);
    }
  });
});

describe("a key that a server gives back", () => {
  const key = new ApiKey("a-key-of-20-letters!");
  const spelt = (spell: (code: string) => string): string =>
    [...`a-key-of-20-letters!`].map((c) => spell(c.charCodeAt(0).toString(16))).join("");

  it.each([
    ["in another case", "A-Key-Of-20-LETTERS!"],
    ["percent-encoded", spelt((code) => `%${code}`)],
    ["as JSON may spell it", spelt((code) => `\\u00${code.toUpperCase()}`)],
    ["in several ways at once", "a\\u002dkey%2Dof-20-letters!"],
  ])("is taken out %s", (_how, text) => {
    expect(scrubAnswer(`{"message":"Bearer ${text}."}`, key)).toBe('{"message":"Bearer [key]."}');
  });

  it("is taken out where the answer breaks off within it", () => {
    expect(scrubAnswer('{"message":"a-key-of-20-lett', key)).toBe('{"message":"[key]');
    expect(scrubAnswer('{"message":"a-key-of-20-lett"}', key)).toBe('{"message":"a-key-of-20-lett"}');
  });

  it("is taken out of ids as well when it is too long to stand there by chance", () => {
    const created = { success: true, quoteId: "q", loginUrl: "https://x.example/?a=a-key-of-20-letters!" };
    expect(scrubAnswer(JSON.stringify(created), key)).not.toContain("letters");
  });

  it("is taken out of an answer too deep to be written again", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const text = `{"success":true,"quoteId":"q-1","loginUrl":"l","echo":"demo-key","deep":${deep}}`;
    expect(JSON.parse(scrubAnswer(text, new ApiKey("demo-key")))).toMatchObject({
      success: true,
      quoteId: "q-1",
    });
  });
});
