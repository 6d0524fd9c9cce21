/** `Two leads wait` of `two leads wait`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `two leads wait` of `Two leads wait`. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `Two leads wait.` of `two leads wait`. */
export function sentence(text: string): string {
  return `${capital(text)}.`;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(names: readonly string[], word = "and"): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}
