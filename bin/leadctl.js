#!/usr/bin/env node
/*
 * Looks which Node it is before anything is loaded, and so has to be readable for any: the program itself would end an
 * older one with a syntax error and exit code 1, which is the code for "some rows were not created".
 */
"use strict";

const OLDEST = [20, 18, 3];
const BUG = 70;

if (isOlder(process.versions.node.split(".").map(Number), OLDEST)) {
  const needed = `leadctl needs Node.js ${OLDEST.join(".")} or newer, and this is ${process.version} (${process.execPath}).`;
  fail(`${needed}\nNothing was done. Install a newer one: https://nodejs.org/en/download`);
} else {
  start().catch((error) =>
    fail(`leadctl could not be started: ${error instanceof Error ? error.stack : error}`),
  );
}

async function start() {
  await require("../dist/main.js").main();
}

function isOlder(version, oldest) {
  for (let part = 0; part < oldest.length; part++) {
    if (version[part] !== oldest[part]) return version[part] < oldest[part];
  }
  return false;
}

function fail(text) {
  process.exitCode = BUG;
  process.stderr.write(`${text}\n`);
}
