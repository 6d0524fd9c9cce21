import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { rolldown } from "rolldown";
import { packageFolders } from "../build/licences.ts";

/** The whole program as one CommonJS script, which is what an executable runs. */
export interface Bundle {
  code: string;
  /** Folders of the npm packages that have a part in it, from the project's folder, sorted. */
  packages: readonly string[];
}

/** Bundles the built program, with the file that checks which Node.js it is in front. It is not minified: stacks stay readable. */
export async function bundleProgram(): Promise<Bundle> {
  const build = await rolldown({ input: "bin/leadctl.js", platform: "node" });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false });
  await build.close();
  const [script] = output;
  const packages = [
    ...packageFolders(script.moduleIds).map((folder) => relative("", folder)),
    ...LICENCES_PAGES.flatMap(builtInPackages),
  ];
  return { code: script.code, packages: [...new Set(packages)].sort() };
}

/** What names the packages that are in built files: those of the program, and the desk's page. */
const LICENCES_PAGES = ["dist/packages/licenses.md", "dist/desk/page/licenses.md"];

function builtInPackages(page: string): string[] {
  const list = readFileSync(page, "utf8");
  return [...list.matchAll(/^## (\S+) - /gm)].map(([, name]) => `node_modules/${name}`);
}
