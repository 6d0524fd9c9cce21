import { describe, expect, it } from "vitest";
import { type LockedPackage, productionOf, readLock } from "./lock-file.ts";

/** Licences that let anybody use, change and pass on the program, also in a product. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0"],
]);

const production = productionOf(readLock());

describe("the licences of what a user installs", () => {
  it("all let anybody use, change and pass it on", () => {
    expect(production.filter(({ license }) => !ALLOWED.has(license ?? "none")).map(named)).toEqual([]);
  });

  it("are those that docs/licences.md lists; to update it: npx vitest run test/security/supply-chain/licences.test.ts -u", async () => {
    await expect(page(production)).toMatchFileSnapshot("../../../docs/licences.md");
  });
});

function named({ name, version, license }: LockedPackage): string {
  return `${name} ${version}: ${license}`;
}

function page(packages: readonly LockedPackage[]): string {
  const rows = packages
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return [
    "# Licences",
    "",
    "`leadctl` itself is under the [MIT licence](../LICENSE). Installing it brings these packages with it, each under its own",
    "licence, whose text lies in the package's folder or its README. There are no others: the tools of the project's",
    "developers do not come with it.",
    "",
    "| package | version | licence |",
    "|---|---|---|",
    ...rows,
    "",
    "Some of them are built into the program's files as well, in the same versions: their licences lie beside them in",
    "`dist/packages/licenses.md`. The pages of `leadctl desk` and `report.html` have Preact in them, and its licence in `dist/desk/page/licenses.md`. The",
    "executables hold Node.js as well: `LICENCES.txt` in their archives has the texts of them all.",
    "",
    "A bill of materials for machines, from a clone: `npm sbom --sbom-format cyclonedx --package-lock-only`. In it, what is",
    "marked `cdx:npm:package:development` is a tool of the developers. (Told to leave the tools out, npm 11 leaves out what",
    "a tool needs as well as the program, too.)",
    "",
  ].join("\n");
}
