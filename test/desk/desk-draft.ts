import { join } from "node:path";

/** Where the grid of a draft stands in the page. */
export function gridAddress(id: string): string {
  return `#/draft/${encodeURIComponent(id)}/grid`;
}

/** The journal of what was corrected in a draft. */
export function journalOf(folder: string, id: string): string {
  return join(folder, "leadctl-drafts", id, "edits.ndjson");
}
