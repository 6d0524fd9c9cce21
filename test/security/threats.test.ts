import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findTest } from "../mutation/find-test.ts";
import { DEFENCES, type PlantedFault } from "../mutation/planted.ts";
import { ProgramSources } from "../mutation/source-edit.ts";

const PAGE = new URL("../../docs/threats.md", import.meta.url);
const TABLES = /(?<=<!-- defences -->\n)[\s\S]*(?=<!-- \/defences -->)/;

const SOURCES = new ProgramSources();

it("docs/threats.md lists every defence; to update it: npx vitest run test/security/threats.test.ts -u", async () => {
  const text = readFileSync(PAGE, "utf8");
  expect(text).toMatch(TABLES);
  const groups = [...new Set(DEFENCES.map(({ group }) => group))];
  const tables = groups
    .map((title) => `\n### ${title}\n\n${tableOf(DEFENCES.filter(({ group }) => group === title))}\n`)
    .join("");
  await expect(text.replace(TABLES, () => tables.slice(1))).toMatchFileSnapshot(PAGE.pathname);
});

function tableOf(defences: readonly PlantedFault[]): string {
  const rows = defences.map(({ sentences, edits, tests }) => {
    const cells = [
      ...sentences,
      edits.map((edit) => `\`${SOURCES.locate(edit).file}\``).join(", "),
      tests.map((test) => `\`${findTest(test).slice("test/".length)}\``).join(", "),
    ];
    return `| ${cells.map(cellText).join(" | ")} |`;
  });
  return ["| threat | defence | where | test, in `test` |", "|---|---|---|---|", ...rows].join("\n");
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|");
}
