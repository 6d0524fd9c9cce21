/**
 * The main job, done by an installed package on the Node that runs this file: a sheet in, quotes out, the rest mended
 * and sent again. `.ci/packaging` calls it for every Node that counts. Plain JavaScript, because the oldest of them
 * reads nothing else.
 *
 * Run as `node main-job.mjs <node_modules>` in an empty folder.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = process.argv[2] ?? "node_modules";
const PACKAGE = join(MODULES, "leadctl");
const SHEET = join(PACKAGE, "fixtures", "leads.csv");
const MEND_SHEET = fileURLToPath(new URL("mend-sheet.mjs", import.meta.url));
const RUN = "first";

const began = performance.now();
const expected = process.env.EXPECTED_NODE ?? "";
assert.match(`${process.versions.node}.`, new RegExp(`^${expected}\\.`), `this is not Node ${expected}`);
const isOffline = process.env.OFFLINE !== "0";
if (isOffline) assert.deepEqual(Object.keys(networkInterfaces()), ["lo"]);

const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
assert.equal(leadctl(0, "--version"), `${version}\n`);
assert.match(leadctl(0, "--help"), /^ +submit /m);
assert.ok(existsSync(join(PACKAGE, "docs", "config.schema.json")), "configuration files name this schema");

assert.match(leadctl(0, "completion", "bash"), /complete .*leadctl/);

leadctl(0, "template", "--output", "empty.xlsx");
assert.equal(readFileSync("empty.xlsx").subarray(0, 2).toString(), "PK");
leadctl(1, "validate", SHEET);

leadctl(1, "submit", SHEET, "--sandbox", "--out", RUN);
assert.deepEqual(countsOf(RUN), { total: 60, created: 48, invalid: 12 });
const { leads } = reportOf(RUN);
assert.ok(leads.filter((lead) => lead.status === "created").every((lead) => lead.quoteId && lead.loginUrl));
for (const file of ["plan.ndjson", "journal.ndjson", "report.csv", "report.html", "fix.csv"]) {
  assert.equal(statSync(join(RUN, file)).mode & 0o777, 0o600, file);
}

assert.match(leadctl(0, "explain", RUN, "14"), /Required for condo properties/);
execFileSync(process.execPath, [MEND_SHEET, join(RUN, "fix.csv"), "mended.csv"]);
leadctl(0, "replay", RUN, "--with", "mended.csv");
assert.deepEqual(countsOf(RUN), { total: 60, created: 60 });

const page = leadctl(0, "report", RUN, "--format", "html");
assert.ok(page.startsWith("<!doctype html>"));
for (const lead of reportOf(RUN).leads) {
  assert.ok(!page.includes(lead.loginUrl) && !page.includes(lead.email), `row ${lead.row} is in the page`);
}
assert.match(leadctl(0, "report", RUN, "--format", "junit"), /<testsuite/);
assert.match(leadctl(0, "runs", "--runs", "."), /60 created/);
leadctl(0, "smoke", "--sandbox");

const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`✔ Node ${process.versions.node}  the main job${isOffline ? ", offline" : ""}  ${seconds} s`);

/** Runs the installed program, holds its exit code, and gives its stdout. */
function leadctl(exitCode, ...args) {
  const end = spawnSync(join(MODULES, ".bin", "leadctl"), args, { encoding: "utf8", timeout: 60_000 });
  const told = `leadctl ${args.join(" ")}\n${end.stdout}${end.stderr}`;
  assert.equal(end.status, exitCode, told);
  assert.doesNotMatch(end.stderr, /\(node:\d+\)/, `Node warns of something: ${told}`);
  return end.stdout;
}

function reportOf(run) {
  return JSON.parse(readFileSync(join(run, "report.json"), "utf8"));
}

/** How many rows have which status, without those that none has. */
function countsOf(run) {
  return Object.fromEntries(Object.entries(reportOf(run).summary).filter(([, count]) => count > 0));
}
