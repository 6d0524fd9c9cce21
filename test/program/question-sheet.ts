import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { sheetFolder } from "./started.ts";

/** No word for a kind of building that anybody knows. */
export const WORD = "Zome";
export const QUESTION = "word:buildingType:zome";
export const ROW_COUNT = 4;

/** Rows 2 to 5; the building of rows 3 and 5 is called by a word that nobody knows. */
export function doubtfulLeads(word = WORD): NestedLead[] {
  return Array.from({ length: ROW_COUNT }, (_, index) => {
    const lead = leadOf(4 * index + 4);
    return index % 2 === 0 ? lead : changed(lead, "buildingType", word);
  });
}

/** A fresh folder with `leads.csv`, which asks one question. */
export function doubtfulFolder(word = WORD): string {
  return sheetFolder(doubtfulLeads(word));
}

/** Writes a mapping file into a folder. */
export function writeMapping(cwd: string, content: unknown): string {
  writeFileSync(join(cwd, "mapping.json"), JSON.stringify(content));
  return "mapping.json";
}
