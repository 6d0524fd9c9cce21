import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The page that goes with packages in built files: whose they are and under which terms, in the form of vite's
 * `build.license`.
 *
 * @param modulePaths Absolute, of all that is in the files.
 * @throws Error for one without a licence's text.
 */
export function licencesPage(modulePaths: readonly string[]): string {
  const sections = packageFolders(modulePaths).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no text of its licence, and cannot be built in`);
    return `## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `# Licenses\n\nThese packages are in the files of the program:\n\n${sections.join("\n")}`;
}

/**
 * The folders of the npm packages that modules belong to, each once, sorted.
 *
 * @param modulePaths Absolute, as the folders then are.
 */
export function packageFolders(modulePaths: readonly string[]): string[] {
  return [...new Set(modulePaths.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []))].sort();
}

/** The innermost package of a path. */
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;
