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
