import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of an archive: text, or what lies on disk. */
export interface ArchivedFile {
  name: string;
  content: string | { path: string };
  isProgram?: boolean;
}

/** Writes a ZIP in which all files lie in one folder. It is the same whenever and wherever it is made. */
export async function writeArchive(
  path: string,
  folder: string,
  files: readonly ArchivedFile[],
): Promise<void> {
  const archive = new ZipFile();
  for (const { name, content, isProgram } of files) {
    const inner = `${folder}/${name}`;
    const options = { mtime: MADE, mode: isProgram ? 0o100755 : 0o100644, forceDosTimestamp: true };
    if (typeof content === "string") archive.addBuffer(Buffer.from(content), inner, options);
    else archive.addFile(content.path, inner, options);
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}

/** Local time, as the format has it; that of the build would make every archive another. */
const MADE = new Date(2026, 0, 1);
