import { countWords } from "../../report/page/words.ts";

export { countWords };

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** As in `22 Nov 2026, 09:36`, by this computer's clock. @param at ISO 8601, in UTC. */
export function timeWords(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : TIME.format(date);
}

/** As in `1 row`, `12 rows`. */
export function amountWords(count: number, one: string, many = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}
