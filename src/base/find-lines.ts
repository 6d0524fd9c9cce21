import { open } from "node:fs/promises";

const NEWLINE = 0x0a;
/** Large enough that the search, and not the reading, takes the time. */
const BLOCK_BYTES = 1024 * 1024;

/** A line of a file, without its newline. */
export interface FoundLine {
  line: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
}

/**
 * The lines of a file in which an expression finds something, each once. Other lines are not even told apart: it takes
 * little more than reading the file.
 *
 * @param pattern Global. It looks at bytes as Latin-1 has them, so that text beyond ASCII stands there in its UTF-8 bytes,
 *   and must not match across lines.
 * @param also Each has to find something in the same line; they are not global.
 */
export async function* findLines(
  path: string,
  pattern: RegExp,
  also: readonly RegExp[] = [],
): AsyncGenerator<FoundLine> {
  const handle = await open(path, "r");
  try {
    let block = Buffer.allocUnsafe(BLOCK_BYTES);
    let [heldBytes, blockAt] = [0, 0];
    for (;;) {
      if (heldBytes === block.length) {
        const larger = Buffer.allocUnsafe(block.length * 2);
        block.copy(larger);
        block = larger;
      }
      const { bytesRead } = await handle.read(
        block,
        heldBytes,
        block.length - heldBytes,
        blockAt + heldBytes,
      );
      const bytes = block.subarray(0, heldBytes + bytesRead);
      const end = bytesRead === 0 ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
      for (const { line, offset } of linesIn(bytes.subarray(0, end), pattern, also))
        yield { line, offset: blockAt + offset };
      if (bytesRead === 0) return;
      block.copyWithin(0, end, bytes.length);
      heldBytes = bytes.length - end;
      blockAt += end;
    }
  } finally {
    await handle.close();
  }
}

/** The lines are copies: the block is used again. */
function linesIn(bytes: Buffer, pattern: RegExp, also: readonly RegExp[]): FoundLine[] {
  const found: FoundLine[] = [];
  const text = bytes.toString("latin1");
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = bytes.lastIndexOf(NEWLINE, match.index) + 1;
    const newline = bytes.indexOf(NEWLINE, match.index);
    const end = newline < 0 ? bytes.length : newline;
    const isMeant = also.length === 0 || also.every((each) => each.test(text.slice(start, end)));
    if (isMeant) found.push({ line: Buffer.from(bytes.subarray(start, end)), offset: start });
    pattern.lastIndex = end + 1;
  }
  return found;
}
