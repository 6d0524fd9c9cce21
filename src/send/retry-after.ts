/**
 * How long a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): whole seconds or an HTTP date.
 *
 * @returns Milliseconds from now on, 0 for a date that is over, undefined for anything unreadable.
 */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The three forms of an HTTP date begin with a day's name; a bare number of another kind is no date. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;
