import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { freshFolder } from "../../program/run-program.ts";
import { examine } from "./examine.ts";
import { NASTY_NAMES } from "./nasty-names.ts";

describe("an input's name", () => {
  it.each(NASTY_NAMES.map((name) => [JSON.stringify(name), name] as const))(
    "(%s) is inert in what is said of the sheet, whether or not it can be read",
    async (_shown, name) => {
      const folder = freshFolder();
      const path = join(folder, name);
      writeFileSync(path, csvOf(leads(1)));
      expect(await examine(path, join(folder, "check"))).toMatchObject({ exitCode: 0, breaches: [] });
      writeFileSync(path, "\0\0\0\0\0\0");
      expect(await examine(path)).toMatchObject({ errorCode: "input-binary", breaches: [] });
    },
  );
});
