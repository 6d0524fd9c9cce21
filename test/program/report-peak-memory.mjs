import { readFileSync, writeFileSync } from "node:fs";

// Preloaded into the program: writes its peak of resident memory in KiB to PEAK_FILE when it ends. Where there
// is /proc, its mark is taken: `resourceUsage` may still hold the peak of the process that this one came from.
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(peakKib())));

function peakKib() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
