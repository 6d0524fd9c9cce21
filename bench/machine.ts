import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

/** On what the figures were measured, a line a fact. */
export function describeMachine(dir: string): string[] {
  const processors = cpus();
  return [
    `processor: ${processors[0]?.model.trim()}, ${processors.length} cores`,
    `memory: ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `system: ${systemName()}, Linux ${release()}, Node ${process.version}`,
    `runs were written to: ${fileSystemOf(dir)}`,
  ];
}

function systemName(): string {
  return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown";
}

/** Type and device of the mount that a folder lies on. */
function fileSystemOf(dir: string): string {
  const mounts = readFileSync("/proc/mounts", "utf8").trimEnd().split("\n");
  const holding = mounts
    .map((line) => line.split(" "))
    .filter(([, point = ""]) => `${dir}/`.startsWith(point.endsWith("/") ? point : `${point}/`))
    .toSorted(([, a = ""], [, b = ""]) => a.length - b.length);
  const [device, , type] = holding.at(-1) ?? [];
  return `${type} on ${device}`;
}
