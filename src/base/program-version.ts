import { readFileSync } from "node:fs";

/** As package.json says, which lies beside the folder of the compiled program. */
export function programVersion(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}
