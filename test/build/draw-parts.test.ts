import { describe, expect, it } from "vitest";
import { drawParts, type Module } from "../../build/draw-parts.ts";

/** Modules by name: what each imports, what it loads late, how long it is, and how many packages it loads. */
function graph(
  modules: Readonly<
    Record<string, [imports?: string, late?: string, characters?: number, packages?: number]>
  >,
): Map<string, Module> {
  const words = (text = ""): string[] => text.split(" ").filter((word) => word !== "");
  return new Map(
    Object.entries(modules).map(([name, [imports, late, characters = 1_000, packages = 0]]) => [
      name,
      { imports: words(imports), lateImports: words(late), characters, packages },
    ]),
  );
}

/** The files, each as its modules. */
function filesOf(modules: Map<string, Module>): string[] {
  const files = new Map<string, string[]>();
  for (const [name, file] of drawParts(modules, ["main"]))
    files.set(file, [...(files.get(file) ?? []), name]);
  return [...files.values()].map((names) => names.sort().join(" ")).sort();
}

describe("the files of the program", () => {
  it("are one for what the same commands need", () => {
    const modules = graph({
      main: ["base", "send resume check"],
      base: ["deep", "", 50_000],
      deep: ["", "", 50_000],
      send: ["client rules"],
      resume: ["client"],
      client: ["socket", "", 50_000],
      socket: ["", "", 50_000],
      check: ["rules"],
      rules: ["", "", 50_000],
    });
    expect(filesOf(modules)).toStrictEqual(["base deep", "client socket", "rules"]);
  });

  it("keep what is large from the commands that do not need it, and not what is small", () => {
    const modules = graph({
      main: ["", "line"],
      line: ["base", "send resume check"],
      base: [],
      send: ["small large"],
      resume: ["large"],
      small: ["", "", 100],
      large: ["", "", 50_000],
      check: ["small"],
    });
    expect(filesOf(modules)).toStrictEqual(["base small", "large"]);
  });

  it("keep what imports something large, however small it is, from the commands that do not need it", () => {
    const modules = graph({
      main: ["", "send resume check explain runs map"],
      send: ["small tiny"],
      resume: ["small tiny"],
      check: ["tiny"],
      explain: ["large"],
      runs: ["large"],
      map: ["large"],
      small: ["large", "", 100],
      tiny: ["", "", 100],
      large: ["", "", 50_000],
    });
    expect(filesOf(modules)).toStrictEqual(["large small", "tiny"]);
  });

  it("keep packages from the commands that do not need them", () => {
    const modules = graph({
      main: ["", "line"],
      line: ["base", "send resume check"],
      base: [],
      send: ["uses"],
      resume: ["uses"],
      uses: ["", "", 10, 1],
      check: [],
    });
    expect(filesOf(modules)).toStrictEqual(["base", "uses"]);
  });

  it("never import each other", () => {
    // `top` and `bottom` would be one file, if `middle` were not between them.
    const modules = graph({
      main: ["top", "late"],
      top: ["middle", "", 10],
      middle: ["bottom", "", 10],
      bottom: ["", "", 10],
      late: ["bottom"],
    });
    const file = drawParts(modules, ["main"]);
    const isTogether = file.get("top") === file.get("bottom");
    expect(isTogether && file.get("middle") !== file.get("top")).toBe(false);
  });

  it("are one for something small and what is asked for by name, where others import that too", () => {
    const modules = graph({
      main: ["", "line"],
      line: ["base", "send resume check late"],
      base: [],
      send: ["late"],
      resume: ["late"],
      check: [],
      late: ["", "", 100],
    });
    expect(filesOf(modules)).toStrictEqual(["base late"]);
  });

  it("add nothing to what is loaded at every start", () => {
    const modules = graph({
      main: ["base", "send resume"],
      base: [],
      send: ["small"],
      resume: ["small"],
      small: ["", "", 100],
    });
    expect(filesOf(modules)).toStrictEqual(["base", "small"]);
  });

  it("leave to what is asked for by name a file of its own, with what it alone needs", () => {
    const modules = graph({ main: ["base", "late"], base: [], late: ["own"], own: [] });
    expect([...drawParts(modules, ["main"]).keys()]).toStrictEqual(["base"]);
  });
});
