/** The first bytes of a stream, looked at without consuming them. */
export interface PeekedBytes {
  head: Buffer;
  /** The whole stream, head included. */
  chunks: AsyncGenerator<Buffer>;
  /** Lets go of the source, for who does not read it to its end. */
  close(): Promise<void>;
}

/** Reads ahead until `atLeast` bytes are there, or the stream ends. */
export async function peekBytes(source: AsyncIterable<Buffer>, atLeast: number): Promise<PeekedBytes> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  while (length < atLeast) {
    const { done, value } = await iterator.next();
    if (done) break;
    read.push(value);
    length += value.length;
  }
  const head = Buffer.concat(read);
  return {
    head,
    chunks: replay(head, iterator),
    close: async () => {
      await iterator.return?.();
    },
  };
}

async function* replay(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

/** The stream without its first bytes. */
export async function* withoutStart(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of chunks) {
    const rest = left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
    if (rest.length > 0) yield rest;
  }
}
