/**
 * Runs the built program again and again in one process, a command line at a time, each in the folder and with the
 * environment, the stdin and the arguments that the message names: to start Node and to load the program for each of
 * a thousand command lines takes most of the time of the tests. See `runProgram`.
 */
import { open } from "node:fs/promises";
import { PassThrough, Writable } from "node:stream";
import { main } from "../../dist/main.js";

const exit = process.exit.bind(process);

// What has to survive a power cut is looked at in processes of their own (test/crash): to wait for the disk takes a third
// of a submission.
const handle = await open(process.execPath);
const prototype = Object.getPrototypeOf(handle);
prototype.sync = prototype.datasync = async () => undefined;
await handle.close();

process.on("disconnect", () => exit());
process.on("message", run);

async function run({ args, program, cwd, env, stdin, columns }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  const [stdout, stderr] = [capture("stdout"), capture("stderr", columns)];
  const input = new PassThrough();
  input.end(Buffer.from(stdin, "base64"));
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  const answer = (exitCode, isOver) => {
    const end = {
      exitCode,
      isOver,
      stdout: stdout().toString("base64"),
      stderr: stderr().toString("base64"),
    };
    process.send(end, () => isOver && exit());
  };
  // Ends the process wherever it is called: there is nothing left that could go on.
  process.exit = (code = process.exitCode ?? 0) => answer(code, true);
  await main();
  // What a process would still do before it ends.
  await new Promise((resolve) => setImmediate(resolve));
  answer(process.exitCode ?? 0, false);
}

/**
 * Puts a stream in the place of one of the process, and returns what gives its bytes.
 *
 * @param columns Of the terminal that it is to be; absent: it is none.
 */
function capture(name, columns) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns });
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => Buffer.concat(chunks);
}
