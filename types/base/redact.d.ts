/**
 * Whether a secret can be taken out of texts without harm. What is short, or may be a word (`status`,
 * `not-confirmed`, `monthlyRentalIncome`), also stands where nobody put the secret.
 */
export declare function canRedact(secret: string): boolean;
/**
 * A scrubber for text on its way to people and logs: it masks the given secrets wherever they stand,
 * however they are spelt, every bearer credential, and the token of every login link.
 */
export declare function redactor(secrets: readonly string[]): (text: string) => string;
/**
 * What matches a secret however it is spelt where text passes through: as it is, in another case,
 * percent-encoded, or as JSON may write it (`\u006b`, `\"`), character by character. At the very end of a text its
 * first characters will do: an answer may break off within it.
 *
 * @param secret Not empty.
 */
export declare function secretPattern(secret: string): RegExp;
