import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/base/context.ts";
import type { DeskValues } from "../../../src/desk/desk.ts";
import { type DeskPlace, Places } from "../../../src/desk/runs/places.ts";
import { openConnection } from "../../../src/job/round/connect.ts";
import { readOptions } from "../../../src/settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../../src/settings/options.ts";
import { freshFolder } from "../../program/run-program.ts";
import { testContext } from "../../security/test-context.ts";

const STAGING = { baseUrl: "https://staging.example.com", partner: "acme" };
const ENVIRONMENTS = {
  staging: STAGING,
  production: {
    ...{
      baseUrl: "https://leads.example.com",
      partner: "acme",
      confirm: true,
      keyVariable: "PRODUCTION_KEY",
    },
    headers: { "x-gateway": "GATEWAY_KEY" },
  },
};
const [TYPED, GIVEN] = ["typed-key-123456", "given-key-123456"];

/** Places with these variables; without a configuration where `environments` is null. */
function placesWith(
  env: Readonly<Record<string, string>>,
  environments: object | null = ENVIRONMENTS,
  values: Partial<DeskValues> = {},
) {
  const config = join(freshFolder(), "leadctl.config.json");
  if (environments) writeFileSync(config, JSON.stringify({ environments, default: "staging" }));
  const secrets = new Map(Object.entries(env).filter(([name]) => name.endsWith("_KEY")));
  const context: Context = {
    ...testContext().context,
    env,
    takeSecret: (variable) => secrets.get(variable),
  };
  const options = { ...readOptions(COMMAND_OPTIONS.desk, {}), ...(environments && { config }), ...values };
  return new Places(options, context);
}

async function placeNamed(places: Places, name: string): Promise<DeskPlace> {
  const place = (await places.list()).find((one) => one.name === name);
  if (!place) throw new Error(`no ${name}`);
  return place;
}

async function keyOf(places: Places, place: DeskPlace): Promise<string> {
  const { options, context } = places.wayTo(place);
  const noSandbox = () => Promise.reject(new Error("no sandbox"));
  const { key, target } = await openConnection(options, noSandbox, context);
  expect(target).toMatchObject({ baseUrl: place.baseUrl, partner: place.partner });
  return key.authorization.replace("Bearer ", "");
}

describe("the places of a desk", () => {
  it("are the environments and the sandbox, with the one that is the default, or named, chosen", async () => {
    const chosen = async (places: Places) =>
      (await places.list()).map(({ name, isChosen }) => [name, isChosen]);
    expect(await chosen(placesWith({}))).toStrictEqual([
      ["staging", true],
      ["production", false],
      ["Practice", false],
    ]);
    expect(await chosen(placesWith({ LEADCTL_ENV: "production" }))).toContainEqual(["production", true]);
    expect(await chosen(placesWith({}, ENVIRONMENTS, { sandbox: true }))).toContainEqual(["Practice", true]);
  });

  it("are the address of flags and variables, where no environment is there", async () => {
    const env = {
      LEADCTL_BASE_URL: "https://other.example.com/",
      LEADCTL_PARTNER: "acme",
      LEADCTL_API_KEY: GIVEN,
    };
    const places = placesWith(env);
    const place = await placeNamed(places, "https://other.example.com");
    expect(place).toMatchObject({ isChosen: true, needsKey: false, isProtected: false });
    expect(await keyOf(places, place)).toBe(GIVEN);
  });

  it("are refused where an address cannot be used", async () => {
    const env = { LEADCTL_BASE_URL: "http://example.com", LEADCTL_PARTNER: "acme" };
    await expect(placesWith(env, null).list()).rejects.toMatchObject({ code: "base-url-plain" });
  });

  it("take their key as often as it is needed, although reading it takes it out of the environment", async () => {
    const places = placesWith({ LEADCTL_API_KEY: GIVEN });
    const place = await placeNamed(places, "staging");
    expect(place.needsKey).toBe(false);
    for (let time = 0; time < 3; time++) expect(await keyOf(places, place)).toBe(GIVEN);
  });

  it("have the key that was typed for each alone, and never as another secret", async () => {
    const places = placesWith({ GATEWAY_KEY: "gateway" });
    const [staging, production] = [
      await placeNamed(places, "staging"),
      await placeNamed(places, "production"),
    ];
    expect([staging.needsKey, production.needsKey]).toStrictEqual([true, true]);
    places.giveKey(staging, TYPED);
    expect((await places.get(staging.id)).needsKey).toBe(false);
    expect((await places.get(production.id)).needsKey).toBe(true);
    expect(await keyOf(places, staging)).toBe(TYPED);
    await expect(keyOf(places, production)).rejects.toMatchObject({ code: "key-missing" });
    places.giveKey(production, "production-key-1");
    const { options, context } = places.wayTo(production);
    const opened = await openConnection(options, () => Promise.reject(), context);
    expect(opened.key.authorization).toBe("Bearer production-key-1");
    expect(opened.key.headers).toStrictEqual({ "x-gateway": "gateway" });
  });

  it("say that a protected one is, and what a run was bound to that nothing else leads to", async () => {
    const places = placesWith({ LEADCTL_PARTNER: "acme" });
    expect((await placeNamed(places, "production")).isProtected).toBe(true);
    expect(await places.placeOf(STAGING)).toMatchObject({ name: "staging" });
    expect(await places.placeOf({ baseUrl: "sandbox", partner: "sandbox" })).toMatchObject({
      isPractice: true,
    });
    const gone = { baseUrl: "https://gone.example.com", partner: "acme" };
    const place = await places.placeOf(gone);
    expect(place).toMatchObject({ ...gone, needsKey: true });
    places.giveKey(place, TYPED);
    expect(await places.get(place.id)).toMatchObject({ ...gone, needsKey: false });
    const { options, context } = places.wayTo(place);
    const opened = await openConnection(options, () => Promise.reject(), context, gone);
    expect(opened.key.authorization).toBe(`Bearer ${TYPED}`);
    await expect(places.get("target:file:///etc x")).rejects.toMatchObject({ code: "base-url-malformed" });
    await expect(places.get("environment:gone")).rejects.toMatchObject({ code: "place-unknown" });
  });
});
