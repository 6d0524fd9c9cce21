import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A new folder for one test, gone after it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder for all tests of a file, gone after them. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
