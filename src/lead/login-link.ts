/** Shorter than any token. */
const SECRET_CHARACTERS_MIN = 8;
const AROUND_LINK = /^[\s<"'“”‘’(]+|[\s>"'“”‘’),;:!?.…]+$/gu;

/** The secret part of a login link: the values in its query, or the whole link if it has none. */
export function linkSecrets(link: string): string[] {
  const values = URL.canParse(link)
    ? [...new URL(link).searchParams.values()].filter((value) => value.length >= SECRET_CHARACTERS_MIN)
    : [];
  return values.length > 0 || link === "" ? values : [link];
}

/** The part that makes two login links the same, whatever else was added to them: the token; of a link without one, all of it. */
export function linkToken(link: string): string {
  return (URL.canParse(link) ? new URL(link).searchParams.get("token") : null) ?? link;
}

/** Why a login link may be none of the service's. */
export type LinkFault = "no-web-address" | "no-token" | "other-host";

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
