import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "../../program/run-program.ts";
import { examine } from "./examine.ts";

/** Files that the fuzzer found, made small. Each broke a promise that {@link examine} holds it to. */
const FOUND: readonly [string, string, string][] = [
  ["a header that begins like a formula", "leads.csv", "Email,''+First Name,=x\nnobody,Ana,1\n"],
  [
    "cells that make a text look binary once the rest is left out",
    "leads.csv",
    `\0E\0m\0a\0i\0l\0,${" ".repeat(2_000)}Email\n\0a\0@\0b,nobody\n`,
  ],
  [
    "a row to fix that looks more like the headers than they do",
    "leads.csv",
    "x,Home Foo,Home Bar,\nEmail,City,State,Zip\nEmail,City,State,Zip\nnobody,a,b,c\n",
  ],
];

describe("what the fuzzer found", () => {
  it.each(FOUND)("(%s) breaks no promise", async (_about, name, content) => {
    const folder = freshFolder();
    writeFileSync(join(folder, name), content);
    const { breaches, exitCode, stderr } = await examine(join(folder, name), join(folder, "check"));
    expect(breaches).toEqual([]);
    expect(exitCode, stderr).toBe(1);
  });
});
