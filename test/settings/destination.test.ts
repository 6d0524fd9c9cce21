import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/base/exit-codes.ts";
import type { Config, Environment } from "../../src/settings/config-file.ts";
import { type Destination, resolveDestination } from "../../src/settings/destination.ts";
import type { PlaceValues } from "../../src/settings/options.ts";
import type { Target } from "../../src/settings/target.ts";

const usage = (code: string) =>
  expect.objectContaining({ code, exitCode: EXIT.usage, hint: expect.any(String) });

function environment(
  name: string,
  baseUrl: string,
  partner: string,
  changes: Partial<Environment> = {},
): Environment {
  return { name, target: { baseUrl, partner }, limits: {}, isProtected: false, ...changes };
}

const STAGING = environment("staging", "https://staging.example", "acme", {
  keyVariable: "STAGING_KEY",
  limits: { rate: "5" },
});
const PRODUCTION = environment("production", "https://example.com/api", "acme", { isProtected: true });
const CONFIG: Config = {
  file: "leadctl.config.json",
  environments: [STAGING, PRODUCTION],
  defaultName: "staging",
};

interface Given {
  flags?: PlaceValues;
  env?: Record<string, string>;
  file?: Record<string, string>;
  config?: Config | null;
  bound?: Target;
}

function resolve({ flags = {}, env = {}, file, config = CONFIG, bound }: Given): Destination {
  const layers = { env, file: file ? { name: "a.env", variables: file } : null };
  return resolveDestination({ flags, layers, config }, bound);
}

const nameOf = (given: Given): string | undefined => resolve(given).environment?.name;

describe("the target without a configuration", () => {
  const env = { LEADCTL_BASE_URL: "https://a.example/", LEADCTL_PARTNER: "acme" };
  const bound = { baseUrl: "https://a.example", partner: "acme" };
  const targetOf = (given: Given): Target => resolve({ config: null, ...given }).target;

  it("comes from flags, then the environment, then --vars, without a slash at its end", () => {
    const file = { LEADCTL_BASE_URL: "https://f.example", LEADCTL_PARTNER: "filed" };
    expect(targetOf({ env, file })).toStrictEqual(bound);
    expect(targetOf({ file })).toStrictEqual({ baseUrl: "https://f.example", partner: "filed" });
    expect(targetOf({ flags: { baseUrl: "https://b.example/v1/", partner: "beta" }, env })).toStrictEqual({
      baseUrl: "https://b.example/v1",
      partner: "beta",
    });
  });

  it("takes a variable without a value for none", () => {
    const file = { LEADCTL_PARTNER: "filed" };
    expect(targetOf({ env: { ...env, LEADCTL_PARTNER: "" }, file }).partner).toBe("filed");
  });

  it("of a run that is bound needs no settings", () => {
    expect(targetOf({ bound })).toStrictEqual(bound);
    expect(targetOf({ env, bound })).toStrictEqual(bound);
  });

  it.each<[PlaceValues, Record<string, string>]>([
    [{ baseUrl: "https://b.example" }, {}],
    [{ partner: "beta" }, {}],
    [{}, { LEADCTL_BASE_URL: "https://b.example" }],
  ])("of a run that is bound cannot be another one (%j, %j)", (flags, variables) => {
    expect(() => targetOf({ flags, env: variables, bound })).toThrow(usage("target-mismatch"));
  });

  it.each([
    [{ LEADCTL_PARTNER: "acme" }, "target-missing"],
    [{ LEADCTL_BASE_URL: "https://a.example" }, "partner-missing"],
    [{ LEADCTL_BASE_URL: "", LEADCTL_PARTNER: "" }, "target-missing"],
  ])("is missing from %j", (variables, code) => {
    expect(() => targetOf({ env: variables })).toThrow(usage(code));
  });
});

