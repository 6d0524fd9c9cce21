/** An e-mail address that its owner recognises and nobody else can use: `j***@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf("@");
  if (at <= 0) return "***";
  return `${[...address][0]}***${address.slice(at)}`;
}
