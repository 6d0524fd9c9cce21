const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** A word of a command that a person can paste into a shell: quoted where it has to be. */
export function shellWord(text: string): string {
  return NEEDS_NO_QUOTES.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
