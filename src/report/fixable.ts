import type { StoryRow } from "./story.ts";

/** A row that a person can correct and send again. A rejected lead that may exist all the same is none. */
export function isFixable({ status, maybeCreated }: Pick<StoryRow, "status" | "maybeCreated">): boolean {
  return status === "invalid" || (status === "rejected" && !maybeCreated);
}
