import { byId } from "./elements.ts";

/** To the minute in a sentence; to the millisecond in a table of attempts. */
const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const MINUTE = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;
const PRECISE = { ...MINUTE, second: "2-digit", fractionalSecondDigits: 3 } as const;

/** Whether times are shown in UTC; else in the reader's own zone. */
let isUtc = false;

/** Writes every time below an element in the zone that is chosen, with UTC at hand. */
export function showTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll("time")) {
    const at = new Date(time.dateTime);
    const precision = time.className === "precise" ? PRECISE : MINUTE;
    time.textContent = zoned(at, precision, isUtc);
    time.title = isUtc ? zoned(at, precision, false) : zoned(at, precision, true);
  }
}

function zoned(at: Date, precision: Intl.DateTimeFormatOptions, inUtc: boolean): string {
  const zone = inUtc ? ({ timeZone: "UTC", timeZoneName: "short" } as const) : {};
  return at.toLocaleString("en-GB", { ...precision, ...zone });
}

/** The button that changes between the two. */
export function wireZone(): void {
  const zone = byId("zone", HTMLButtonElement);
  zone.title = "Show times in UTC";
  zone.hidden = false;
  zone.addEventListener("click", () => {
    isUtc = !isUtc;
    zone.setAttribute("aria-pressed", String(isUtc));
    showTimes(document);
  });
  showTimes(document);
}
