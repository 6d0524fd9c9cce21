/** What some work gives; undefined where it throws: whoever needs it to succeed finds out why. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
