import { Readable, Writable } from "node:stream";
import { systemClock } from "../../src/base/clock.ts";
import type { Context } from "../../src/base/context.ts";

/** Keeps what is written to it. */
class TextSink extends Writable {
  text = "";

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

export interface TestRim {
  context: Context;
  stdout: TextSink;
  stderr: TextSink;
}

/** A context of this process's own: no environment, no stdin, and streams that keep what they are given. */
export function testContext(): TestRim {
  const [stdout, stderr] = [new TextSink(), new TextSink()];
  const context: Context = {
    env: { NO_COLOR: "1" },
    caller: { script: "/usr/bin/leadctl", isExecutable: false, platform: "linux", cwd: process.cwd() },
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    clock: systemClock,
    random: Math.random,
    takeSecret: () => undefined,
    keepSecret: () => undefined,
    scrub: (text) => text,
  };
  return { context, stdout, stderr };
}
