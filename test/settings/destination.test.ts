import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/base/exit-codes.ts";
import type { Config, Environment } from "../../src/settings/config-file.ts";
import { type Destination, resolveDestination } from "../../src/settings/destination.ts";
import type { PlaceValues } from "../../src/settings/options.ts";
import type { Target } from "../../src/settings/target.ts";

const usage = (code: string, params?: object) =>
  expect.objectContaining({ code, exitCode: EXIT.usage, ...(params && { params }) });

function environment(
  name: string,
  baseUrl: string,
  partner: string,
  changes: Partial<Environment> = {},
): Environment {
  return { name, target: { baseUrl, partner }, headers: {}, limits: {}, isProtected: false, ...changes };
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
  it("gives its target, and all that it sets", () => {
    expect(resolve({ flags: { env: "staging" } })).toStrictEqual({
      environment: STAGING,
      target: STAGING.target,
      warnings: [],
    });
  });

  it("is named by the flag, then LEADCTL_ENV, then the file, and else is the default one", () => {
    expect(nameOf({})).toBe("staging");
    expect(nameOf({ file: { LEADCTL_ENV: "production" } })).toBe("production");
    expect(nameOf({ env: { LEADCTL_ENV: "staging" }, file: { LEADCTL_ENV: "production" } })).toBe("staging");
    expect(nameOf({ flags: { env: "production" }, env: { LEADCTL_ENV: "staging" } })).toBe("production");
  });

  it("is known by its address, however that is written, so that protection does not hang on a name", () => {
    expect(nameOf({ flags: { baseUrl: "HTTPS://EXAMPLE.com:443/api/" } })).toBe("production");
    const flags = { baseUrl: "https://example.com./api", partner: "beta" };
    expect(nameOf({ flags })).toBe("production");
    expect(nameOf({ bound: { baseUrl: "https://example.com/api", partner: "beta" } })).toBe("production");
  });

  it("does not lend anything to an address that is not its own", () => {
    const flags = { baseUrl: "https://other.example", partner: "beta" };
    expect(resolve({ flags })).toStrictEqual({
      environment: null,
      target: flags,
      warnings: [expect.objectContaining({ finding: "address-of-no-environment" })],
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

  it("of a run is the one of its partner, whatever partner a variable names", () => {
    const beta = environment("beta", STAGING.target.baseUrl, "beta", { isProtected: true });
    const config = { ...CONFIG, environments: [STAGING, beta] };
    const stray = () => resolve({ config, bound: STAGING.target, env: { LEADCTL_PARTNER: "stray" } });
    expect(stray).toThrow(usage("environment-conflict", expect.objectContaining({ name: "staging" })));
  });

  it.each<[string, Given]>([
    ["a variable", { env: { LEADCTL_BASE_URL: "https://staging.example" } }],
    ["--vars", { file: { LEADCTL_BASE_URL: "https://staging.example" } }],
    ["a flag", { flags: { baseUrl: "https://staging.example" } }],
  ])("that was named is not moved to another address by %s: both are shown", (_what, given) => {
    const both = () => resolve({ ...given, flags: { ...given.flags, env: "production" } });
    const other = expect.objectContaining({ value: "https://staging.example" });
    const params = expect.objectContaining({ place: "https://example.com/api", other });
    expect(both).toThrow(usage("environment-conflict", params));
  });

  it("that was named is content with the same address", () => {
    const env = { LEADCTL_BASE_URL: "https://example.com/api/", LEADCTL_PARTNER: "acme" };
    expect(nameOf({ flags: { env: "production" }, env })).toBe("production");
  });

  it("that was named changes its partner for a flag, and not for a variable", () => {
    expect(resolve({ flags: { env: "staging", partner: "beta" } }).target.partner).toBe("beta");
    const stray = () => resolve({ flags: { env: "staging" }, env: { LEADCTL_PARTNER: "beta" } });
    const other = { value: "beta", source: "LEADCTL_PARTNER" };
    expect(stray).toThrow(usage("environment-conflict", expect.objectContaining({ place: "acme", other })));
  });

  it.each<[string, Given]>([
    ["by default", {}],
    ["by its address", { flags: { baseUrl: "https://staging.example" } }],
    ["by its address in a variable", { env: { LEADCTL_BASE_URL: "https://staging.example" } }],
    ["by name", { flags: { env: "staging" } }],
    ["by the run", { bound: STAGING.target }],
  ])("that is found %s is refused with the partner of another place", (_how, given) => {
    for (const left of [
      { env: { ...given.env, LEADCTL_PARTNER: "beta" } },
      { file: { LEADCTL_PARTNER: "beta" } },
    ]) {
      const stray = () => resolve({ ...given, ...left });
      const other = expect.objectContaining({ value: "beta" });
      const params = expect.objectContaining({ name: "staging", place: "acme", other });
      expect(stray).toThrow(usage("environment-conflict", params));
    }
    const typed = { ...given.flags, partner: given.bound?.partner ?? "beta" };
    expect(resolve({ ...given, flags: typed, env: { LEADCTL_PARTNER: "stray" } }).target.partner).toBe(
      typed.partner,
    );
  });

  it("lets a run go on with the partner that it is bound to", () => {
    const bound = { ...STAGING.target, partner: "beta" };
    expect(resolve({ bound }).target).toStrictEqual(bound);
    expect(resolve({ bound, env: { LEADCTL_PARTNER: "beta" } }).target).toStrictEqual(bound);
  });

  it("is known by the address of its create operation, which names the partner", () => {
    const pasted = "https://example.com/api/api/acme/lead/create";
    expect(resolve({ env: { LEADCTL_BASE_URL: pasted } })).toMatchObject({
      environment: PRODUCTION,
      target: PRODUCTION.target,
    });
    expect(resolve({ config: null, flags: { baseUrl: pasted } }).target).toStrictEqual(PRODUCTION.target);
    const other = { flags: { baseUrl: pasted }, env: { LEADCTL_PARTNER: "beta" } };
    expect(() => resolve({ ...other, config: null })).toThrow(usage("environment-conflict"));
    expect(() => resolve({ ...other, flags: { ...other.flags, partner: "beta" } })).toThrow(
      usage("environment-conflict", {
        address: { value: "acme", source: "the address in --base-url", isInAddress: true },
        other: { value: "beta", source: "--partner" },
      }),
    );
    const foreign = { baseUrl: "https://example.com/api/api/beta/lead/create" };
    const said = expect.objectContaining({ value: "beta", isInAddress: true });
    expect(() => resolve({ flags: foreign })).toThrow(
      usage("environment-conflict", expect.objectContaining({ other: said })),
    );
  });

  it("is told from an address that the file does not know, where one of the file is protected", () => {
    const open = { ...CONFIG, environments: [STAGING] };
    const flags = { baseUrl: "https://other.example", partner: "acme" };
    expect(resolve({ flags, config: open }).warnings).toStrictEqual([]);
    expect(resolve({ flags, config: null }).warnings).toStrictEqual([]);
    const both = {
      ...CONFIG,
      environments: [
        STAGING,
        PRODUCTION,
        { ...PRODUCTION, name: "prod-eu", target: { ...PRODUCTION.target, baseUrl: "https://eu.example" } },
      ],
    };
    expect(resolve({ flags, config: both }).warnings[0]?.params).toMatchObject({
      names: ["production", "prod-eu"],
    });
  });

  it("on this machine is known by every name that the machine has, so that none goes around its protection", () => {
    const local = environment("local", "http://127.0.0.1:4100", "acme", { isProtected: true });
    const config = { ...CONFIG, environments: [STAGING, local] };
    for (const host of ["localhost", "LOCALHOST", "[::1]", "127.0.0.2", "127.1", "2130706433", "[0::1]"]) {
      expect(nameOf({ config, env: { LEADCTL_BASE_URL: `http://${host}:4100` } })).toBe("local");
    }
    for (const host of ["localhost.", "app.localhost", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]"]) {
      expect(
        nameOf({ config, env: { LEADCTL_BASE_URL: `https://${host}:4100`, LEADCTL_PARTNER: "acme" } }),
      ).toBe("local");
    }
    expect(nameOf({ config, flags: { baseUrl: "http://localhost:4101", partner: "acme" } })).toBeUndefined();
  });

  it("that has the address to the letter goes before one that is reached by it as well", () => {
    const one = environment("one", "http://127.0.0.1:4100", "acme");
    const two = environment("two", "http://127.0.0.2:4100", "acme", { isProtected: true });
    const config = { file: "c.json", environments: [one, two] };
    expect(nameOf({ config, flags: { baseUrl: "http://127.0.0.1:4100" } })).toBe("one");
    expect(nameOf({ config, flags: { baseUrl: "http://127.0.0.2:4100" } })).toBe("two");
    expect(nameOf({ config, flags: { baseUrl: "http://localhost:4100" } })).toBe("two");
  });

  it("of a run is found by another name of its host, and the run keeps its own", () => {
    const bound = { baseUrl: "http://127.0.0.1:4100", partner: "acme" };
    const env = { LEADCTL_BASE_URL: "http://localhost:4100/", LEADCTL_PARTNER: "acme" };
    expect(resolve({ config: null, bound, env }).target).toStrictEqual(bound);
  });

  it("of another target than the run's is refused", () => {
    const bound = STAGING.target;
    expect(() => resolve({ flags: { env: "production" }, bound })).toThrow(usage("target-mismatch"));
    expect(() => resolve({ env: { LEADCTL_ENV: "production" }, bound })).toThrow(usage("target-mismatch"));
    expect(nameOf({ flags: { env: "staging" }, bound })).toBe("staging");
  });

  it("that is not there is told with those that are", () => {
    const resolving = () => resolve({ flags: { env: "prodution" } });
    const params = expect.objectContaining({ near: "production", names: ["staging", "production"] });
    expect(resolving).toThrow(usage("environment-unknown", params));
    for (const name of ["", "constructor", "__proto__"]) {
      expect(() => resolve({ flags: { env: name } })).toThrow(usage("environment-unknown"));
    }
    expect(() => resolve({ flags: { env: "staging" }, config: null })).toThrow(usage("config-missing"));
  });
});
