import type { ApiKey } from "./api-key.ts";

/**
 * Takes the key out of an answer that echoes it. The quote id and the login link stay as they are even
 * where a short key happens to occur in them: changed, they would be worthless.
 */
export function scrubAnswer(text: string, key: ApiKey): string {
  const scrubbed = key.scrub(text);
  if (scrubbed === text) return text;
  const ids = parseIds(text);
  if (!ids) return scrubbed;
  const rest = parseObject(scrubbed) ?? { success: ids.success };
  return JSON.stringify({ ...rest, ...ids });
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
