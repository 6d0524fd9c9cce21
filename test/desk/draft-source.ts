import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DraftEdits } from "../../src/desk/drafts/draft-edits.ts";
import type { DraftSource } from "../../src/desk/drafts/draft-rows.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { openInput } from "../../src/sheet/open-input.ts";

/** A draft of a file, without the store that keeps drafts. */
export async function draftSource(name: string, content: string, strict = false): Promise<DraftSource> {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-rows-"));
  const path = join(folder, name);
  writeFileSync(path, content);
  const edits = await DraftEdits.open(join(folder, "edits.ndjson"));
  return {
    folder,
    edits,
    judging: { strict },
    open: async (map) => ({ mapped: map(await openInput({ path }, {})) }),
  };
}

/** The same draft as it would be planned now. */
export async function plannedInput({ open, edits }: DraftSource) {
  const { mapped } = await open((table, mapping, isLenient) => mapInput(table, mapping, isLenient, edits));
  return mapped;
}
