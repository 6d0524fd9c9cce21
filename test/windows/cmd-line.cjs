/*
 * Runs a line in cmd.exe as a person types it: cmd.exe reads the rest of its command line by rules of its own, and
 * whoever starts it from elsewhere than Windows (Wine) would quote the line once more.
 */
"use strict";
const { spawnSync } = require("node:child_process");

const [line] = process.argv.slice(2);
const { status, error } = spawnSync(process.env.ComSpec ?? "cmd.exe", ["/d", "/s", "/c", `"${line}"`], {
  stdio: "inherit",
  windowsVerbatimArguments: true,
});
if (error) throw error;
process.exitCode = status;
