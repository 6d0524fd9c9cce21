import { personal } from "../../base/finding.ts";
import { memoized } from "../../base/memoized.ts";
import { type Field, valueLabel } from "../../lead/field-catalogue.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { type AnswerOption, AS_IT_STANDS, LEAVE_OUT, LEFT_OUT, SENT_AS_IT_STANDS } from "../question.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import type { FieldValue, TextReader } from "./cell-report.ts";
import { readWord } from "./read-word.ts";
import { readPlainText } from "./text-cell.ts";

/** The few spellings that a column has. */
const SPELLINGS_MAX = 100;

/** `Condo - Unit 5`: a unit's number, which is none of the building's type. `unitBesideType` reads it. */
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
  const options: AnswerOption[] = [
    SENT_AS_IT_STANDS,
    ...shownValues.map((value) => ({ answer: value, label: valueLabel(field.path, value) })),
    LEFT_OUT,
  ];
  const valueOptions = options.filter(({ answer }) => answer !== AS_IT_STANDS);
  const readingOf = memoized((text: string) => readWord(field.path, text), SPELLINGS_MAX);
  return (text, report): FieldValue | undefined => {
    const { value, likely, why, concept } = readingOf(text);
    if (value !== undefined) {
      return report.read(text, value);
    }
    if (likely !== undefined && !report.isNamed) {
      const found = { text: personal(text), field: field.path, value: likely, why };
      report.warn(cellFinding("word-likely", found), "doubtful");
      return likely;
    }
    const [, type, unit] = (field.path === "buildingType" && UNIT_BESIDE_TYPE.exec(text)) || [];
    const beside = type === undefined ? undefined : readingOf(type).value;
    if (beside !== undefined) {
      report.read(text, beside);
      if (!/^\d+$/.test(unit ?? "")) {
        const found = { text: personal(text), unit: personal(unit ?? "") };
        report.warn(cellFinding("unit-beside-type", found), "lost");
      }
      return beside;
    }
    const question = cellFinding("word-unknown", {
      text: personal(text),
      field: field.path,
      isConcept: concept !== undefined,
      why,
    });
    const isSendable = report.isNamed || !BARE_ANSWER.test(text);
    const answer = report.ask(concept ?? text, isSendable ? options : valueOptions, question, text);
    if (answer === LEAVE_OUT) {
      report.warn(ofCell("word-left-out", text), "changed");
      return undefined;
    }
    if (answer === AS_IT_STANDS) return readPlainText(text, report);
    return report.read(text, answer);
  };
}
