import { join } from "node:path";
import { Readable } from "node:stream";
import { systemClock } from "../../src/base/clock.ts";
import { DraftStore } from "../../src/desk/draft-store.ts";

/** Puts a draft into a folder, before a desk is started there. @returns Its id. */
export async function makeDraft(folder: string, name: string, content: string): Promise<string> {
  const store = new DraftStore(folder, systemClock);
  const { id } = await store.create(name, Readable.from([content]));
  await store.close();
  return id;
}

/** Where its grid stands in the page. */
export function gridAddress(id: string): string {
  return `#/draft/${encodeURIComponent(id)}/grid`;
}

/** Its journal of edits. */
export function journalOf(folder: string, id: string): string {
  return join(folder, "leadctl-drafts", id, "edits.ndjson");
}
