/** The precision of a shown time, and its length in characters. */
const CHARACTERS = { minute: 16, second: 19, millisecond: 23 } as const;

export type TimeDetail = keyof typeof CHARACTERS;

/** A time as in `2026-01-02 03:04:05 UTC`. @param at An ISO time in UTC, as `toISOString` writes it. */
export function utcText(at: string, detail: TimeDetail): string {
  return `${plainText(at, detail)} UTC`;
}

/**
 * A time as the person's own clock shows it, and the service's log beside it: `2026-01-02 04:04 (03:04 UTC)`. Only UTC where
 * both are the same; the text itself if it is not a time.
 *
 * @param at An ISO time.
 */
export function timeText(at: string, detail: TimeDetail = "minute"): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  const utc = plainText(date.toISOString(), detail);
  const local = plainText(shifted.toISOString(), detail);
  if (local === utc) return `${utc} UTC`;
  const isSameDay = local.slice(0, 10) === utc.slice(0, 10);
  return `${local} (${isSameDay ? utc.slice(11) : utc} UTC)`;
}

/** `2026-01-02 03:04:05.678`, cut to the precision. */
function plainText(iso: string, detail: TimeDetail): string {
  return iso.slice(0, CHARACTERS[detail]).replace("T", " ");
}
