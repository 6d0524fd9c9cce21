import { readFileSync } from "node:fs";
import { getAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";

/**
 * What the program reads of its own package while it runs: files, and folders (ending in a slash) with all that is in
 * them. The package holds them by `files` in package.json, and an executable within itself.
 */
export const PACKAGE_FILES: readonly string[] = [
  "package.json",
  "fixtures/leads.csv",
  "dist/desk/page/",
  "dist/report/page/page.js",
  "src/report/page/page.css",
];

/** Whether the program is an executable that holds Node.js and all of `PACKAGE_FILES` within itself. */
export const isExecutable: boolean = isSea();

/** The folder of the package: of an installed one, or of a checkout. An executable has none. */
export const packageFolder: string = isExecutable ? "" : fileURLToPath(new URL("../../", import.meta.url));

/**
 * A file of the package, of those in `PACKAGE_FILES`.
 *
 * @param path From the package's folder, with slashes: `dist/report/page/page.js`.
 * @throws When there is no such file: the installation is not whole.
 */
export function packageFile(path: string): Buffer {
  return isExecutable ? Buffer.from(getAsset(path)) : readFileSync(`${packageFolder}${path}`);
}

/** A text file of the package, see `packageFile`. */
export function packageText(path: string): string {
  return packageFile(path).toString("utf8");
}
