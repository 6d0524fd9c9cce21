import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether this process may mount something: root on Linux, where nothing else forbids it. */
export const CAN_MOUNT = process.platform === "linux" && process.getuid?.() === 0 && canMount();

if (!CAN_MOUNT) console.warn("NOT CHECKED: what needs a mount. Mounting needs root.");

/** Mounts something over a path until the test is over, with the words that `mount` takes before it. */
export function mountOver(path: string, ...words: string[]): void {
  execFileSync("mount", [...words, path]);
  onTestFinished(() => void spawnSync("umount", ["-l", path], { stdio: "ignore" }));
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-mount-"));
  const words = ["-t", "tmpfs", "-o", "size=64k", "leadctl-test", folder];
  const isMounted = spawnSync("mount", words, { stdio: "ignore" }).status === 0;
  if (isMounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}
