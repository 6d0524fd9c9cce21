import { type OwnText, ownText } from "../base/own-text.ts";

/**
 * How sure we are that the service takes an e-mail address (rule V5).
 *
 * - `valid`: every validator in use takes it.
 * - `doubtful`: some validators take it and some do not; the service decides.
 * - `invalid`: no validator takes it, so the service will not either.
 */
export type EmailVerdict = "valid" | "doubtful" | "invalid";

/** The service answers in the words of zod 3; which release it runs is not shown, so all its patterns count. */
const ZOD_3_CURRENT = /^(?!\.)(?!.*\.\.)([A-Z0-9_'+\-.]*)[A-Z0-9_+-]@([A-Z0-9][A-Z0-9-]*\.)+[A-Z]{2,}$/i;
/** Its range from + to the full stop takes the comma along. */
const ZOD_3_22 = /^(?!\.)(?!.*\.\.)([A-Z0-9_+-.]*)[A-Z0-9_+-]@([A-Z0-9][A-Z0-9-]*\.)+[A-Z]{2,}$/i;
/** Takes any character but a hyphen after the @, and empty labels. */
const ZOD_3_20 =
  /^(([^<>()[\]\\.,;:\s@"]+(\.[^<>()[\]\\.,;:\s@"]+)*)|(".+"))@[^-]([a-zA-Z0-9-]*\.)+[a-zA-Z]{2,}$/;
const ZOD_3_EARLY_DOMAIN = /^([^<>()[\].,;:\s@"]+\.)+[^<>()[\].,;:\s@"]{2,}$/;
const ZOD_3_EARLY_LOCAL = /^[^<>()[\].,;:\s@"]+(\.[^<>()[\].,;:\s@"]+)*$/;

const HTML_LOCAL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const HTML_DOMAIN =
  /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** An address literal instead of a host name, as RFC 5321 section 4.1.3 allows. */
const LITERAL_DOMAIN = /^\[[\x21-\x5a\x5e-\x7e]+\]$/;
const QUOTED_LOCAL = /^".+"$/;

/** Matches nearly every address. All validators accept these, so there is no need to try any of them. */
const ORDINARY =
  /^[A-Za-z0-9_+-]{1,40}(?:\.[A-Za-z0-9_+-]{1,40}){0,4}@(?:[A-Za-z0-9]{1,40}\.){1,4}[A-Za-z]{2,20}$/;
const ORDINARY_LENGTH_MAX = 64;

/** Judges an address as it would be sent, without trimming it. */
export function judgeEmail(address: string): EmailVerdict {
  if (address.length <= ORDINARY_LENGTH_MAX && ORDINARY.test(address)) return "valid";
  const isPlain = ZOD_3_CURRENT.test(address) && ZOD_3_22.test(address) && isHtmlEmail(address);
  if (isPlain && hasUsualLength(address)) return "valid";
  return isTakenBySomeValidator(address) ? "doubtful" : "invalid";
}

/** The bounds of RFC 5321, section 4.5.3.1, which some validators check. */
function hasUsualLength(address: string): boolean {
  return address.lastIndexOf("@") <= 64 && address.length <= 254;
}

function isHtmlEmail(address: string): boolean {
  const [local, domain] = splitAtLastAt(address);
  return HTML_LOCAL.test(local) && HTML_DOMAIN.test(domain);
}

/** Whether any of zod 3's releases, the HTML standard, or RFC 5321 with its internationalised forms takes it. */
function isTakenBySomeValidator(address: string): boolean {
  if (ZOD_3_CURRENT.test(address) || ZOD_3_22.test(address) || ZOD_3_20.test(address)) return true;
  const [local, domain] = splitAtLastAt(address);
  const someLocal = HTML_LOCAL.test(local) || ZOD_3_EARLY_LOCAL.test(local) || QUOTED_LOCAL.test(local);
  const someDomain =
    HTML_DOMAIN.test(domain) || ZOD_3_EARLY_DOMAIN.test(domain) || LITERAL_DOMAIN.test(domain);
  return someLocal && someDomain;
}

function splitAtLastAt(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return at < 0 ? ["", ""] : [address.slice(0, at), address.slice(at + 1)];
}

/**
 * The form in which two addresses count as one person's: trimmed and case-folded.
 * The service's own comparison is not shown.
 */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

const FIRST = /^[\p{L}\p{N}]/u;
const HOST_NAME = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,20}$/i;

/** Masks an e-mail so that only its owner recognises it: `j***@example.com`. Any other text is removed completely. */
export function maskedEmail(address: string): OwnText {
  const [local, domain] = splitAtLastAt(address);
  if (local === "" || !HOST_NAME.test(domain)) return ownText("***");
  return `${FIRST.exec(local)?.[0] ?? ""}***@${domain}` as OwnText;
}
