import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { joinModules, readPageAssets } from "../../../src/report/page/render-html.ts";

describe("the page's script", () => {
  it("is made of the compiled modules, and is one that runs", async () => {
    const { script } = readPageAssets();
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/^(?:import|export)\b/m);
  });

  it("uses nothing that makes text markup, asks for anything, or runs text", async () => {
    const { script } = readPageAssets();
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(|XMLHttp|localStorage|\.cookie/,
    );
  });

  it("drops imports and exports, and keeps what they declare", () => {
    const script = joinModules([
      "export function a() {\n    return 1;\n}\nexport {};\n//# sourceMappingURL=a.js.map\n",
      'import { a } from "./a.js";\nexport const b = a() + 1;\n',
    ]);
    expect(new Script(`${script.replace(/\}\n$/, "")} globalThis.seen = b; }`).runInNewContext({})).toBe(2);
  });

  it("takes one name in two modules for the mistake that it is", () => {
    const script = joinModules(["export function a() {}\n", "function a() {}\n"]);
    expect(() => new Script(script)).toThrow(/already been declared/);
  });

  it("refuses a form of import that it cannot join, and text that would end its element", () => {
    expect(() => joinModules(['export * from "./a.js";\n'])).toThrow(/another form/);
    expect(() => joinModules(['const a = "</script>";\n'])).toThrow(/end its own element/);
  });
});
