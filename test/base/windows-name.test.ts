import { describe, expect, it } from "vitest";
import { requirePossible, whyNotOnWindows } from "../../src/base/durable-file.ts";

describe("a path for something new on Windows", () => {
  it.each([
    "run",
    "leadctl-runs\\20260102T030405678Z-Böse Übersicht 🏠",
    "C:\\Users\\Jane Doe\\runs",
    "C:run",
    "..\\runs\\.\\one",
    "\\\\server\\share\\runs",
    "console/auxiliary/nullify/com10/lpt",
    "100% sure & co (1), it's; `tick` ^caret",
  ])("may be %s", (path) => {
    expect(whyNotOnWindows(path)).toBeUndefined();
  });

  it.each([
    ["con", "con is a name that Windows keeps for itself"],
    ["runs\\NUL", "NUL is a name"],
    ["C:\\aux.csv\\run", "aux.csv is a name"],
    ["COM1", "COM1 is a name"],
    ["lpt².txt", "lpt².txt is a name"],
    ["prn .txt", "prn .txt is a name"],
    ["run.", "end with a dot or a space"],
    ["runs \\one", "end with a dot or a space"],
    ["run*", 'no name can hold "*"'],
    ["ab:c", 'no name can hold ":"'],
    ["a\tb", 'no name can hold "\\t"'],
  ])("is refused as %s", (path, why) => {
    expect(whyNotOnWindows(path)).toContain(why);
    expect(() => requirePossible(path, "win32")).toThrow(why);
    expect(() => requirePossible(path, "linux")).not.toThrow();
  });
});
