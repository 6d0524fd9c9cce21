// Run under a pseudo-terminal by live-progress.test.ts: half a second of live progress by the built program.
import { createProgress } from "../../../dist-tests/alone/progress.js";

const total = 50;
const view = await createProgress("auto", process.stderr, process.env);
for (let created = 1; created <= total; created++) {
  const summary = { total, created, pending: total - created };
  for (const status of ["invalid", "rejected", "duplicate", "unconfirmed", "unknown", "failed"])
    summary[status] = 0;
  view.update({
    phase: "sending",
    rowsRead: total,
    total,
    summary,
    inFlight: 1,
    ratePerSecond: 100,
    etaMs: 500,
    pauseReason: null,
    pauseLeftMs: null,
    slowReason: null,
  });
  if (created === 25) view.note({ finding: "interrupted", message: "halfway" });
  if (created === 30 && process.argv[2] === "lose-width") process.stderr.columns = 0;
  if (created === 30 && process.argv[2] === "lose-width") process.stderr.emit("resize");
  await new Promise((resolve) => setTimeout(resolve, 10));
}
view.stop();
process.stderr.write("done\n");
