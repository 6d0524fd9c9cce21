import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The page that goes with packages in built files: whose they are and under which terms, in the form of vite's
 * `build.license`.
 *
 * @param names Of packages that are installed in the current folder.
 * @throws Error for one without a licence's text.
 */
export function licencesPage(names: readonly string[]): string {
  const sections = names.map((name) => {
    const folder = join("node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no text of its licence, and cannot be built in`);
    return `## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `# Licenses\n\nThe files in this folder are these packages:\n\n${sections.join("\n")}`;
}
