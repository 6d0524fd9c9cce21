/**
 * A function that works out each answer once, for what comes again and again, as a column's words do.
 *
 * @param answersMax So many are kept; the others are worked out anew.
 */
export function memoized<Key, Answer>(
  answer: (key: Key) => Answer,
  answersMax: number,
): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Answer;
    const made = answer(key);
    if (known.size < answersMax) known.set(key, made);
    return made;
  };
}
