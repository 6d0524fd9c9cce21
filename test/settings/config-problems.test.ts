import { describe, expect, it } from "vitest";
import { findProblems } from "../../src/settings/config-schema.ts";

const SECRET = "sk-live-0123456789abcdefghij";
const STAGING = { baseUrl: "https://staging.example.test", partner: "acme" };

/** `line path: finding` of each, with the name that was probably meant. */
function problemsOf(content: unknown): string[] {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  const { problems } = findProblems(text);
  return (problems ?? []).map(
    ({ path, line, finding, params }) =>
      `${line} ${path}: ${finding}${params?.near ? ` ${params.near}` : ""}`,
  );
}

const problemOf = (settings: object): string[] =>
  problemsOf({ environments: { staging: { ...STAGING, ...settings } } }).map((text) =>
    text.replace(/^\d+ /, ""),
  );

describe("a configuration file", () => {
  it("may hold every setting of its schema", () => {
    const environment = {
      ...STAGING,
      keyVariable: "ACME_STAGING_KEY",
      concurrency: 256,
      rate: 0.5,
      attempts: 1000,
      retryBase: "5ms",
      retryMax: "1.5m",
      timeout: "0.5s",
      grace: "0s",
      confirm: true,
    };
    const $schema = "./node_modules/leadctl/docs/config.schema.json";
    const content = { $schema, environments: { "a.b-c_1": environment }, default: "a.b-c_1" };
    expect(findProblems(JSON.stringify(content))).toStrictEqual({ content, problems: null });
  });

  it("is told all its faults at once, by line and place", () => {
    const text = `{
  "environments": {
    "staging": {
      "baseUrl": "http://example.com",
      "concurency": 4,
      "rate": "50"
    },
    "pro duction": { "baseUrl": "https://b.example/?x", "partner": "a/b" },
    "staging ": {}
  },
  "default": "stagin",
  "more": 1
}`;
    expect(problemsOf(text)).toStrictEqual([
      "3 environments.staging.partner: missing",
      "4 environments.staging.baseUrl: base-url-plain",
      "5 environments.staging.concurency: setting-unknown concurrency",
      "6 environments.staging.rate: invalid_type",
      "8 environments.pro duction: environment-name",
      "9 environments.staging : environment-name",
      "11 default: default-unknown staging",
      "12 more: setting-unknown",
    ]);
  });

  it("may not name an environment twice: the later one would be the only one", () => {
    const one = JSON.stringify(STAGING);
    const text = `{"environments": {"a": ${one},\n"a": ${one}}}`;
    expect(problemsOf(text)).toStrictEqual(["2 environments.a: repeated"]);
  });

  it.each(["apiKey", "key", "token", "API_KEY", "password", "secret", "Authorization", "bearer"])(
    "does not take the key itself, as %s",
    (name) => {
      expect(problemOf({ [name]: SECRET })).toStrictEqual([`environments.staging.${name}: setting-is-key`]);
    },
  );

  it.each([SECRET, "AbCdEf0123456789AbCdEf0123456789", "eyJhbGciOiJIUzI1NiJ9.e30.x", "a b", "", "1A"])(
    "does not take a key where the name of its variable belongs (%j)",
    (keyVariable) => {
      expect(problemOf({ keyVariable })).toStrictEqual(["environments.staging.keyVariable: variable-name"]);
    },
  );

  it.each(["LEADCTL_API_KEY", "K", "staging_key", "ACME2_PRODUCTION_API_KEY_2026", "StagingKey"])(
    "takes the name of a variable (%s)",
    (keyVariable) => expect(problemOf({ keyVariable })).toStrictEqual([]),
  );

  it("never repeats a value, wherever a secret was put", () => {
    const everywhere = Object.fromEntries(
      ["baseUrl", "partner", "keyVariable", "concurrency", "rate", "timeout", "grace", "confirm"].map(
        (name) => [name, `${SECRET}/`],
      ),
    );
    const content = { $schema: 1, environments: { a: everywhere, b: SECRET }, default: `${SECRET}/` };
    const { problems } = findProblems(JSON.stringify(content));
    expect(problems?.length).toBeGreaterThan(9);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
    expect(problemsOf(`{"environments": {"a": ${SECRET}}}`)).toStrictEqual(["1 : not-json"]);
  });

  it.each([
    [{ concurrency: 0 }],
    [{ concurrency: 257 }],
    [{ concurrency: 1.5 }],
    [{ rate: 0 }],
    [{ rate: -1 }],
    [{ attempts: 0 }],
    [{ retryBase: "5" }],
    [{ retryMax: 20 }],
    [{ timeout: "0s" }],
    [{ timeout: "0.0ms" }],
    [{ timeout: "0.5ms" }],
    [{ grace: "soon" }],
    [{ confirm: "yes" }],
    [{ baseUrl: "" }],
    [{ baseUrl: "https://user:pass@example.com" }],
    [{ partner: ".." }],
    [{ keyVariable: null }],
  ])("cannot hold %j", (settings) => {
    const [path] = Object.keys(settings);
    expect(problemOf(settings)).toStrictEqual([
      expect.stringMatching(new RegExp(`^environments\\.staging\\.${path}: `)),
    ]);
  });

  it.each(["[]", "null", "1", '"x"', "{}", '{"environments": []}', '{"environments": null}', "", "{"])(
    "cannot be %s",
    (text) => expect(problemsOf(text)).toHaveLength(1),
  );

  it.each(["__proto__", "constructor", "toString"])("has no environment %s unless it says so", (name) => {
    expect(problemsOf(`{"environments": {}, "default": "${name}"}`).join()).toContain("default: ");
  });
});
