import { Readable, Writable } from "node:stream";
import { systemClock } from "../../src/clock.ts";
import type { Rim } from "../../src/rim/rim.ts";

/** Keeps what is written to it. */
class TextSink extends Writable {
  text = "";

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

export interface TestRim {
  rim: Rim;
  stdout: TextSink;
  stderr: TextSink;
}

/** A rim of this process's own: no environment, no stdin, and streams that keep what they are given. */
export function testRim(): TestRim {
  const [stdout, stderr] = [new TextSink(), new TextSink()];
  const rim: Rim = {
    env: { NO_COLOR: "1" },
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    clock: systemClock,
    random: Math.random,
    takeSecret: () => undefined,
    keepSecret: () => undefined,
    scrub: (text) => text,
  };
  return { rim, stdout, stderr };
}
