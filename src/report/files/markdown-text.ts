const TEXT_LENGTH_MAX = 300;

/**
 * The head of a table.
 *
 * @param names A name that begins with `>` makes a column of numbers.
 */
export function tableHead(names: readonly string[]): string {
  const rules = names.map((name) => (name.startsWith(">") ? "---:" : "---"));
  return tableRow(names.map((name) => name.replace(/^>/, ""))) + tableRow(rules);
}

/** Cells that are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** Text of a sheet or of the service for a cell, cut to size. */
export function cell(text: string): string {
  return plain(text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`);
}

/** A command, an id or an address, inert. */
export function code(text: string): string {
  return `<code>${plain(text)}</code>`;
}

/** What begins markup, a mention, a reference or a link by itself, in Markdown as in HTML. */
const ACTIVE =
  /[&<>"'`*_~[\]()\\|#@!$]|:(?=\/\/|[\w+-]+:)|(?<=mailto|xmpp):|www\.|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/giu;

/** Text of a sheet or of the service, inert and on one line. */
export function plain(text: string): string {
  return text.replace(ACTIVE, (found) => {
    if (/^www/i.test(found)) return `${found.slice(0, -1)}&#46;`;
    const isInvisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(found);
    return isInvisible ? " " : (PLAIN.get(found) ?? `&#${found.codePointAt(0)};`);
  });
}

/** Harmless where no link follows, and needed to be readable as it stands. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ["(", "("],
  [")", ")"],
  ["!", "!"],
  ['"', "&quot;"],
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);
