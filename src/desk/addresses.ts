/** Views of the page that show a draft. */
export type DraftView = "match" | "check" | "grid" | "send" | "correct";

/** What stands in an address of the page where its pattern has `:name`, decoded. */
export type ViewParams = Partial<Record<"id" | "run" | "row", string>>;

/** Where the page shows a run, or something of it. */
export function runPage(name: string, ...rest: readonly (string | number)[]): string {
  return `#/run/${joined(name, ...rest)}`;
}

/** Where the page asks the server of a run. */
export function runPath(name: string, ...rest: readonly (string | number)[]): string {
  return `/api/runs/${joined(name, ...rest)}`;
}

/** Where the page shows a draft. */
export function draftPage(id: string, view: DraftView): string {
  return `#/draft/${joined(id, view)}`;
}

/** Where the page asks the server of a draft. */
export function draftPath(id: string, ...rest: readonly string[]): string {
  return `/api/drafts/${joined(id, ...rest)}`;
}

function joined(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(part)).join("/");
}

/**
 * What stands in an address where the pattern has `:name`; undefined where it is another address.
 *
 * @param pattern As in `/api/runs/:run`.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = decoded(given[at] ?? "");
    if (text === undefined) return undefined;
    if (part.startsWith(":") && text !== "") params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
