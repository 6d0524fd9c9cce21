import leven from "leven";

/** The known name that a person may have meant, by a letter or two. */
export function nearestName(text: string, known: readonly string[]): string | undefined {
  const limit = text.length < 5 ? 1 : 2;
  const wanted = text.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: leven(wanted, name.toLowerCase(), { maxDistance: limit + 1 }) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = ranked;
  return first && first.distance <= limit ? first.name : undefined;
}
