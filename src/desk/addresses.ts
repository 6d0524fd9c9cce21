/** Views of the page that show a draft. */
export type DraftView = "match" | "check" | "grid" | "send" | "correct";

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

/** Where the page shows what is found of a person. */
export function findPage(text: string): string {
  return `#/find/${joined(text)}`;
}

function joined(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(part)).join("/");
}
