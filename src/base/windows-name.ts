import { win32 } from "node:path";

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ .]|$)/i;
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Why Windows has no use for a path that somebody gave for a new file or folder; undefined where it has. Node makes such
 * names anyway, and then Explorer and Excel can neither open nor remove what bears them.
 */
export function whyNotOnWindows(path: string): string | undefined {
  const names = path.slice(win32.parse(path).root.length).split(/[\\/]+/);
  for (const name of names) {
    if (name === "" || name === "." || name === "..") continue;
    const forbidden = FORBIDDEN.exec(name)?.[0];
    if (forbidden !== undefined) return `on Windows no name can hold ${JSON.stringify(forbidden)}`;
    if (RESERVED.test(name)) return `${name} is a name that Windows keeps for itself`;
    if (/[ .]$/.test(name)) return "on Windows no name can end with a dot or a space";
  }
  return undefined;
}

/** @throws Error that says why a path cannot be made here. */
export function requirePossible(path: string, platform: NodeJS.Platform = process.platform): void {
  const why = platform === "win32" ? whyNotOnWindows(path) : undefined;
  if (why !== undefined) throw new Error(why);
}
