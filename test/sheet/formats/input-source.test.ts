import { closeSync, fstatSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { readBytes } from "../../../src/sheet/formats/input-source.ts";
import { freshFolder } from "../../folders.ts";

it("closes a file that is read no further once, and never one that was opened meanwhile", async () => {
  const folder = freshFolder();
  const path = join(folder, "leads.csv");
  writeFileSync(path, "x".repeat(1_000_000));
  const open: number[] = [];
  for (let round = 0; round < 100; round++) {
    const bytes = readBytes({ path });
    await bytes.next();
    const ended = bytes.return(undefined);
    // The number of a closed file goes to the next one that is opened.
    for (let tries = 0; tries < 5; tries++) {
      open.push(openSync(path, "r"));
      await setTimeout(0);
    }
    await ended;
  }
  for (const file of open) {
    expect(() => fstatSync(file)).not.toThrow();
    closeSync(file);
  }
});
