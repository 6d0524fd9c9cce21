import { existsSync } from "node:fs";
import { isExecutable, packageFolder, packageText } from "./package-files.ts";

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
