import { join } from "node:path";

/** In characters of up to four bytes each: systems allow 255 bytes with the time in front. */
const NAME_LENGTH_MAX = 50;

/** The default folder of a run, `leadctl-runs/<UTC time>-<input name>`, with a name that every system takes. */
export function defaultRunFolder(inputName: string, at: Date): string {
  const time = at
    .toISOString()
    .replaceAll("-", "")
    .replaceAll(":", "")
    .replace(/\.(\d+)Z$/, "$1Z");
  const stem = inputName.replace(/\.[A-Za-z0-9]+$/, "");
  const name = stem
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+/, "");
  const cut = [...name]
    .slice(0, NAME_LENGTH_MAX)
    .join("")
    .replace(/[-.]+$/, "");
  return join("leadctl-runs", `${time}-${cut || "input"}`);
}
