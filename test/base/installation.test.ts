import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  findInstallation,
  PACKAGE_FILES,
  packageFile,
  packageKind,
  packageText,
} from "../../src/base/package-files.ts";
import { freshFolder } from "../program/run-program.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("how the program was installed", () => {
  it("is a checkout here", () => {
    expect(findInstallation()).toStrictEqual({ kind: "checkout", place: ROOT });
  });

  it.each([
    ["npm", "/usr/lib/node_modules/leadctl/"],
    ["npm", "C:\\Users\\Ann\\AppData\\Roaming\\npm\\node_modules\\leadctl\\"],
    ["npx", "/home/ann/.npm/_npx/1f2e/node_modules/leadctl/"],
    ["npx", "C:\\Users\\Ann\\AppData\\Local\\npm-cache\\_npx\\1f2e\\node_modules\\leadctl\\"],
    ["folder", "/opt/unpacked/leadctl/"],
  ])("is told by its folder: %s in %s", (kind, folder) => {
    expect(packageKind(folder)).toBe(kind);
  });

  it("is an image where the Dockerfile left its mark", () => {
    const folder = join(freshFolder(), "leadctl");
    mkdirSync(folder);
    const [, mark] = /touch \/opt\/leadctl\/(\S+)/.exec(readFileSync(join(ROOT, "Dockerfile"), "utf8")) ?? [];
    writeFileSync(join(folder, mark ?? ""), "");
    expect(packageKind(folder + sep)).toBe("image");
  });
});

describe("the files of the package", () => {
  it("are there, and come with what is packed", () => {
    const { files } = JSON.parse(packageText("package.json"));
    for (const path of PACKAGE_FILES) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      // npm packs package.json unasked.
      const isPacked = [...files, "package.json"].some((packed) => `${path}/`.startsWith(`${packed}/`));
      expect(isPacked, `${path} in "files" of package.json`).toBe(true);
    }
  });

  it("are read by their path in the package, as bytes or as text", () => {
    expect(packageFile("fixtures/leads.csv")).toStrictEqual(readFileSync(join(ROOT, "fixtures/leads.csv")));
    expect(packageText("dist/report/page/page.js")).toContain("Preact");
    expect(() => packageText("fixtures/none.csv")).toThrow(/ENOENT/);
  });
});
