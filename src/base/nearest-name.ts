import leven from "leven";

/** The known name that a person may have meant: another by a letter or two, or with two letters swapped. */
export function nearestName(text: string, known: readonly string[]): string | undefined {
  const limit = text.length < 5 ? 1 : 2;
  const wanted = text.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: slips(wanted, name.toLowerCase(), limit + 1) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = ranked;
  return first && first.distance <= limit ? first.name : undefined;
}

/** Letters added, left out or changed; neighbours swapped once, as in `lvie`, are one slip and not two. */
function slips(text: string, name: string, maxDistance: number): number {
  const plain = leven(text, name, { maxDistance });
  if (plain <= 1) return plain;
  const swapped = [...text.slice(1)].map((letter, index) => {
    const variant = text.slice(0, index) + letter + text.charAt(index) + text.slice(index + 2);
    return 1 + leven(variant, name, { maxDistance });
  });
  return Math.min(plain, ...swapped);
}
