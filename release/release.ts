import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ArchivedFile, writeArchive } from "./archive.ts";
import { bundleProgram } from "./bundle.ts";
import { makeExecutable } from "./executable.ts";
import { instructionsText } from "./instructions.ts";
import { billOfMaterials, licencesText, type NodeVersions, readParts } from "./parts.ts";
import { nodeFor, nodeLicenceFile, wineFolder } from "./run.ts";
import { NODE_VERSION, TARGETS, type Target } from "./targets.ts";

/** What a release consists of. */
export interface Release {
  folder: string;
  archives: readonly ReleasedArchive[];
}

export interface ReleasedArchive {
  target: Target;
  /** Names of the archive, and of the executable that is in it, by which it lies beside it as well. */
  archive: string;
  program: string;
  /** Whether the executable starts from compiled code. */
  hasCodeCache: boolean;
}

/**
 * Makes an archive for each target from the built program, in a folder that is made anew. Two releases of the same
 * sources are the same byte for byte, where both could run the targets' own Node.js.
 */
export async function makeRelease(folder: string, targets: readonly Target[] = TARGETS): Promise<Release> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const bundle = await bundleProgram();
  const parts = readParts(bundle);
  const linux = thatRunsHere();
  const licences = licencesText(parts, NODE_VERSION, readFileSync(nodeLicenceFile(linux), "utf8"));
  const bill = `${JSON.stringify(billOfMaterials(version, parts, versionsOf(nodeFor(linux))), null, 2)}\n`;
  const page = readFileSync("docs/install.md", "utf8");
  const archives: ReleasedArchive[] = [];
  for (const target of targets) {
    const name = `leadctl-${version}-${target.name}`;
    const program = `${name}${target.ending}`;
    const hasCodeCache = runsHere(target);
    makeExecutable(target, { bundle, version, canRun: hasCodeCache }, join(folder, program));
    const files: ArchivedFile[] = [
      { name: `leadctl${target.ending}`, content: { path: join(folder, program) }, isProgram: true },
      { name: "README.txt", content: instructionsText(page, target, version) },
      { name: "leads.csv", content: { path: "fixtures/leads.csv" } },
      { name: "LICENCES.txt", content: licences },
      { name: "sbom.cdx.json", content: bill },
    ];
    await writeArchive(join(folder, `${name}.zip`), name, files);
    archives.push({ target, archive: `${name}.zip`, program, hasCodeCache });
  }
  const names = archives.flatMap(({ archive, program }) => [archive, program]);
  writeFileSync(
    join(folder, "SHA256SUMS"),
    names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(""),
  );
  return { folder, archives };
}

function thatRunsHere(): Target {
  const target = TARGETS.find(({ runsBy }) => runsBy === "itself");
  if (target === undefined || `${process.platform}-${process.arch}` !== target.name) {
    throw new Error(`a release is made on Linux on x64, and this is ${process.platform} on ${process.arch}`);
  }
  return target;
}

function runsHere({ runsBy }: Target): boolean {
  return runsBy === "itself" || (runsBy === "wine" && wineFolder() !== undefined);
}

function versionsOf(node: string): NodeVersions {
  return JSON.parse(execFileSync(node, ["-p", "JSON.stringify(process.versions)"], { encoding: "utf8" }));
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
