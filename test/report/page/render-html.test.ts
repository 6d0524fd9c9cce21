import { readdirSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { readPageAssets } from "../../../src/report/page/render-html.tsx";

describe("the page's script", () => {
  it("is one that runs without another, and names the licence of what is in it", async () => {
    const { script } = readPageAssets();
    expect(() => new Script(script)).not.toThrow();
    expect(script).toContain("Preact: MIT License");
  });

  it("uses nothing that makes text markup, asks for anything, or runs text", async () => {
    const { script } = readPageAssets();
    expect(script).not.toMatch(
      /outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(|XMLHttp|localStorage|\.cookie/,
    );
    // Preact writes markup where a component hands it some. None of ours does, and the page's policy forbids it.
    const own = readdirSync("src/report/page").map((name) => readFileSync(`src/report/page/${name}`, "utf8"));
    expect(own.join("\n")).not.toMatch(/innerHTML/i);
  });
});
