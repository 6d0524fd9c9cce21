/**
 * What becomes of items, in their order, while the work on some that follow is under way already. An error of the items
 * themselves comes after all that was made of those before it.
 *
 * @param ahead How many may be under way besides the one that is waited for; asked anew for each item.
 */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  ahead: () => number,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  const iterator = items[Symbol.asyncIterator]();
  let fault: { error: unknown } | undefined;
  try {
    for (let isOver = false; !isOver || underWay.length > 0; ) {
      while (!isOver && underWay.length <= ahead()) {
        const next = await iterator.next().catch((error: unknown) => {
          fault = { error };
          return { done: true, value: undefined } as const;
        });
        if (next.done) {
          isOver = true;
          break;
        }
        const made = work(next.value);
        // It is dealt with when its turn comes.
        made.catch(() => undefined);
        underWay.push(made);
      }
      const first = underWay.shift();
      if (first) yield await first;
    }
    if (fault) throw fault.error;
  } finally {
    await iterator.return?.();
  }
}
