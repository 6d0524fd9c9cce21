import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DraftEdits } from "../../src/desk/drafts/draft-edits.ts";
import { DraftRows } from "../../src/desk/drafts/draft-rows.ts";
import { KeptSheet } from "../../src/desk/drafts/kept-sheet.ts";
import type { Judging } from "../../src/run/plan/judge-rows.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { openInput } from "../../src/sheet/open-input.ts";
import { freshFolder } from "../folders.ts";

/** A draft of a file, without the store that keeps drafts. */
export async function looseDraft(name: string, content: string, judging: Judging) {
  const folder = freshFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  const edits = await DraftEdits.open(join(folder, "edits.ndjson"));
  const kept = new KeptSheet(join(folder, ".input.tmp"), await openInput({ path }, {}));
  /** The draft as it would be planned now. */
  const planned = async () => mapInput(await kept.open(), undefined, false, edits);
  return {
    planned,
    rows: async () => new DraftRows({ edits, judging, kept, mapped: await planned() }),
    close: () => kept.close(),
  };
}
