import { type Field, valueLabel } from "../../lead/field-catalogue.ts";
import { type AnswerOption, AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import { type FieldValue, shownValue, type TextReader } from "./cell-report.ts";
import { normalized } from "./cell-text.ts";
import { readWord, type WordReading } from "./read-word.ts";
import { readPlainText } from "./text-cell.ts";

const SPELLINGS_MAX = 100;

/** `Condo - Unit 5`: a unit's number, which is none of the building's type. `DerivedUnits` reads it. */
export const UNIT_BESIDE_TYPE = new RegExp(
  `^(.*\\p{L}.*?)[\\s,;:\u2013\u2014-]+(?:(?:${anyOf(ADDRESS_WORDS.unit)}|no)\\.?|#)\\s*#?\\s*(\\d+\\w?|[a-z]\\d+)$`,
  "iu",
);

/** A yes or a no names no value of an enumeration: nobody means it to be sent. */
const BARE_ANSWER = /^(?:y|n|yes|no|true|false|0|1|x|sí|si)\.?$/iu;

/**
 * Reads a field whose full list of values is not shown: labels of the shown ones, told apart by their letters and
 * digits, and the words of the trade for them. About any other word a person is asked; until then, and in a column
 * that is taken at its word, it goes as it is.
 */
export function enumReader(field: Field, shownValues: readonly string[]): TextReader {
  const byLabel = new Map(shownValues.map((value) => [normalized(value), value]));
  // The few spellings that a column has, so that each is read once.
  const spellings = new Map<string, WordReading>();
  const options: AnswerOption[] = [
    { answer: AS_IT_STANDS, label: "Send it as it stands" },
    ...shownValues.map((value) => ({ answer: value, label: valueLabel(field.path, value) })),
    { answer: LEAVE_OUT, label: "Leave it out" },
  ];
  const valueOptions = options.filter(({ answer }) => answer !== AS_IT_STANDS);
  const readingOf = (text: string): WordReading => {
    const known = spellings.get(text);
    if (known) return known;
    const value = byLabel.get(normalized(text));
    const reading = value === undefined ? readWord(field.path, text) : { value };
    if (spellings.size < SPELLINGS_MAX) spellings.set(text, reading);
    return reading;
  };
  return (text, report): FieldValue | undefined => {
    const { value, likely, why, concept } = readingOf(text);
    if (value !== undefined) {
      report.read(text, value);
      return value;
    }
    if (likely !== undefined && !report.isNamed) {
      report.warn(
        `${shownValue(text)} was read as ${shownValue(valueLabel(field.path, likely))}: ${why}`,
        "doubtful",
      );
      return likely;
    }
    const [, type, unit] = (field.path === "buildingType" && UNIT_BESIDE_TYPE.exec(text)) || [];
    const beside = type === undefined ? undefined : readingOf(type).value;
    if (beside !== undefined) {
      report.read(text, beside);
      if (!/^\d+$/.test(unit ?? "")) {
        const message = `${shownValue(text)} holds a unit's number, ${shownValue(unit ?? "")}, which is not sent`;
        report.warn(message, "lost");
      }
      return beside;
    }
    const words = concept === undefined ? shownValue(text) : `${shownValue(text)} and the like`;
    const question = `What should go as ${field.label} for ${words} (${why})?`;
    const isSendable = report.isNamed || !BARE_ANSWER.test(text);
    const answer = report.ask(concept ?? text, isSendable ? options : valueOptions, question, text);
    if (answer === LEAVE_OUT) {
      report.warn(`${shownValue(text)} is left out, as answered`, "changed");
      return undefined;
    }
    if (answer === AS_IT_STANDS) return readPlainText(text, report);
    report.read(text, answer);
    return answer;
  };
}
