import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { NtExecutable, NtExecutableResource, Resource } from "resedit";
import { PACKAGE_FILES } from "../src/base/package-files.ts";
import type { Bundle } from "./bundle.ts";
import { nodeFor, runFor } from "./run.ts";
import { TARGETS, type Target } from "./targets.ts";

/** What an executable is made of. */
export interface Ingredients {
  bundle: Bundle;
  version: string;
  /** Whether the target's own Node.js runs here: it makes the code cache. */
  canRun: boolean;
}

/**
 * Makes a program of Node.js, the bundle and the files that it reads of its package.
 *
 * @param path Where to.
 */
export function makeExecutable(target: Target, { bundle, version, canRun }: Ingredients, path: string): void {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-release-"));
  const blob = makeBlob(target, bundle, canRun, folder);
  if (target.system === "Windows") {
    writeFileSync(path, withResource(readFileSync(nodeFor(target)), readFileSync(blob), version));
  } else {
    copyFileSync(nodeFor(target), path);
    chmodSync(path, 0o755);
    const args = [path, RESOURCE, blob, "--sentinel-fuse", FUSE];
    execFileSync(process.execPath, ["node_modules/postject/dist/cli.js", ...args], { stdio: "ignore" });
  }
  rmSync(folder, { recursive: true });
}

/** What Node.js runs: the script, its compiled code where that can be made, and the files. */
function makeBlob(target: Target, { code }: Bundle, canRun: boolean, folder: string): string {
  const settings = {
    main: SCRIPT,
    output: "blob",
    disableExperimentalSEAWarning: true,
    useCodeCache: canRun,
    assets: Object.fromEntries(packagePaths().map((path) => [path, resolve(path)])),
  };
  writeFileSync(join(folder, SCRIPT), code);
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  // Without a code cache a blob is the same for all systems.
  const maker = canRun ? target : TARGETS.find(({ runsBy }) => runsBy === "itself");
  if (maker === undefined) throw new Error("no Node.js runs here");
  // The seed makes the same code cache every time, and has no part in whether it is taken.
  runFor(maker, [nodeFor(maker), "--random-seed=1", "--experimental-sea-config", "settings.json"], folder);
  return join(folder, "blob");
}

/** As stacks name it. */
const SCRIPT = "leadctl.cjs";

/** Where Node.js looks for the program that it is to run, and what tells it that there is one. */
const RESOURCE = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** All files of `PACKAGE_FILES`, sorted, so that they stand in one order in every executable. */
export function packagePaths(): string[] {
  const paths = PACKAGE_FILES.flatMap((path) => {
    if (!path.endsWith("/")) return [path];
    const inner = readdirSync(path, { recursive: true, encoding: "utf8" });
    return inner.map((name) => path + name).filter((path) => statSync(path).isFile());
  });
  return paths.filter((path) => !path.endsWith(".map")).sort();
}

/** English of the United States, in Unicode. */
const LANGUAGE = { lang: 0x409, codepage: 1200 };
/** RT_RCDATA: bytes of the program's own. */
const RAW_DATA = 10;

/**
 * Puts the blob into a program of Windows as postject would, and its name and version with it, as the properties of the
 * file and the task manager show them. Node's own signature goes: it would be wrong.
 */
function withResource(node: Buffer, blob: Buffer, version: string): Buffer {
  const image = NtExecutable.from(node, { ignoreCert: true });
  const resources = NtExecutableResource.from(image);
  resources.entries.push({ type: RAW_DATA, id: RESOURCE, ...LANGUAGE, bin: Uint8Array.from(blob).buffer });
  const [about] = Resource.VersionInfo.fromEntries(resources.entries);
  if (about === undefined) throw new Error("node.exe says nothing of itself");
  about.setFileVersion(version);
  about.setProductVersion(version);
  const { lang, codepage } = LANGUAGE;
  about.removeAllStringValues({ lang, codepage });
  about.setStringValues(
    { lang, codepage },
    {
      FileDescription: "leadctl",
      ProductName: "leadctl",
      OriginalFilename: "leadctl.exe",
      FileVersion: version,
      ProductVersion: version,
      LegalCopyright: "MIT licence; holds Node.js and others, see LICENCES.txt",
    },
  );
  about.outputToResourceEntries(resources.entries);
  resources.outputResource(image);
  const bytes = Buffer.from(image.generate());
  const at = bytes.indexOf(`${FUSE}:0`);
  if (at < 0) throw new Error("node.exe takes no program");
  bytes.write("1", at + FUSE.length + 1);
  return bytes;
}
