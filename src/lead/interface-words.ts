import { type OwnText, ownSentence, ownText } from "../base/own-text.ts";
import { FIELDS } from "./field-catalogue.ts";
import type { Issue } from "./issue.ts";
import { RULES } from "./rules.ts";

/** Types as the service's validation library (zod 3) names them: `Expected number, received string`. */
const TYPES = [
  ...(["string", "number", "integer", "float", "boolean", "date", "bigint", "object", "array"] as const),
  ...(["null", "nan", "undefined", "symbol", "function", "unknown", "void", "never", "map", "set"] as const),
].map((name) => ownText(name));

export function isTypeName(name: unknown): name is string {
  return TYPES.some((type) => type === name);
}

/** Kinds of text that an issue's `validation` may name. */
const VALIDATIONS = (
  ["email", "url", "uuid", "cuid", "regex", "date", "datetime", "time", "ip", "emoji", "base64"] as const
).map((name) => ownText(name));

/** By the library's code of an issue, where nothing else of it says more. */
const WORDS_BY_CODE: Readonly<Record<string, OwnText>> = {
  invalid_type: ownText("Wrong type"),
  invalid_string: ownText("Invalid"),
  invalid_literal: ownText("Not the value that is expected"),
  invalid_enum_value: ownText("None of the values that are taken"),
  invalid_date: ownText("Invalid date"),
  invalid_union: ownText("Invalid"),
  unrecognized_keys: ownText("Unknown fields"),
  too_small: ownText("Too small, or too short"),
  too_big: ownText("Too large, or too long"),
  not_multiple_of: ownText("Not a multiple of what is expected"),
  not_finite: ownText("Not a finite number"),
};

/** A code of the library; `custom` for any other. */
export function knownCode(code: string): OwnText {
  return CODES.find((known) => known === code) ?? ownText("custom");
}

const CODES = Object.keys(WORDS_BY_CODE) as OwnText[];

/** Stands for the message of an issue that has none. */
export const NO_MESSAGE = ownText("(an issue without a message)");

/** Sentences of the interface and of the library, as they come. The text that is found is ours, and not the one that came. */
const SENTENCES: ReadonlyMap<string, OwnText> = new Map(
  [
    ownText("Required"),
    NO_MESSAGE,
    ...VALIDATIONS.map((name) => ownSentence`Invalid ${name}`),
    ...TYPES.flatMap((expected) =>
      TYPES.map((received) => ownSentence`Expected ${expected}, received ${received}`),
    ),
    ...RULES.map(({ issue }) => issue.message as OwnText),
  ].map((sentence) => [sentence, sentence]),
);

/** A sentence of the interface, where a message is one. */
export function interfaceSentence(message: string): OwnText | undefined {
  return SENTENCES.get(message);
}

/** Rebuilds the message of a service's issue from its code; undefined if the service used words of its own. */
export function interfaceWords({
  code,
  message,
  validation,
  expected,
  received,
}: Issue): OwnText | undefined {
  const known = interfaceSentence(message);
  if (known !== undefined) return known;
  const types = [expected, received].flatMap((type) => TYPES.find((name) => name === type) ?? []);
  const [wanted, found] = types;
  if (code === "invalid_type" && wanted !== undefined && found !== undefined)
    return found === "undefined" ? ownText("Required") : ownSentence`Expected ${wanted}, received ${found}`;
  const format = VALIDATIONS.find((name) => name === validation);
  if (code === "invalid_string" && format !== undefined) return ownSentence`Invalid ${format}`;
  return Object.hasOwn(WORDS_BY_CODE, code) ? WORDS_BY_CODE[code] : undefined;
}

const PATHS: ReadonlyMap<string, OwnText[]> = new Map(
  FIELDS.flatMap(({ path }) => {
    const names = path.split(".") as OwnText[];
    const [parent] = names;
    const whole: [string, OwnText[]] = [path, names];
    return parent !== undefined && names.length > 1 ? [whole, [parent, [parent]]] : [whole];
  }),
);

/** A path of the field catalogue, or the object that it begins with; nothing of any other. */
export function knownPath(path: readonly string[]): OwnText[] {
  return [...(PATHS.get(path.join(".")) ?? PATHS.get(path[0] ?? "") ?? [])];
}

const CELL = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** The address of a cell, as in `O17`; undefined for any other text. */
export function cellAddress(cell: string | undefined): OwnText | undefined {
  const [, letters, row] = CELL.exec(cell ?? "") ?? [];
  return letters === undefined ? undefined : (`${letters}${row}` as OwnText);
}