describe("an environment", () => {
  it("gives target, limits and the variable of the key", () => {
    expect(resolve({ flags: { env: "staging" } })).toStrictEqual({
      environment: STAGING,
      target: STAGING.target,
      limits: { rate: "5" },
      keyVariable: "STAGING_KEY",
    });
    expect(resolve({ flags: { env: "production" } }).keyVariable).toBe("LEADCTL_API_KEY");
  });

  it("is named by the flag, then LEADCTL_ENV, then the file, and else is the default one", () => {
    expect(nameOf({})).toBe("staging");
    expect(nameOf({ file: { LEADCTL_ENV: "production" } })).toBe("production");
    expect(nameOf({ env: { LEADCTL_ENV: "staging" }, file: { LEADCTL_ENV: "production" } })).toBe("staging");
    expect(nameOf({ flags: { env: "production" }, env: { LEADCTL_ENV: "staging" } })).toBe("production");
  });

  it("is known by its address, however that is written, so that protection does not hang on a name", () => {
    expect(nameOf({ flags: { baseUrl: "HTTPS://EXAMPLE.com:443/api/" } })).toBe("production");
    expect(nameOf({ env: { LEADCTL_BASE_URL: "https://example.com/api", LEADCTL_PARTNER: "beta" } })).toBe(
      "production",
    );
    expect(nameOf({ bound: { baseUrl: "https://example.com/api", partner: "beta" } })).toBe("production");
  });

  it("does not lend anything to an address that is not its own", () => {
    const flags = { baseUrl: "https://other.example", partner: "beta" };
    expect(resolve({ flags })).toStrictEqual({
      environment: null,
      target: flags,
      limits: {},
      keyVariable: "LEADCTL_API_KEY",
    });
    expect(() => resolve({ flags: { baseUrl: flags.baseUrl } })).toThrow(usage("partner-missing"));
  });

  it("of a run is the protected one, where several have its address", () => {
    const open = environment("open", PRODUCTION.target.baseUrl, "acme");
    const config = { ...CONFIG, environments: [open, PRODUCTION], defaultName: "open" };
    expect(nameOf({ config, bound: PRODUCTION.target })).toBe("production");
    expect(nameOf({ config, flags: { env: "open" }, bound: PRODUCTION.target })).toBe("open");
    expect(nameOf({ config, env: { LEADCTL_BASE_URL: PRODUCTION.target.baseUrl } })).toBe("open");
  });

  it.each<[string, Given]>([
    ["a variable", { env: { LEADCTL_BASE_URL: "https://staging.example" } }],
    ["--vars", { file: { LEADCTL_BASE_URL: "https://staging.example" } }],
    ["a flag", { flags: { baseUrl: "https://staging.example" } }],
  ])("that was named is not moved to another address by %s: both are shown", (_what, given) => {
    const both = () => resolve({ ...given, flags: { ...given.flags, env: "production" } });
    expect(both).toThrow(usage("environment-conflict"));
    expect(both).toThrow(/https:\/\/example\.com\/api.*https:\/\/staging\.example/);
  });

  it("that was named is content with the same address", () => {
    const env = { LEADCTL_BASE_URL: "https://example.com/api/", LEADCTL_PARTNER: "acme" };
    expect(nameOf({ flags: { env: "production" }, env })).toBe("production");
  });

  it("that was named changes its partner for a flag, and not for a variable", () => {
    expect(resolve({ flags: { env: "staging", partner: "beta" } }).target.partner).toBe("beta");
    const stray = () => resolve({ flags: { env: "staging" }, env: { LEADCTL_PARTNER: "beta" } });
    expect(stray).toThrow(usage("environment-conflict"));
    expect(stray).toThrow(/acme.*LEADCTL_PARTNER says beta/);
  });

  it("that nobody named goes by the precedence", () => {
    expect(resolve({ env: { LEADCTL_PARTNER: "beta" } }).target).toStrictEqual({
      baseUrl: "https://staging.example",
      partner: "beta",
    });
  });

  it("of another target than the run's is refused", () => {
    const bound = STAGING.target;
    expect(() => resolve({ flags: { env: "production" }, bound })).toThrow(usage("target-mismatch"));
    expect(() => resolve({ env: { LEADCTL_ENV: "production" }, bound })).toThrow(usage("target-mismatch"));
    expect(nameOf({ flags: { env: "staging" }, bound })).toBe("staging");
  });

  it("that is not there is told with those that are", () => {
    const resolving = () => resolve({ flags: { env: "prodution" } });
    expect(resolving).toThrow(usage("environment-unknown"));
    expect(resolving).toThrow(
      expect.objectContaining({ hint: "Did you mean production? There are: staging, production." }),
    );
    for (const name of ["", "constructor", "__proto__"]) {
      expect(() => resolve({ flags: { env: name } })).toThrow(usage("environment-unknown"));
    }
    expect(() => resolve({ flags: { env: "staging" }, config: null })).toThrow(usage("config-missing"));
  });
});
