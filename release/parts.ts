import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundle } from "./bundle.ts";

/** A package of others that is in an executable. */
export interface Part {
  name: string;
  version: string;
  /** SPDX's identifier. */
  licence: string;
  author: string;
  /** The licence's text; empty where the package has none. */
  text: string;
  /** As the lock file has it: `sha512-…`. */
  integrity: string;
}

/** The packages of a bundle, as they are installed. */
export function readParts({ packages }: Bundle): Part[] {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  return packages.map((folder) => {
    const {
      name,
      version,
      license,
      author = "",
    } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    return {
      name,
      version,
      licence: license,
      author: typeof author === "string" ? author : author.name,
      text: file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim(),
      integrity: lock[folder].integrity,
    };
  });
}

/**
 * `LICENCES.txt`: whose work an executable is, and under which terms.
 *
 * @param nodeLicence Node.js's own page, which has those of its parts.
 */
export function licencesText(parts: readonly Part[], nodeVersion: string, nodeLicence: string): string {
  const own = readFileSync("LICENSE", "utf8").trim();
  const sections = [
    [`leadctl`, own] as const,
    ...parts.map((part) => [`${part.name} ${part.version} (${part.licence})`, termsOf(part, parts)] as const),
    [`Node.js ${nodeVersion}, and what is in it`, nodeLicence.trim()] as const,
  ];
  const names = sections.map(([title]) => `  ${title}`).join("\n");
  const texts = sections.map(
    ([title, text]) => `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n\n${text}\n`,
  );
  return `This program is made of\n\n${names}\n\nTheir licences follow, in this order.\n\n${texts.join("\n")}`;
}

function termsOf({ text, licence, author }: Part, parts: readonly Part[]): string {
  if (text !== "") return text;
  const same = parts.find((part) => part.licence === licence && part.text !== "");
  if (same === undefined) throw new Error(`nothing here has the text of the licence ${licence}`);
  return `By ${author}. Its package names the ${licence} licence and has no text of it: see that of ${same.name}.`;
}

/** The bill of materials in CycloneDX's JSON: what is in an executable, for whoever looks for known holes. */
export function billOfMaterials(version: string, parts: readonly Part[], nodeVersions: NodeVersions): object {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: component("application", "leadctl", version, "MIT") },
    components: [
      ...parts.map(({ name, version, licence, integrity }) => ({
        ...component("library", name, version, licence),
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        hashes: [
          {
            alg: "SHA-512",
            content: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex"),
          },
        ],
      })),
      {
        ...component("platform", "node", nodeVersions.node, "MIT"),
        cpe: `cpe:2.3:a:nodejs:node.js:${nodeVersions.node}:*:*:*:*:*:*:*`,
        components: Object.entries(nodeVersions)
          .filter(([name]) => name !== "node" && name !== "modules" && name !== "napi")
          .map(([name, version]) => ({ type: "library", "bom-ref": `node/${name}`, name, version })),
      },
    ],
  };
}

/** `process.versions` of the Node.js in the executable. */
export type NodeVersions = Readonly<Record<string, string>> & { readonly node: string };

function component(type: string, name: string, version: string, licence: string) {
  return { type, "bom-ref": `${name}@${version}`, name, version, licenses: [{ license: { id: licence } }] };
}
