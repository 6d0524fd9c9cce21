import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { productionOf, readLock } from "./lock-file.ts";

/** The number that a user installs, ours not counted. A new dependency is a decision (docs/decisions.md). */
const PRODUCTION_MAX = 50;

const packages = readLock();
const production = productionOf(packages);
const ownPackage = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

describe("the lock file", () => {
  it("pins the content of every package by a SHA-512", () => {
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))).toEqual(
      [],
    );
  });

  it("fetches nothing from anywhere but a registry: no link, no repository, no plain http", () => {
    const odd = packages.filter(
      ({ resolved, link }) => link || (resolved !== undefined && !/^https:\/\/[^?#]+\.tgz$/.test(resolved)),
    );
    expect(odd).toEqual([]);
  });

  it(`holds at most ${PRODUCTION_MAX} packages that a user installs, and none that has to be built or chosen`, () => {
    expect(production.length).toBeLessThanOrEqual(PRODUCTION_MAX);
    expect(production.filter(({ hasInstallScript, optional }) => hasInstallScript || optional)).toEqual([]);
  });

  it("agrees with package.json on every direct dependency, each pinned to one version", () => {
    const direct: Record<string, string> = { ...ownPackage.dependencies, ...ownPackage.devDependencies };
    const locked = new Map(packages.map(({ path, version }) => [path, version]));
    const different = Object.entries(direct).filter(
      ([name, version]) => locked.get(`node_modules/${name}`) !== version,
    );
    expect(different).toEqual([]);
  });
});

describe("the project itself", () => {
  it("runs nothing when it is installed from a package: only a clone is built", () => {
    const lifecycle = Object.keys(ownPackage.scripts).filter((name) =>
      /^(?:pre|post)?install$|^(?:pre|post)prepare$/.test(name),
    );
    expect(lifecycle).toEqual([]);
  });
});
