import { join } from "node:path";

const NAME_LENGTH_MAX = 60;

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
    .replace(/^[-.]+|[-.]+$/g, "");
  return join("leadctl-runs", `${time}-${name.slice(0, NAME_LENGTH_MAX) || "input"}`);
}
