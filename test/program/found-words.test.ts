import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { freshFolder, runProgram } from "./run-program.ts";

/** A folder with one run of a sandbox, whose leads have references of one kind. */
async function folderWithRun() {
  const cwd = freshFolder();
  const rows = leads(12).map((lead, index) => ({
    ...lead,
    affiliateId: `HB-10${String(index).padStart(2, "0")}`,
  }));
  writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
  await runProgram(["submit", "leads.csv", "--sandbox", "--out", "run"], { cwd });
  const { leads: found } = JSON.parse(readFileSync(join(cwd, "run", "report.json"), "utf8"));
  return { cwd, link: String(found[3].loginUrl) };
}

describe("leadctl explain", () => {
  it("finds a login link that was cut on its way, and says that it was", async () => {
    const { cwd, link } = await folderWithRun();
    const ask = async (text: string) => {
      const { exitCode, stdout } = await runProgram(["explain", text, "--runs", ".", "--json"], { cwd });
      const { rows, linkWasCut } = JSON.parse(stdout);
      return { exitCode, linkWasCut, rows: rows.map(({ row }: { row: number }) => row) };
    };
    expect(await ask(link)).toStrictEqual({ exitCode: 0, linkWasCut: false, rows: [5] });
    expect(await ask(link.slice(0, -9))).toStrictEqual({ exitCode: 0, linkWasCut: true, rows: [5] });
  });

  it("does not offer other people's ids for one that is nearly theirs, but the only one that is near", async () => {
    const { cwd } = await folderWithRun();
    const nearOf = async (text: string) =>
      JSON.parse((await runProgram(["explain", text, "--runs", ".", "--json"], { cwd })).stdout).near.map(
        ({ text: near }: { text: string }) => near,
      );
    expect(await nearOf("HB-1020")).toStrictEqual([]);
    expect(await nearOf("HB-10111")).toStrictEqual(["HB-1011"]);
  });

  it("says that one letter is too short", async () => {
    const end = await runProgram(["explain", "x", "--json"], { cwd: freshFolder() });
    expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, "usage/query"]);
  });
});
