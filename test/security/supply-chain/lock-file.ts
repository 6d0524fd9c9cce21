import { readFileSync } from "node:fs";

/** A package as the lock file names it. */
export interface LockedPackage {
  /** Its folder, from the root of the project. */
  path: string;
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

/** Every package of the lock file but the project's own. */
export function readLock(): LockedPackage[] {
  const url = new URL("../../../package-lock.json", import.meta.url);
  const { packages } = JSON.parse(readFileSync(url, "utf8")) as {
    packages: Record<string, Omit<LockedPackage, "path" | "name">>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, facts]) => ({
      ...facts,
      path,
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    }));
}

/** Those that a user of the program gets. */
export function productionOf(packages: readonly LockedPackage[]): LockedPackage[] {
  return packages.filter(({ dev }) => dev !== true);
}
