/** Shorter than any token. */
export const SECRET_CHARACTERS_MIN = 8;
/** More than mail programs wrap around one another. */
const LINKS_WITHIN_MAX = 8;
const AROUND_LINK = /^[\s<"'“”‘’(]+|[\s>"'“”‘’),;:!?.…]+$/gu;

/**
 * What is long enough in the query of a link to be a token, decoded; in that of a link within it, too: mail programs wrap them. None where
 * it has no such thing.
 */
export function linkTokens(link: string, withinMax = LINKS_WITHIN_MAX): string[] {
  return queryOf(link).flatMap(([name, value]) => {
    // `token%3D...`: what was to be its value is a part of its name.
    const text = value === "" ? (/=(.*)/s.exec(name)?.[1] ?? "") : value;
    const isLink = withinMax > 0 && /^https?:\/\//i.test(text);
    const within = isLink ? linkTokens(text, withinMax - 1) : [];
    return within.length > 0 ? within : text.length >= SECRET_CHARACTERS_MIN ? [text] : [];
  });
}

/** What nobody may see of a login link: its tokens; the whole link, too, if it has none, or is not one that can be read. */
export function linkSecrets(link: string): string[] {
  const tokens = linkTokens(link);
  return link === "" || (tokens.length > 0 && URL.canParse(link)) ? tokens : [link, ...tokens];
}

/** The part that makes two login links the same, whatever else was added to them: the token; of a link without one, all of it. */
export function linkToken(link: string): string {
  return queryOf(link).find(([name]) => name === "token")?.[1] || link;
}

/** A plus stays one: tokens have them. */
function queryOf(link: string): [name: string, value: string][] {
  const [, query = ""] = /\?([^#]*)/.exec(link) ?? [];
  return [...new URLSearchParams(query.replaceAll("+", "%2B"))];
}

/** Why a login link may be none of the service's. */
export type LinkFault = "no-web-address" | "no-token" | "other-host";

/** What to say of it, behind "the login link". */
export const LINK_FAULTS: Readonly<Record<LinkFault, string>> = {
  "no-web-address": "is not a web address",
  "no-token": "has no token",
  "other-host": "leads to another host than the service",
};

/**
 * What speaks against a login link: the interface says that it lies under the service's own address, with a token in its
 * query. Null: nothing.
 *
 * @param baseUrl Of the service; of a sandbox that lives inside the program, no address.
 */
export function linkFault(link: string, baseUrl: string): LinkFault | null {
  if (!URL.canParse(link)) return "no-web-address";
  const { protocol, hostname, searchParams } = new URL(link);
  if (protocol !== "https:" && protocol !== "http:") return "no-web-address";
  if (!searchParams.get("token")) return "no-token";
  return URL.canParse(baseUrl) && hostname !== new URL(baseUrl).hostname ? "other-host" : null;
}

/** A login link without what mail programs and sentences put around it; null where the text is none (§3.4). */
export function bareLoginLink(text: string): string | null {
  const bare = text.replace(AROUND_LINK, "");
  if (!URL.canParse(bare) || /[\p{Cc}\s]/u.test(bare)) return null;
  const { protocol, searchParams } = new URL(bare);
  return /^https?:$/.test(protocol) && (searchParams.get("token") ?? "") !== "" ? bare : null;
}
