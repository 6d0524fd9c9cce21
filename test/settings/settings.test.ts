import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Context, systemContext } from "../../src/base/context.ts";
import { EXIT } from "../../src/base/exit-codes.ts";
import { STATUSES } from "../../src/outcome/status.ts";
import { keyWarnings, parseApiKey, resolveKey } from "../../src/settings/api-key.ts";
import { readVariableLayers, variablesOf } from "../../src/settings/destination.ts";
import { readOptions, settle, type TypedValues, wordsFor } from "../../src/settings/option-values.ts";
import { COMMAND_OPTIONS, INPUT, PLACE, SELECTION, SENDING } from "../../src/settings/options.ts";
import { freshFolder } from "../folders.ts";
import { TEST_KEY } from "../test-key.ts";

const KEY = TEST_KEY;
const usage = (code: string) =>
  expect.objectContaining({ code, exitCode: EXIT.usage, hint: expect.any(String) });

const SYSTEM = systemContext();

/** The system's own context with an environment of the test's. */
function rimWith(env: Record<string, string>): Context & { env: Record<string, string | undefined> } {
  const variables: Record<string, string | undefined> = { ...env };
  return {
    ...SYSTEM,
    env: variables,
    takeSecret: (variable) => {
      const value = variables[variable];
      delete variables[variable];
      return value;
    },
  };
}

function envFile(content: string | Buffer): string {
  const folder = freshFolder();
  const path = join(folder, "settings.env");
  writeFileSync(path, content);
  return path;
}

const settingsOf = (typed: TypedValues, configured?: TypedValues) =>
  settle(SENDING, readOptions(SENDING, typed), configured);

describe("how leads are sent", () => {
  it("is as typed, then as an environment sets it", () => {
    const typed = { concurrency: "256", rate: "12.5", attempts: "12", retryBase: "5ms" };
    const configured = { rate: "1", retryMax: "50ms", timeout: "2m", grace: "0s" };
    expect(settingsOf(typed, configured)).toStrictEqual({
      concurrency: 256,
      rate: 12.5,
      attemptsMax: 12,
      retryBaseMs: 5,
      retryMaxMs: 50,
      timeoutMs: 120_000,
      graceMs: 0,
      requestIds: "random",
    });
  });
});

describe("the statuses that can be asked for", () => {
  it("are all for a report; for another round, those that may be sent again", () => {
    const { report, replay } = COMMAND_OPTIONS;
    expect(report.statuses.takes.words).toStrictEqual(STATUSES);
    const never = ["created", "invalid"];
    expect([...replay.statuses.takes.words].sort()).toStrictEqual(
      STATUSES.filter((status) => !never.includes(status)).sort(),
    );
  });
});

describe("how the input is read", () => {
  it("is left to the file without flags", () => {
    expect(readOptions(INPUT, {})).toStrictEqual({});
  });

  it.each(["\t", "\\t", "tab"])("takes %j for a tab", (delimiter) => {
    expect(readOptions(INPUT, { delimiter })).toStrictEqual({ delimiter: "\t" });
  });

  it("takes a number for the header's row, and a known format", () => {
    expect(readOptions(INPUT, { headerRow: "3", format: "jsonl" })).toStrictEqual({
      headerRow: 3,
      format: "jsonl",
    });
    expect(() => readOptions(INPUT, { headerRow: "0" })).toThrow(usage("usage"));
    expect(() => readOptions(INPUT, { format: "pdf" })).toThrow(usage("usage"));
  });
});

describe("an option that had another name", () => {
  it("is taken by both; the new one goes before", () => {
    expect(readOptions(PLACE, { envFile: "a.env" })).toStrictEqual({ vars: "a.env" });
    expect(readOptions(PLACE, { envFile: "a.env", vars: "b.env" })).toStrictEqual({ vars: "b.env" });
  });
});

describe("options that another command is to have as well", () => {
  it("are written so that they are read as the same", () => {
    const typed = {
      ...{ rows: "5,7-10", limit: "3", shard: "0/2", delimiter: "tab", sheet: "My leads", headerRow: "2" },
      ...{ rate: "0.5", retryBase: "1.5s", attempts: "3" },
    };
    const group = { ...SELECTION, ...INPUT, ...SENDING };
    const values = readOptions(group, typed);
    const words = wordsFor(group, values);
    expect(words.slice(0, 4)).toStrictEqual(["--rows", "5,7-10", "--limit", "3"]);
    const again = Object.fromEntries(
      words.flatMap((word, at) =>
        word.startsWith("--")
          ? [[word.slice(2).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), words[at + 1]]]
          : [],
      ),
    );
    expect(readOptions(group, again)).toStrictEqual(values);
  });
});

