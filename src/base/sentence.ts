/** `Two leads wait` of `two leads wait`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Two leads wait.` of `two leads wait`. */
export function sentence(text: string): string {
  return `${capital(text)}.`;
}
