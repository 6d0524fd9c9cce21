import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepAnswers, readKeptAnswers } from "../../../src/sheet/mapping/kept-answers.ts";
import { readMappingFile } from "../../../src/sheet/mapping/mapping-file.ts";
import { type Column, columnLetters } from "../../../src/sheet/table.ts";
import { freshFolder } from "../../program/run-program.ts";

const AT = new Date("2026-11-20T09:00:00Z");
const sheet = (...names: string[]): Column[] =>
  names.map((name, index) => ({ name, letters: columnLetters(index) }));
const json = (...names: string[]): Column[] => names.map((name) => ({ name, keys: [name] }));
const SHEET = sheet("Email", "Style", "Street");

/** A folder that is not there yet. */
const newFolder = (): string => join(freshFolder(), "leadctl-mappings");

describe("answers that are kept", () => {
  it("come back for a sheet with the same headers, as a mapping file of its owner's only", async () => {
    const folder = newFolder();
    const path = await keepAnswers(SHEET, new Map([["column:style", "buildingType"]]), AT, folder);
    const kept = await readKeptAnswers(SHEET, folder);
    expect(kept).toStrictEqual({
      path,
      answers: new Map([["column:style", "buildingType"]]),
      day: "2026-11-20",
    });
    expect([statSync(folder).mode & 0o777, statSync(path ?? "").mode & 0o777]).toStrictEqual([0o700, 0o600]);
    expect((await readMappingFile(path ?? "")).headers).toStrictEqual(["Email", "Style", "Street"]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("are those of these headers in this order, with or without our own columns", async () => {
    const folder = newFolder();
    await keepAnswers(SHEET, new Map([["column:style", "buildingType"]]), AT, folder);
    const isKept = async (columns: Column[]) => (await readKeptAnswers(columns, folder)) !== undefined;
    expect(await isKept(sheet("leadctl_row", " Email ", "Style", "Street", "leadctl_issues"))).toBe(true);
    expect(await isKept(sheet("Style", "Email", "Street"))).toBe(false);
    expect(await isKept(sheet("Email", "Style", "Street", "City"))).toBe(false);
    expect(await isKept(sheet("Email", "Style"))).toBe(false);
    expect(await isKept([])).toBe(false);
  });

  it("are those of JSON in whatever order its keys turn up, and insist on none", async () => {
    const folder = newFolder();
    const path = await keepAnswers(
      json("email", "style"),
      new Map([["column:style", "leave-out"]]),
      AT,
      folder,
    );
    expect((await readKeptAnswers(json("style", "email"), folder))?.path).toBe(path);
    expect((await readMappingFile(path ?? "")).headers).toStrictEqual([]);
  });

  it("are added to those that somebody else gave meanwhile", async () => {
    const folder = newFolder();
    await keepAnswers(SHEET, new Map([["column:style", "buildingType"]]), AT, folder);
    await keepAnswers(SHEET, new Map([["word:buildingType:hut", "condo"]]), AT, folder);
    expect((await readKeptAnswers(SHEET, folder))?.answers.size).toBe(2);
  });

  it("of two who answer at once are the whole ones of either", async () => {
    const folder = newFolder();
    const ids = Array.from({ length: 20 }, (_, index) => `word:buildingType:${index}`);
    await Promise.all(ids.map((id) => keepAnswers(SHEET, new Map([[id, "condo"]]), AT, folder)));
    expect((await readKeptAnswers(SHEET, folder))?.answers.size).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toStrictEqual([]);
  });

  it.each([
    ["is cut off", (text: string) => text.slice(0, 40), "not-json"],
    ["is empty", () => "", "not-json"],
    ["is a list", () => "[]", "shape"],
    ["holds an answer that is none", (text: string) => text.replace('"buildingType"', "7"), "shape"],
    [
      "says more than answers",
      (text: string) => text.replace('"version": 1', '"columns": {"Style": null}'),
      "answers-only",
    ],
  ])("refuse a sheet by name where their file %s", async (_what, damage, finding) => {
    const folder = newFolder();
    const path = (await keepAnswers(SHEET, new Map([["column:style", "buildingType"]]), AT, folder)) ?? "";
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    const error = await readKeptAnswers(SHEET, folder).catch((error) => error);
    expect(error).toMatchObject({
      code: "mapping-invalid",
      exitCode: 2,
      params: { problems: [{ finding }] },
    });
    expect(error.message).toContain(path);
  });

  it("that the system does not let us read are told, and not used", async () => {
    const folder = newFolder();
    const path = (await keepAnswers(SHEET, new Map([["column:style", "buildingType"]]), AT, folder)) ?? "";
    // Even root cannot read a folder.
    const other = newFolder();
    mkdirSync(join(other, path.slice(folder.length + 1)), { recursive: true });
    const kept = await readKeptAnswers(SHEET, other);
    expect(kept).toMatchObject({ answers: new Map(), trouble: expect.stringMatching(/./) });
  });

  it("are refused by a folder that is a file", async () => {
    const folder = newFolder();
    writeFileSync(folder, "");
    chmodSync(folder, 0o600);
    await expect(keepAnswers(SHEET, new Map([["column:style", "x"]]), AT, folder)).rejects.toThrow();
  });
});
