import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { sheetFolder } from "../../program/started.ts";
import { examine } from "./examine.ts";

/** In a process of its own: collecting by hand beside hundreds of other files once took the process down. */
describe("a sheet that is refused", () => {
  it("leaves no open file to the garbage collector, of which Node would warn on the terminal", async () => {
    const folder = sheetFolder(`Colour\n${"red\n".repeat(200_000)}`);
    const warnings: Error[] = [];
    const take = (warning: Error): void => void warnings.push(warning);
    process.on("warning", take);
    onTestFinished(() => void process.off("warning", take));
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let time = 0; time < 5; time++) {
      expect((await examine(join(folder, "leads.csv"))).errorCode).toBe("no-known-column");
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(warnings).toEqual([]);
  });
});
