import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findTest } from "../mutation/find-test.ts";
import { ProgramSources } from "../mutation/source-edit.ts";
import type { Defence } from "./defence.ts";
import { DEFENCES } from "./defences.ts";
import { DESK_DEFENCES } from "./desk-defences.ts";
import { INPUT_DEFENCES } from "./input-defences.ts";
import { OUTPUT_DEFENCES } from "./output-defences.ts";
import { TEXT_DEFENCES } from "./text-defences.ts";
import { WIRE_DEFENCES } from "./wire-defences.ts";

const PAGE = new URL("../../docs/threats.md", import.meta.url);
const TABLES = /(?<=<!-- defences -->\n)[\s\S]*(?=<!-- \/defences -->)/;

const SOURCES = new ProgramSources();

const GROUPS: readonly [string, readonly Defence[]][] = [
  ["The key and the connection", WIRE_DEFENCES],
  ["Files that come in", INPUT_DEFENCES],
  ["Files that are written", OUTPUT_DEFENCES],
  ["Text that is shown", TEXT_DEFENCES],
  ["The desk", DESK_DEFENCES],
];

it("docs/threats.md lists every defence; to update it: npx vitest run test/security/threats.test.ts -u", async () => {
  const text = readFileSync(PAGE, "utf8");
  expect(text).toMatch(TABLES);
  expect(GROUPS.flatMap(([, defences]) => defences)).toHaveLength(DEFENCES.length);
  const tables = GROUPS.map(([title, defences]) => `\n### ${title}\n\n${tableOf(defences)}\n`).join("");
  await expect(text.replace(TABLES, () => tables.slice(1))).toMatchFileSnapshot(PAGE.pathname);
});

function tableOf(defences: readonly Defence[]): string {
  const rows = defences.map((entry) => {
    const cells = [
      entry.threat,
      entry.defence,
      `\`${SOURCES.locate(entry).file}\``,
      entry.tests.map((test) => `\`${findTest(test).slice("test/".length)}\``).join(", "),
    ];
    return `| ${cells.map(cellText).join(" | ")} |`;
  });
  return ["| threat | defence | where | test, in `test` |", "|---|---|---|---|", ...rows].join("\n");
}

function cellText(text: string): string {
  return text.replace(/\.$/, "").replaceAll("|", "\\|");
}