describe("--vars", () => {
  it("gives variables, and the environment goes before it", async () => {
    const file = envFile('# target\nLEADCTL_PARTNER="acme"\nexport LEADCTL_BASE_URL=https://a.example\n');
    const context = rimWith({ LEADCTL_BASE_URL: "https://b.example" });
    expect(variablesOf(await readVariableLayers({ vars: file }, context))).toStrictEqual({
      LEADCTL_PARTNER: "acme",
      LEADCTL_BASE_URL: "https://b.example",
    });
  });

  it("may begin with a byte order mark, as some editors write it", async () => {
    const file = envFile("\uFEFFLEADCTL_PARTNER=acme\r\nLEADCTL_BASE_URL=https://a.example\r\n");
    expect(variablesOf(await readVariableLayers({ vars: file }, rimWith({})))).toStrictEqual({
      LEADCTL_PARTNER: "acme",
      LEADCTL_BASE_URL: "https://a.example",
    });
  });

  it("may be UTF-16, as PowerShell writes it", async () => {
    const file = envFile(Buffer.from("\uFEFFLEADCTL_PARTNER=acme\r\n", "utf16le"));
    expect(variablesOf(await readVariableLayers({ vars: file }, rimWith({})))).toStrictEqual({
      LEADCTL_PARTNER: "acme",
    });
  });

  it.each([
    ["k-12#34", "k-12#34"],
    ["#k-12", "#k-12"],
    ["k-12#34 # of production", "k-12#34"],
    ["k-12 #34", "k-12"],
    ["'k-12#34' # of production", "k-12#34"],
    [`'"k-12#34"'`, '"k-12#34"'],
    ['"two\nlines # A=b#c\nA=b#c"', "two\nlines # A=b#c\nA=b#c"],
  ])("takes # for a comment's beginning only behind white space: %s", async (text, value) => {
    const file = envFile(`K=${text}\r\nOTHER=x\r\n`);
    expect(variablesOf(await readVariableLayers({ vars: file }, rimWith({})))).toStrictEqual({
      K: value,
      OTHER: "x",
    });
  });

  it("must be there", async () => {
    await expect(readVariableLayers({ vars: "/nowhere/settings.env" }, rimWith({}))).rejects.toThrow(
      usage("usage"),
    );
    await expect(readVariableLayers({ vars: tmpdir() }, rimWith({}))).rejects.toThrow(
      expect.objectContaining({ finding: "usage/vars" }),
    );
  });
});

describe("the key", () => {
  it.each([
    [`"${KEY}"`, 1],
    [`'${KEY}'`, 1],
    [`${KEY}"`, 0],
    [KEY, 0],
  ])("is warned of where quotation marks would go with it: %s", (value, count) => {
    expect(keyWarnings(parseApiKey(value, "K"), "K")).toHaveLength(count);
  });

  it("leaves the environment once it was read, and shows itself nowhere", () => {
    const context = rimWith({ LEADCTL_API_KEY: KEY });
    const key = resolveKey({ ...context.env }, context);
    expect(key.authorization).toBe(`Bearer ${KEY}`);
    expect(context.env).not.toHaveProperty("LEADCTL_API_KEY");
    expect(`${key} ${JSON.stringify({ key })}`).not.toContain(KEY);
  });

  it("comes from --vars where the environment has none, or an empty one", () => {
    const variables = variablesOf({
      env: { LEADCTL_API_KEY: "" },
      file: { name: "v", variables: { LEADCTL_API_KEY: KEY } },
    });
    for (const context of [rimWith({}), rimWith({ LEADCTL_API_KEY: "" })]) {
      expect(resolveKey(variables, context).authorization).toBe(`Bearer ${KEY}`);
    }
  });

  it("loses the line end that a shell left on it", () => {
    expect(resolveKey({}, rimWith({ LEADCTL_API_KEY: `${KEY}\r\n` })).authorization).toBe(`Bearer ${KEY}`);
  });

  it.each([
    [undefined, "key-missing"],
    ["", "key-missing"],
    ["\n", "key-missing"],
    [` ${KEY}`, "key-malformed"],
    [`${KEY}\n${KEY}`, "key-malformed"],
    [`${KEY}é`, "key-malformed"],
    [`${KEY}\0`, "key-malformed"],
  ])("cannot be %j, and is not repeated in the message", (value, code) => {
    const resolve = () => resolveKey({}, rimWith(value === undefined ? {} : { LEADCTL_API_KEY: value }));
    const params = { variable: "LEADCTL_API_KEY" };
    expect(resolve).toThrow(expect.objectContaining({ code, params }));
    expect(resolve).not.toThrow(KEY);
  });
});
