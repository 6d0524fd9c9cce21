import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { plainExports } from "../../build/plain-exports.ts";

const getter = (name: string, local: string) =>
  `Object.defineProperty(exports, "${name}", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn ${local};\n\t}\n});\n`;

function exportsOf(code: string): Record<string, unknown> {
  const exports = {};
  new Script(plainExports(code)).runInNewContext({ exports });
  return exports;
}

describe("exports of a built file", () => {
  it.each([
    "const a$1 = 5;",
    "function a$1() {}",
    "async function a$1() {}",
    "function* a$1() {}",
    "class a$1 {}",
    "var a$1 = class A {};",
  ])("are properties for what never changes: %s", (line) => {
    const made = exportsOf(`${line}\n${getter("a", "a$1")}`);
    expect(Object.getOwnPropertyDescriptor(made, "a")).toHaveProperty("value");
    expect(made.a).toBeDefined();
  });

  it.each(["let a = 1;", "var a = 1;"])("stay getters for what may change: %s", (line) => {
    const made = exportsOf(
      `${line}\n${getter("a", "a")}${getter("next", "next")}function next() { a += 1; }\n`,
    );
    (made.next as () => void)();
    expect(made.a).toBe(2);
  });
});
