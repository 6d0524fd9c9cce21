import { existsSync, readFileSync } from "node:fs";
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

/** How the program came to this computer. */
export interface Installation {
  kind: "executable" | "checkout" | "image" | "npx" | "npm" | "folder";
  /** The executable itself, or the folder of the package. */
  place: string;
}

/** As package.json says. */
export function programVersion(): string {
  return (JSON.parse(packageText("package.json")) as { version: string }).version;
}

/** Detected by the program's path, and by files that only one kind of installation has. */
export function findInstallation(): Installation {
  if (isExecutable) return { kind: "executable", place: process.execPath };
  return { kind: packageKind(packageFolder), place: packageFolder };
}

/**
 * How a package came to its folder.
 *
 * @param folder With a separator at its end.
 */
export function packageKind(folder: string): Exclude<Installation["kind"], "executable"> {
  if (/[\\/]_npx[\\/]/.test(folder)) return "npx";
  if (/[\\/]node_modules[\\/]leadctl[\\/]$/.test(folder)) return "npm";
  if (existsSync(`${folder}${IMAGE_MARK}`)) return "image";
  // The compiler's settings are not part of the package.
  return existsSync(`${folder}tsconfig.json`) ? "checkout" : "folder";
}

/** An empty file in the package's folder, which the Dockerfile makes. */
const IMAGE_MARK = ".image";

const NAMES: Readonly<Record<Installation["kind"], string>> = {
  executable: "executable",
  checkout: "checkout",
  image: "container image",
  npx: "package, fetched by npx",
  npm: "npm package",
  folder: "package, unpacked",
};

/** One line, as `npm package in /usr/lib/node_modules/leadctl, on Node.js 24.1.0 for linux x64`. */
export function installationText({ kind, place }: Installation): string {
  const where = kind === "executable" ? place : `in ${place.replace(/[\\/]$/, "")}`;
  return `${NAMES[kind]} ${where}, on Node.js ${process.versions.node} for ${process.platform} ${process.arch}`;
}
