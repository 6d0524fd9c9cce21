import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { CliError } from "../../../src/base/cli-error.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import type { MappedRow } from "../../../src/sheet/rows/mapped-input.ts";
import { ROW_RULES } from "../../../src/sheet/rows/row-rules.ts";
import type { InputOptions } from "../../../src/sheet/table.ts";

/** Sheets whose rows a truth judges. */
const FOLDERS = ["polluted", "sheets"].map((name) =>
  fileURLToPath(new URL(`../../../fixtures/${name}/`, import.meta.url)),
);
const NO_SHEET = /\.expected\.json$|^truth\.json$|\.md$/;

const sheets = FOLDERS.flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (NO_SHEET.test(name) ? [] : { path: folder + name, name })),
);

function optionsOf(path: string): InputOptions {
  try {
    return JSON.parse(readFileSync(`${path}.expected.json`, "utf8")).options ?? {};
  } catch {
    return {};
  }
}

/** What is found of a row, beside its lead. */
function findingsOf({ unreadable, warnings, asked = [] }: MappedRow): string[] {
  const found = [...unreadable, ...warnings].map(({ finding }) => finding ?? "");
  return [...found, ...asked.map(({ question }) => question.finding)];
}

async function read(path: string): Promise<string> {
  const rows: string[] = [];
  try {
    const input = mapInput(await openInput({ path }, optionsOf(path)));
    for await (const mapped of input.rows) rows.push(JSON.stringify([mapped.lead, findingsOf(mapped)]));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
  return rows.join("\n");
}

const before = new Map<string, string>();
beforeAll(async () => {
  for (const { path } of sheets) before.set(path, await read(path));
}, 300_000);

const switches = Object.entries<{ of: readonly string[] }>(ROW_RULES).map(([name, rule]) => ({ name, rule }));

it.each(switches)(
  "$name changes a row of the fixtures, or it is no rule",
  async ({ rule }) => {
    const { of } = rule;
    try {
      rule.of = [];
      for (const { path } of sheets) {
        if ((await read(path)) !== before.get(path)) return;
      }
    } finally {
      rule.of = of;
    }
    expect.fail("no row is another one without it");
  },
  300_000,
);
