const MASK = "***";

/** `Bearer abc`, in whatever case. */
const BEARER = /\b(bearer\s+)[^\s"',;<>]+/gi;
/** `token=abc` of a login link, also where its equals sign is percent-encoded. */
const TOKEN = /(token(?:=|%3d))[^\s"'&#,;<>]+/gi;

/**
 * A scrubber for text on its way to people and logs: it masks the given secrets wherever they stand, also
 * percent-encoded or inside JSON, every bearer credential, and the token of every login link.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(formsOf));
  const longestFirst = [...forms].filter((form) => form !== "").sort((a, b) => b.length - a.length);
  return (text) =>
    longestFirst
      .reduce((scrubbed, form) => scrubbed.replaceAll(form, MASK), text)
      .replace(BEARER, `$1${MASK}`)
      .replace(TOKEN, `$1${MASK}`);
}

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(Buffer.from(secret).toString()), JSON.stringify(secret).slice(1, -1)];
}
