/** Rows of batches one by one, each made on demand. */
export async function* oneByOne<T>(batches: AsyncIterable<Iterable<T>>): AsyncGenerator<T, undefined> {
  for await (const batch of batches) for (const row of batch) yield row;
}

/**
 * What is made of rows.
 *
 * @param make Called with each row; a row of which it makes nothing is passed over.
 * @param atEnd Called behind the last row.
 */
export async function* handOn<T, U>(
  rows: AsyncIterable<T>,
  make: (row: T) => U | undefined,
  atEnd: () => void = () => undefined,
): AsyncGenerator<U, undefined> {
  for await (const row of rows) {
    const made = make(row);
    if (made !== undefined) yield made;
  }
  atEnd();
}

/**
 * Reads ahead, and gives everything out as if nobody had.
 *
 * @param isEnough Told each item; the first with which it is enough is the last that is read ahead.
 * @throws Error whatever the stream throws until then.
 */
export async function readAhead<T>(
  stream: AsyncGenerator<T>,
  isEnough: (item: T) => boolean,
): Promise<AsyncGenerator<T, undefined>> {
  const ahead: T[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) break;
    ahead.push(value);
    if (isEnough(value)) break;
  }
  return rejoined(ahead, stream);
}

async function* rejoined<T>(ahead: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T, undefined> {
  try {
    for (const item of ahead) yield item;
    yield* rest;
  } finally {
    // Not begun, it would not be told that nobody reads on.
    await rest.return(undefined);
  }
}
