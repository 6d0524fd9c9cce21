import { judgeEmail } from "../lead/email.ts";
import type { Lead } from "../lead/schema.ts";
import { STATE_CODES } from "./state-cell.ts";

/**
 * Whether the cells of a row that ends early stand under the right headers, as far as can be told. Some
 * programs leave out empty cells at the end; a lost delimiter in the middle looks the same.
 */
export function standsUnderItsHeaders(lead: Lead): boolean {
  const { contactInfo, address, residentialAddress } = lead;
  return (
    fits(contactInfo?.email, (text) => judgeEmail(text) !== "invalid") &&
    fits(contactInfo?.phone, (text) => (text.match(/\d/g)?.length ?? 0) >= 7) &&
    [address, residentialAddress].every(
      (part) =>
        fits(part?.state, (text) => STATE_CODES.has(text)) &&
        fits(part?.zip, (text) => /^\d{5}(?:-\d{4})?$/.test(text)),
    )
  );
}

function fits(text: string | undefined, test: (text: string) => boolean): boolean {
  return text === undefined || test(text);
}
