/**
 * What a project of another team does with the installed package, on the Node that runs this file: its tests with the
 * sandbox as a mock, in their process and around it, and its pipeline, a plain shell script, with smoke test and batch
 * job. `.ci/packaging` has compiled the project by then.
 *
 * Run as `node client-project.mjs <project>` in an empty folder.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [PROJECT = "."] = process.argv.slice(2);
const began = performance.now();

symlinkSync(join(PROJECT, "node_modules"), "node_modules");
const tests = join(PROJECT, "out", "test-client.js");
const alone = run(0, process.execPath, "--test", "--test-reporter=tap", tests);
assert.match(alone.stdout, /^# pass 3$/m);
assert.match(alone.stdout, /^# skipped 2$/m);
const around = leadctl(
  0,
  "--success-status",
  "201",
  "--",
  process.execPath,
  "--test",
  "--test-reporter=tap",
  tests,
);
assert.match(around.stdout, /^# pass 5$/m);

// The pipeline: rows that cannot go, then all of them, then a service that is not as promised, and one that is gone.
for (const file of ["pipeline.sh", "leads.csv"]) copyFileSync(join(PROJECT, file), file);
const [header, ...rows] = readFileSync("leads.csv", "utf8").split(/\r?\n/);
writeFileSync("good.csv", [header, ...rows.slice(0, 12)].join("\n"));
const some = leadctl(1, "--", "./pipeline.sh", "leads.csv");
assert.match(some.stdout, /^The service does what its interface promises\.$/m);
assert.match(some.stderr, /^Some rows were not created: correct run-\d+T\d+Z-\d+\/fix\.csv/m);
assert.match(readFileSync("smoke.xml", "utf8"), /<testsuites/);
assert.equal(JSON.parse(readFileSync("smoke.json", "utf8")).verdict, "pass");
assert.match(readFileSync("leads.xml", "utf8"), /<testsuite/);
assert.match(leadctl(0, "--", "./pipeline.sh", "good.csv").stdout, /^Every row is created\.$/m);
const differing = leadctl(4, "--fault", "close-before=1", "--", "./pipeline.sh");
assert.match(differing.stderr, /^No verdict \(exit code 4\)/m);

const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`✔ Node ${process.versions.node}  a client's tests and pipeline  ${seconds} s`);

/** `leadctl sandbox`, with its exit code held. */
function leadctl(exitCode, ...args) {
  return run(exitCode, join("node_modules", ".bin", "leadctl"), "sandbox", ...args);
}

function run(exitCode, program, ...args) {
  // A test runner that is told that it is inside another one reports in another form.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const end = spawnSync(program, args, { encoding: "utf8", timeout: 60_000, env });
  assert.equal(end.status, exitCode, `${program} ${args.join(" ")}\n${end.stdout}${end.stderr}`);
  return end;
}
