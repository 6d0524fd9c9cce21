import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { quickStart } from "../../release/quick-start.ts";

const HEAD = `#!/usr/bin/env node
"use strict";
var __toESM = (mod) => ({ default: mod, ...mod });
let node_path = require("node:path");
let node_fs = require("node:fs");
node_fs = __toESM(node_fs, 1);
`;

/** Runs a bundle, and returns its value and the modules that it loaded. */
function run(code: string) {
  const loaded: string[] = [];
  const load = (name: string) => {
    loaded.push(name);
    return process.getBuiltinModule(name);
  };
  const value = new Script(code).runInNewContext({ require: load });
  return { value, loaded };
}

describe("a bundle that starts quickly", () => {
  it("loads a module of Node.js where it is first used, and once", () => {
    const code = `${HEAD}(0, node_path.basename)("a/b") + (0, node_path.basename)("c/d");\n`;
    expect(run(code)).toStrictEqual({ value: "bd", loaded: ["node:path", "node:fs"] });
    expect(run(quickStart(code))).toStrictEqual({ value: "bd", loaded: ["node:path"] });
  });

  it("takes the module as a whole where its default is imported", () => {
    const code = `${HEAD}typeof node_fs.default.readFileSync;\n`;
    expect(run(quickStart(code))).toStrictEqual({ value: "function", loaded: ["node:fs"] });
  });

  it("takes it as a whole by a helper that has a number, too", () => {
    const code = `${HEAD.replaceAll("__toESM", "__toESM$1")}typeof node_fs.default.readFileSync;\n`;
    expect(run(quickStart(code))).toStrictEqual({ value: "function", loaded: ["node:fs"] });
  });

  it("loads a module of Node.js late for built files, too, which the bundler wraps", () => {
    const code = `${HEAD}var load_a = () => {
\tlet node_os = require("node:os");
\tlet node_fs = require("node:fs");
\tnode_fs = load_runtime.__toESM(node_fs, 1);
\treturn (0, node_os.platform).name + typeof node_fs.default.readFileSync;
};
load_a();
`;
    expect(run(quickStart(code))).toStrictEqual({
      value: "platformfunction",
      loaded: ["node:os", "node:fs"],
    });
  });

  it("says the same in ASCII, in texts, templates and expressions", () => {
    const code = `${HEAD}\`é\${"–🏠"}\` + /^[äß🏠]+$/u.test("ß🏠");\n`;
    const quick = quickStart(code);
    expect(quick).toMatch(/^[\0-\x7f]*$/);
    expect(run(quick).value).toBe("é–🏠true");
  });

  it.each([
    ["a module that is handed on as a whole", "const fs = node_fs;"],
    ["another thing of a module's name", "function a(node_path) {}"],
    ["characters that String.raw would show otherwise", "String.raw`é`;"],
  ])("is refused for %s", (_what, line) => {
    expect(() => quickStart(`${HEAD}${line}\n`)).toThrow();
  });

  it("is refused where the bundler loads modules in another way", () => {
    expect(() => quickStart('"use strict";\n')).toThrow(/known way/);
  });
});
