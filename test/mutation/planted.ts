import { readFileSync } from "node:fs";
import type { SourceEdit } from "./source-edit.ts";

/** A fault of the program that tests must notice. */
export interface PlantedFault {
  /** Unique over all lists. */
  name: string;
  /** The heading of the list that it stands in. */
  group: string;
  /** Of a defence: what an attacker, or an accident, would do; and what stops it. */
  sentences: readonly string[];
  edits: readonly SourceEdit[];
  /** The test files, as {@link findTest} finds them, each of which must fail. */
  tests: readonly string[];
}

/** The security checklist: each edit takes one defence out, and proves that a test stands behind it. */
export const DEFENCES: readonly PlantedFault[] = readPlanted("security/defences.txt");

/** Small ways to get the policy, the client, and the reading of answers wrong. */
export const MUTANTS: readonly PlantedFault[] = readPlanted("simulation/mutants.txt");

/**
 * Reads a list. A fault is its name with its tests, then sentences and edits: `-` has a symbol and tokens that are in it,
 * `+` what stands there instead, which may be nothing.
 */
function readPlanted(path: string): PlantedFault[] {
  const faults: (PlantedFault & { sentences: string[]; edits: SourceEdit[] })[] = [];
  let group = "";
  for (const line of readFileSync(new URL(`../${path}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")) {
    const last = faults.at(-1);
    const [, sign, text = ""] = /^ {2}([-+])(?: (.*))?$/.exec(line) ?? [];
    const [, name, tests = ""] = /^(\S.*) \[(.*)\]$/.exec(line) ?? [];
    if (line.startsWith("# ")) group = line.slice(2);
    else if (name) faults.push({ name, group, sentences: [], edits: [], tests: tests.split(", ") });
    else if (sign === "-") last?.edits.push({ ...symbolAndSource(text), mutant: "" });
    else if (sign === "+") Object.assign(last?.edits.at(-1) ?? {}, { mutant: text });
    else last?.sentences.push(line.trim());
  }
  return faults;
}

function symbolAndSource(text: string): { symbol: string; source: string } {
  const [, symbol = "", source = ""] = /^(\S+): (.*)$/.exec(text) ?? [];
  return { symbol, source };
}
