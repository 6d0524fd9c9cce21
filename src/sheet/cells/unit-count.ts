/** Names of buildings and numbers in words, by the number of units that they mean. */
const COUNT_WORDS: readonly (readonly [count: number, words: RegExp])[] = [
  [1, /^(?:one|uno|una|single)$/],
  [2, /^(?:two|dos|duplex|dúplex|twoplex|twinplex)$/],
  [3, /^(?:three|tres|triplex|tríplex|threeplex)$/],
  [4, /^(?:four|cuatro|fourplex|quadplex|quadruplex|quadraplex|cuádruplex|quad)$/],
];
const DIGITS_PLEX = /^(\d)plex$/;
/** What follows a number without changing it. */
const OF_UNITS =
  /^(?:units?|familys?|family|families|fam|doors?|residential|home|homes|house|building|bldg|property|dwelling|dwellings|apartments?|apts?|unidades|familias?|plex|multifamily|multi|mf)$/;

/**
 * How many units a text says in words or with their name: `duplex`, `4-plex`, `two`, `3 units`, `Triplex (rented)`.
 *
 * @returns `undefined` for a range (`2-4 units`), several numbers, and whatever else is not certain.
 */
export function unitCountInWords(text: string): number | undefined {
  const [start = "", remark = ""] = text.split(/[()]/);
  return countIn(start) ?? countIn(`${start} ${remark}`);
}

function countIn(text: string): number | undefined {
  const bare = text.toLowerCase().trim();
  if (bare === "" || bare.length > 60 || /\d\s*(?:-|–|to|or|\/)\s*\d|\+|\d[.,]\d|[a-z]\s*\/|%|\$/.test(bare))
    return undefined;
  let count: number | undefined;
  for (const word of bare.replace(/(\d)[\s-]*plex\b/g, "$1plex").split(/[\s-]+/)) {
    const meant = countOf(word);
    if (meant === undefined) {
      if (!OF_UNITS.test(word)) return undefined;
    } else if (count !== undefined && count !== meant) return undefined;
    else count = meant;
  }
  return count;
}

function countOf(word: string): number | undefined {
  const digits = DIGITS_PLEX.exec(word)?.[1] ?? (/^\d{1,4}$/.test(word) ? word : undefined);
  if (digits !== undefined) return Number(digits) > 0 ? Number(digits) : undefined;
  return COUNT_WORDS.find(([, words]) => words.test(word))?.[0];
}
