import jsTokens from "js-tokens";
import { parseSync } from "oxc-parser";
import { readSources, type Sources } from "../import-graph.ts";

/**
 * One small change of the program that a test must notice. It is tied to a declaration by its name, wherever that
 * stands, and to tokens: a move to another file, other line breaks, another style of quotes do not matter.
 */
export interface SourceEdit {
  /** A function, class or constant at the top of a file, or a member of a class: `parseRate`, `ApiKey.toString`. */
  symbol: string;
  /** Whole tokens, which occur once in what has that name. */
  source: string;
  /** What stands there instead. */
  mutant: string;
}

/** Where an edit applies, as offsets in a file. */
export interface EditPlace {
  /** From the root of the project. */
  file: string;
  start: number;
  end: number;
}

/** Something with a name, in a file. */
interface Declaration extends EditPlace {
  symbol: string;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

const CLOSING = /^[)\]}]$/;

/** The sources of the program, as edits see them. */
export class ProgramSources {
  readonly #sources: Sources;
  readonly #declarations: Declaration[];
  readonly #tokens = new Map<string, Token[]>();

  constructor(sources: Sources = readSources("src")) {
    this.#sources = sources;
    this.#declarations = [...sources].flatMap(([file, text]) => declarationsOf(file, text));
  }

  /**
   * Where an edit applies.
   *
   * @throws Error unless it is one place. It names where the tokens stand now.
   */
  locate(edit: SourceEdit): EditPlace {
    const named = this.#declarations.filter(({ symbol }) => symbol === edit.symbol);
    const [place, ...more] = named.flatMap((declaration) => this.#occurrences(edit.source, declaration));
    if (place && more.length === 0) return place;
    throw new Error(`${this.#problem(edit, named, more.length)}\n  ${edit.source}`);
  }

  /** The text of each file that edits change, with all of them made. */
  apply(edits: readonly SourceEdit[]): Map<string, string> {
    const changed = new Map<string, string>();
    const placed = edits.map((edit) => ({ ...this.locate(edit), mutant: edit.mutant }));
    // From the end on, so that offsets stay right.
    for (const { file, start, end, mutant } of placed.sort((a, b) => b.start - a.start)) {
      const text = changed.get(file) ?? this.#sources.get(file) ?? "";
      changed.set(file, text.slice(0, start) + mutant + text.slice(end));
    }
    return changed;
  }

  #problem(edit: SourceEdit, named: readonly Declaration[], moreCount: number): string {
    if (moreCount > 0) return `${edit.symbol} has this ${moreCount + 1} times:`;
    const found = this.#declarations.filter((declaration) => this.#occurrences(edit.source, declaration)[0]);
    const places = found.map(({ symbol, file }) => `${symbol} (${file})`).join(", ");
    const what = named.length === 0 ? `Nothing is called ${edit.symbol}` : `${edit.symbol} is without this`;
    return `${what}; it stands in ${places || "no place"}:`;
  }

  #occurrences(source: string, { file, start, end }: EditPlace): EditPlace[] {
    const tokens = this.#tokensOf(file).filter((token) => token.start >= start && token.end <= end);
    const pattern = tokensOf(source).map(({ text }) => text);
    return tokens.flatMap((token, index) => {
      const after = matchEnd(tokens, index, pattern);
      return after === undefined
        ? []
        : [{ file, start: token.start, end: tokens[after - 1]?.end ?? token.end }];
    });
  }

  #tokensOf(file: string): readonly Token[] {
    const known = this.#tokens.get(file) ?? tokensOf(this.#sources.get(file) ?? "");
    this.#tokens.set(file, known);
    return known;
  }
}

/** The index after the last token of a match that begins at `index`, or undefined. A trailing comma may come or go. */
function matchEnd(tokens: readonly Token[], index: number, pattern: readonly string[]): number | undefined {
  let at = index;
  for (const [place, wanted] of pattern.entries()) {
    const text = tokens[at]?.text;
    const next = tokens[at + 1]?.text ?? "";
    if (text === wanted) at += 1;
    else if (text === "," && next === wanted && CLOSING.test(next)) at += 2;
    else if (wanted === "," && CLOSING.test(text ?? "") && CLOSING.test(pattern[place + 1] ?? ")")) continue;
    else return undefined;
  }
  return at > index ? at : undefined;
}

/** The tokens of a text, without white space and comments, and with every string in double quotes. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  for (const { type, value } of jsTokens(text)) {
    const start = offset;
    offset += value.length;
    if (/^(?:WhiteSpace|LineTerminatorSequence|.*Comment)$/.test(type)) continue;
    tokens.push({ text: type === "StringLiteral" ? doubleQuoted(value) : value, start, end: offset });
  }
  return tokens;
}

function doubleQuoted(literal: string): string {
  if (!literal.startsWith("'")) return literal;
  return `"${literal
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replace(/(?<!\\)"/g, '\\"')}"`;
}

/** What a file declares at its top, and the members of its classes. */
function declarationsOf(file: string, text: string): Declaration[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program.body.flatMap((statement) => {
    const { start, end } = statement;
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration")
      return [{ symbol: declared.id?.name ?? "", file, start, end }];
    if (declared?.type === "VariableDeclaration") {
      const names = declared.declarations.map(({ id }) => (id.type === "Identifier" ? id.name : ""));
      return names.map((symbol) => ({ symbol, file, start, end }));
    }
    if (declared?.type !== "ClassDeclaration") return [];
    const symbol = declared.id?.name ?? "";
    const members = declared.body.body.flatMap((member) => {
      if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") return [];
      const key = text.slice(member.key.start, member.key.end);
      const name = member.computed ? `[${key}]` : key;
      return [{ symbol: `${symbol}.${name}`, file, start: member.start, end: member.end }];
    });
    return [{ symbol, file, start, end }, ...members];
  });
}
