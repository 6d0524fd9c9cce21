import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import type { Issue } from "../../src/lead/issue.ts";
import { valueAt } from "../../src/lead/rules.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { planRow } from "../../src/run/plan/judge-rows.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { openInput } from "../../src/sheet/open-input.ts";
import type { InputOptions } from "../../src/sheet/table.ts";

interface ExpectedRow {
  /** The whole lead, by canonical path. */
  lead?: Record<string, unknown>;
  /** Fields that a warning speaks of, repeated for each; absence apart. */
  warned?: string[];
  /** Fields that make the row invalid; `(row)` for the row as a whole. Their lead is not looked at. */
  invalid?: string[];
}

interface Expected {
  about: string;
  options?: InputOptions;
  /** Code of the error that refuses the file. */
  refused?: string;
  rows?: Record<string, ExpectedRow>;
  /** Codes of notices about the whole; absent columns apart. */
  notices?: string[];
  /** Ids of the questions that are left open. */
  asked?: string[];
}

const FOLDER = new URL("../../fixtures/polluted/", import.meta.url);
const SUFFIX = ".expected.json";
const files = readdirSync(FOLDER).filter((name) => !name.endsWith(SUFFIX));

const expectedOf = (file: string): Expected =>
  JSON.parse(readFileSync(new URL(encodeURIComponent(file + SUFFIX), FOLDER), "utf8"));

const paths = (issues: readonly Issue[]) =>
  issues.map(({ path }) => (path.length === 0 ? "(row)" : path.join("."))).sort();

function flat(lead: Lead): Record<string, unknown> {
  const values = FIELDS.map(({ path }) => [path, valueAt(lead, path.split("."))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

async function read(file: string, options: InputOptions): Promise<Omit<Expected, "about">> {
  const path = new URL(encodeURIComponent(file), FOLDER).pathname;
  const rows: Record<string, ExpectedRow> = {};
  try {
    const input = mapInput(await openInput({ path: decodeURIComponent(path) }, options));
    for await (const mapped of input.rows) {
      const { row, lead, issues, warnings } = planRow(mapped, input, { strict: false });
      const warned = paths(warnings.filter(({ code }) => code !== "invalid_type"));
      rows[row] =
        issues.length > 0
          ? { invalid: paths(issues) }
          : { lead: flat(lead), ...(warned.length > 0 ? { warned } : {}) };
    }
    const codes = input.notices.map(({ code }) => code);
    const notices = codes.filter((code) => code !== "absent-columns").sort();
    const asked = input.questions.open.map(({ id }) => id);
    return {
      rows,
      ...(notices.length > 0 ? { notices } : {}),
      ...(asked.length > 0 ? { asked } : {}),
    };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    expect(error.exitCode).toBe(2);
    expect(error.hint).not.toBe("");
    return { refused: error.code };
  }
}

describe("a polluted file is read as a careful person would, flagged, or refused", () => {
  it("in at least 120 ways", () => {
    expect(files.length).toBeGreaterThanOrEqual(120);
  });

  it.each(files.map((file) => [file, expectedOf(file)] as const))("%s", async (file, expected) => {
    const { about, options = {}, ...outcome } = expected;
    for (const row of Object.values(outcome.rows ?? {})) {
      row.warned?.sort();
      row.invalid?.sort();
    }
    outcome.notices?.sort();
    expect(await read(file, options), about).toEqual(outcome);
  });
});
