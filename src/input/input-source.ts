import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { inputError } from "./input-error.ts";

/** Where an input comes from: a file, or a stream with the name to show for it. */
export type InputSource = { path: string } | { stdin: NodeJS.ReadableStream; name: string };

/** Large enough to keep the per-chunk cost small, small enough not to count in memory. */
const CHUNK_BYTES = 128 * 1024;

/** What a person reads as the input's name: the file's name without folders. */
export function nameOf(source: InputSource): string {
  return "path" in source ? basename(source.path) : source.name;
}

/**
 * The source's bytes as they are, to be read once.
 *
 * @throws CliError when the file is missing, a folder, or not readable.
 */
export async function* readBytes(source: InputSource): AsyncGenerator<Buffer> {
  const stream =
    "path" in source ? createReadStream(source.path, { highWaterMark: CHUNK_BYTES }) : source.stdin;
  try {
    for await (const chunk of stream) {
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    throw unreadable(source, error);
  }
}

function unreadable(source: InputSource, error: unknown): Error {
  const shown = "path" in source ? source.path : source.name;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return inputError(
        "input-missing",
        `There is no file ${shown}`,
        "Check the name and the folder you are in.",
        error,
      );
    case "EISDIR":
      return inputError(
        "input-is-folder",
        `${shown} is a folder, not a file`,
        "Name the file inside it.",
        error,
      );
    case "EACCES":
    case "EPERM":
      return inputError(
        "input-not-permitted",
        `${shown} may not be read by this user`,
        "Ask its owner, or copy it.",
        error,
      );
    default:
      return inputError(
        "input-unreadable",
        `${shown} could not be read (${error instanceof Error ? error.message : String(error)})`,
        "Try again, or copy the file to this computer first.",
        error,
      );
  }
}
