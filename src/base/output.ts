import { fstatSync, writeSync } from "node:fs";
import { Writable } from "node:stream";
import type { LiveStream } from "./context.ts";
import { ifPossible } from "./if-possible.ts";

/**
 * Watches stdout and stderr: what cannot be written would otherwise be lost without a word, or end the program with
 * an exit code of Node's. A reader that has gone away (`| head`) is not a failure and no reason to stop a run.
 */
export function watchOutput(): void {
  takeFiles();
  for (const stream of ownStreams())
    stream.on("error", (error) => {
      if (!isGone(error, stream) && !losses.has(stream)) losses.set(stream, error);
    });
}

function ownStreams(): NodeJS.WriteStream[] {
  return [process.stdout, process.stderr];
}

/** The same as `lossOf`, of both. */
export async function outputLoss(): Promise<Error | undefined> {
  const found = await Promise.all(ownStreams().map(lossOf));
  return found.find((loss) => loss !== undefined);
}

/**
 * Waits until everything is written to a stream.
 *
 * @returns Why something was not; undefined where all was, or where nobody is there any more to read it.
 */
export async function lossOf(stream: LiveStream): Promise<Error | undefined> {
  // An error comes to its listeners after the callback.
  await new Promise<void>((resolve) => stream.write("", () => setImmediate(resolve)));
  return losses.get(stream);
}

/** Kept here: the streams of the process forget it, so that they can be written to once more. */
const losses = new WeakMap<LiveStream, Error>();

const GONE_CODES: ReadonlySet<unknown> = new Set(["EPIPE", "EBADF", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Whether nobody reads any more: a pipe that was closed, a terminal that is gone. */
function isGone(error: NodeJS.ErrnoException, { isTTY }: LiveStream): boolean {
  return isTTY === true || GONE_CODES.has(error.code);
}

/** Node's own stream for a file takes a write that a full disk cut short for a whole one. */
function takeFiles(): void {
  for (const [name, fd] of [
    ["stdout", 1],
    ["stderr", 2],
  ] as const) {
    if (process[name] instanceof FileOutput || !isFile(process[name], fd)) continue;
    Object.defineProperty(process, name, { value: new FileOutput(fd), configurable: true });
  }
}

function isFile(stream: NodeJS.WriteStream, fd: number): boolean {
  return "fd" in stream && stream.fd === fd && ifPossible(() => fstatSync(fd).isFile()) === true;
}

/** A file that was open when the program began. */
class FileOutput extends Writable {
  readonly fd: number;

  constructor(fd: number) {
    super({ decodeStrings: true });
    this.fd = fd;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    try {
      for (let at = 0; at < chunk.length; ) at += writeSync(this.fd, chunk, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
