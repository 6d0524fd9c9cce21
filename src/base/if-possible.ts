/** What some work gives; undefined where it fails, whatever the reason. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
