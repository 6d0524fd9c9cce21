/**
 * A finding is a code with parameters. A catalogue beside the room that owns the codes makes its sentence from
 * them. Code, tests and `--json` hold on to the code, people read the sentence.
 */

/** Sentences by code. An entry takes the parameters of its code as one object, or nothing. */
export type Catalogue = Readonly<Record<string, (params: never) => string>>;

/**
 * Something of a person: what stands in a cell or a header, an e-mail. It is an object, so that it is known as such in a
 * plan and in `--json` too: whatever may be shared leaves it out.
 */
export interface Personal {
  readonly personal: string;
}

type Param = string | number | boolean | Personal;
export type Params = Readonly<Record<string, Param | readonly Param[]>>;

/** A finding: its code, its parameters if it has any, and its sentence. */
export interface CodedText<F extends string = string> {
  finding: F;
  params?: Params;
  message: string;
}

/** The arguments of a code: its parameters, or none. */
export type ParamsOf<Entry> = Entry extends () => string
  ? []
  : Entry extends (params: infer P) => string
    ? [params: P]
    : never;

/** Makes what was found of a code and its parameters. */
export function finder<C extends Catalogue>(
  texts: C,
): <F extends keyof C & string>(finding: F, ...params: ParamsOf<C[F]>) => CodedText<F> {
  return (finding, ...[params]) => {
    const message = (texts[finding] as (params: unknown) => string)(params);
    return params === undefined ? { finding, message } : { finding, params: params as Params, message };
  };
}

/** Long texts are cut: what quotes them is shorter, and plans and reports repeat them. */
const PERSONAL_CHARACTERS_MAX = 200;

export function personal(text: string): Personal {
  return { personal: text.slice(0, PERSONAL_CHARACTERS_MAX) };
}

export function isPersonal(param: Params[string] | undefined): param is Personal {
  return typeof param === "object" && "personal" in param;
}

/**
 * Parameters as they may be shared, in which nothing is a person's; undefined where it is not certain.
 *
 * @param words Texts that parameters may be: what they choose among.
 */
export function sharedParams(params: Params, words: ReadonlySet<string>): Params | undefined {
  const shared: Record<string, Params[string]> = {};
  for (const [name, value] of Object.entries(params)) {
    const parts = (Array.isArray(value) ? value : [value]).map((part) => sharedParam(name, part, words));
    if (parts.includes(undefined)) return undefined;
    shared[name] = (Array.isArray(value) ? parts : parts[0]) as Params[string];
  }
  return shared;
}

/** A number is one of rows or cells; a text stays only where it names a place or a field, or is one of a few words. */
function sharedParam(name: string, value: unknown, words: ReadonlySet<string>): unknown {
  if (typeof value === "object") return personal("…");
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Math.abs(value) < NUMBERS_MAX ? value : undefined;
  const text = String(value);
  if (name === "run") return text === "" ? "" : "another run";
  const isPlace = PLACES[name]?.test(text) ?? false;
  return isPlace || words.has(text) ? text : undefined;
}

/** More rows than any sheet has; a telephone number is longer. */
const NUMBERS_MAX = 10_000_000;
const CELLS = /^[A-Z]{1,3}\d{0,7}(?::[A-Z]{1,3}\d{0,7})?$/;
/** Parameters that say where something is. */
const PLACES: Readonly<Record<string, RegExp>> = {
  cell: CELLS,
  cells: CELLS,
  letters: CELLS,
  upTo: CELLS,
  ranges: /^\d{1,7}(?:-\d{1,7})?$/,
};
