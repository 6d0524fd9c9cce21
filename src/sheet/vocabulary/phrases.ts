/** Phrases of one meaning by language, each a text of them between `|`; a comment says where an odd one was seen. */
export interface ByLanguage {
  en?: string;
  es?: string;
  fr?: string;
  de?: string;
}

/** A table of the vocabulary. */
export type Concepts = Readonly<Record<string, ByLanguage>>;

/** The phrases of a meaning in all languages, in the order of the table. */
export function phrasesIn({ en, es, fr, de }: ByLanguage): string[] {
  return [en, es, fr, de].flatMap((text) => text?.split(BETWEEN) ?? []);
}

const BETWEEN = /\s*\|\s*/;

/** The same for looking words up, which stand there as {@link wordKey} gives them. */
export function wordsIn(...meanings: readonly ByLanguage[]): ReadonlySet<string> {
  return new Set(meanings.flatMap(phrasesIn));
}

/** The same for a pattern, the longest first. */
export function anyOf(...meanings: readonly ByLanguage[]): string {
  return meanings
    .flatMap(phrasesIn)
    .sort((one, other) => other.length - one.length)
    .join("|");
}
