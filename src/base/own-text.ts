declare const own: unique symbol;

/**
 * Text of which the program wrote every word: no text of a sheet, a person or the service can stand in it. What may be
 * shared is made of nothing else, and the compiler refuses a plain string there.
 */
export type OwnText = string & { readonly [own]: true };

/** Words that stand in the code. A text that is known only when the program runs has the type `string`, and is refused. */
export function ownText<S extends string>(words: string extends S ? never : S): OwnText {
  return words as string as OwnText;
}

/** A sentence of such words, with numbers in it. */
export function ownSentence(words: TemplateStringsArray, ...parts: readonly (number | OwnText)[]): OwnText {
  return String.raw({ raw: words }, ...parts) as OwnText;
}

/** Several of them as one. */
export function joinOwn(texts: readonly OwnText[], separator: " " | "; "): OwnText {
  return texts.join(separator) as OwnText;
}
