import type { SplitCell } from "./split-cell.ts";

const EMAIL = /(?:mailto:)?[^\s@,:;|/<>()[\]"]+@[^\s@,:;|/<>()[\]"]+\.[a-z]{2,}/giu;
/** `Email:`, `e -`, in front of an address that was taken out, and what stands around it. */
const EMAIL_LABEL = /\b(?:e-?mail|correo|mail|e)\s*(?:address)?\s*[:=-]*\s*$/iu;
/** Not the bracket of an area code, nor that of `(cell)` behind a number. */
const BEFORE = /^(?:[\s,;|/<>)[\]"·•&–-]|\((?!\s*\d+\s*\)\s*\S))+/u;
const BEHIND = /(?:[\s,;|/<([\]"·•&–-]|(?<!\([^()]*)\))+$/u;
const PHONE_DIGITS_MIN = 7;

/** Takes an e-mail address and a telephone number apart: `951-555-0142 / ann@example.com`, in either order; one may be missing. */
export function splitContact(text: string): SplitCell {
  const emails = text.match(EMAIL) ?? [];
  const others = text
    .split(EMAIL)
    .map((other) => other.replace(EMAIL_LABEL, "").replace(BEFORE, "").replace(BEHIND, ""))
    .filter((other) => other !== "");
  const isPhone = (other: string): boolean => other.replace(/\D/g, "").length >= PHONE_DIGITS_MIN;
  const phones = others.filter(isPhone);
  return {
    parts: {
      ...(emails.length > 0 && { email: emails.join(", ") }),
      ...(phones.length > 0 && { phone: phones.join(", ") }),
    },
    leftOut: others.filter((other) => !isPhone(other)),
  };
}

/** Whether a cell holds both, and nothing else. */
export function isContact(text: string): boolean {
  if (!text.includes("@")) return false;
  const { parts } = splitContact(text);
  return parts.email !== undefined && parts.phone !== undefined && isReachable(text);
}

/** Whether a cell holds an e-mail address, a telephone number, or both, and nothing else. */
export function isReachable(text: string): boolean {
  const { parts, leftOut } = splitContact(text);
  return Object.keys(parts).length > 0 && leftOut.length === 0;
}
