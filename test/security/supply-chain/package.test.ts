import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { productionOf, readLock } from "./lock-file.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** What npm prints, asked without a network and without a script of ours. */
function npm(...args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync("npm", [...args, "--offline", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** What runs, what its users read, and the sheet that the first steps send. */
const PACKED = [
  /^bin\/(?:leadctl\.js|package\.json)$/,
  /^dist\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.js$/,
  // It says in which of Node's formats the others are.
  /^dist\/package\.json$/,
  /^dist\/packages\/licenses\.md$/,
  // The desk's page, as vite builds it, and the licences of what is in it.
  /^dist\/desk\/page\/(?:index\.html|licenses\.md|assets\/[a-z]+-[\w-]+\.(?:js|css|svg))$/,
  // The types of the modules that others may import; the rest of the declarations is nobody's.
  /^types\/(?:sandbox\/(?:start-sandbox|sandbox-types)|smoke\/(?:smoke-api|smoke-types))\.d\.ts$/,
  /^src\/report\/page\/page\.css$/,
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
  /^docs\/(?:[a-z0-9-]+\.md|(?:schemas\/)?[a-z-]+\.schema\.json|images\/[a-z0-9-]+\.(?:png|svg))$/,
  /^fixtures\/leads\.csv$/,
];

describe("the package", () => {
  const [packed] = npm("pack", "--dry-run", "--json") as [{ files: { path: string; mode: number }[] }];
  const paths = packed.files.map(({ path }) => path);

  it("holds what runs and what its users read: no test, no source, no map of a source that is not there", () => {
    expect(paths.filter((path) => !PACKED.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const path of [
      "bin/leadctl.js",
      "dist/main.js",
      "dist/package.json",
      "dist/desk/page/index.html",
      "dist/desk/page/licenses.md",
      "dist/packages/licenses.md",
      "dist/report/page/page.js",
      "src/report/page/page.css",
      "LICENSE",
    ]) {
      expect(paths).toContain(path);
    }
  });

  it("names whose the packages in its files are, in which version, with their licences", () => {
    const page = readFileSync(`${ROOT}/dist/packages/licenses.md`, "utf8");
    const built = new Set(
      paths
        .filter((path) => /^dist\/.*\.js$/.test(path))
        .flatMap((path) => [
          ...readFileSync(`${ROOT}/${path}`, "utf8").matchAll(/^\/\/ node_modules\/([^/]+)\//gm),
        ])
        .map(([, name]) => name),
    );
    expect(built.size).toBeGreaterThan(0);
    const locked = readLock();
    for (const name of built) {
      const { version, license } = locked.find(({ path }) => path === `node_modules/${name}`) ?? {};
      expect(page).toContain(`## ${name} - ${version} (${license})`);
    }
  });

  it("holds no address of a registry, no key, and nobody's home folder", () => {
    const texts = paths.filter((path) => /\.(?:js|json|md|css)$/.test(path));
    const held = texts.filter((path) =>
      /(?<!\w)\/(?:home|Users)\/\w+\/|_authToken|\/\/registry\.(?!example)\w+\.\w+/.test(
        readFileSync(`${ROOT}/${path}`, "utf8"),
      ),
    );
    expect(held).toEqual([]);
  });

  it("may be run by everybody, and written by its owner alone", () => {
    expect(packed.files.filter(({ mode }) => (mode & 0o022) !== 0)).toEqual([]);
  });
});

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string }[];
  properties: { name: string; value: string }[];
}

/** With `--omit dev`, npm 11 leaves out what a tool of ours depends on as well: zod, for one. */
const isOfTools = ({ properties }: Component): boolean =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");

describe("the bill of materials", () => {
  it("is made by npm from the lock file, and names every package that a user installs with its hash", () => {
    const bill = npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only") as {
      bomFormat: string;
      components: Component[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    const installed = bill.components.filter((component) => !isOfTools(component));
    const listed = installed.map(({ name, version }) => `${name}@${version}`).sort();
    const locked = productionOf(readLock()).map(({ name, version }) => `${name}@${version}`);
    expect(listed).toEqual(locked.sort());
    for (const { hashes, purl } of installed) {
      expect(purl).toMatch(/^pkg:npm\//);
      expect(hashes.map(({ alg }) => alg)).toEqual(["SHA-512"]);
    }
  });
});
