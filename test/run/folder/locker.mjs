// Takes a run's lock when told to, says what came of it, and keeps it until told to go.
import { lockRun } from "../../../dist-tests/alone/lock.js";

const [dir, takeOver] = process.argv.slice(2);
process.on("message", async (message) => {
  if (message !== "lock") process.exit(0);
  try {
    const lock = await lockRun(dir, new Date(), takeOver === "take-over");
    process.once("message", async () => {
      lock.release();
      process.exit(0);
    });
    process.send("locked");
  } catch (error) {
    process.send(`${error.code ?? "bug"}: ${error.params?.doubt ?? error.message}`);
  }
});
process.send("ready");
