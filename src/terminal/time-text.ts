/** How exact a time is told: to the minute, or to the millisecond. */
export type TimeDetail = "minute" | "millisecond";

/**
 * A time as the person's own clock shows it, and the service's log beside it: `2026-01-02 04:04 (03:04 UTC)`. Only UTC where
 * both are the same; the text as it is where it is no time.
 *
 * @param at An ISO time.
 */
export function timeText(at: string, detail: TimeDetail = "minute"): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const characters = detail === "minute" ? 16 : 23;
  const utc = isoText(date, characters);
  const local = isoText(new Date(date.getTime() - date.getTimezoneOffset() * 60_000), characters);
  if (local === utc) return `${utc} UTC`;
  const isSameDay = local.slice(0, 10) === utc.slice(0, 10);
  return `${local} (${isSameDay ? utc.slice(11) : utc} UTC)`;
}

/** `2026-01-02 03:04:05.678`, as long as asked for. */
function isoText(date: Date, characters: number): string {
  return date.toISOString().slice(0, characters).replace("T", " ");
}
