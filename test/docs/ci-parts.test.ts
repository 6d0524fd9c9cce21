import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSources } from "../import-graph.ts";
import { ROOT } from "./manual.ts";

const ALL = readFileSync(join(ROOT, ".ci/all"), "utf8");

describe(".ci/all", () => {
  it("runs every long test file, in one of its parts", () => {
    const filters = [...ALL.matchAll(/^\w+\(\) \{.*\blong ([^;&]*);/gm)].flatMap(([, paths = ""]) =>
      paths.split(" "),
    );
    // What `npm run test:windows` runs, by Wine.
    filters.push("test/windows");
    const files = [...readSources("test").keys()].filter((path) => path.endsWith(".long.test.ts"));
    expect(files.filter((path) => !filters.some((filter) => path.startsWith(filter)))).toStrictEqual([]);
  });

  it("has the parts that CONTRIBUTING.md tells of", () => {
    const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
    const told = [...contributing.matchAll(/^\| `\.ci\/all ([a-z]+)` \|/gm)].map(([, part]) => part);
    expect(told).toStrictEqual(/^parts=\((.*)\)$/m.exec(ALL)?.[1]?.split(" "));
  });
});
