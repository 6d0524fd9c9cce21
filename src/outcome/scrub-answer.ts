import type { ApiKey } from "../settings/api-key.ts";

/**
 * Takes the key out of an answer that echoes it. The quote id and the login link stay as they are where a short
 * key happens to occur in them: changed, they would be worthless. A long one does not happen to.
 */
export function scrubAnswer(text: string, key: ApiKey): string {
  const scrubbed = key.scrub(text);
  if (scrubbed === text || key.isUnmistakable) return scrubbed;
  const ids = parseIds(text);
  if (!ids) return scrubbed;
  const rest = parseObject(scrubbed) ?? { success: ids.success };
  return textOf({ ...rest, ...ids }) ?? JSON.stringify(ids);
}

/** Undefined for what is nested too deep to be written. */
function textOf(answer: object): string | undefined {
  try {
    return JSON.stringify(answer);
  } catch {
    return undefined;
  }
}

function parseIds(text: string): { success: boolean; quoteId: string; loginUrl: string } | undefined {
  const { success, quoteId, loginUrl } = parseObject(text) ?? {};
  if (success !== true || typeof quoteId !== "string" || typeof loginUrl !== "string") return undefined;
  return { success, quoteId, loginUrl };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
