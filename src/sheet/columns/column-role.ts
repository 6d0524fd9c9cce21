import { fieldAt } from "../../lead/field-catalogue.ts";
import type { TickedValue } from "../cells/cell-reader.ts";
import type { NameOrder } from "../cells/full-name.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { readHeader } from "../headers/header-grammar.ts";
import { isNamedAs, isPathOf } from "../headers/header-meaning.ts";
import { pathOfItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import type { Column } from "../table.ts";
import type { ColumnReading, ColumnRole } from "./column-reading.ts";
import { flagKind, isStatusHeader } from "./meant-words.ts";
import { lastName, valueNamed } from "./tick-columns.ts";

/** Rents that the applicant plainly receives. */
const RECEIVED = /income|receiv|collect|revenue|ingreso|recib|cobra/i;
/** `Unit`, and not `Unit #` or `Apt`, which count nothing. */
const MAY_COUNT = /\bunit$/i;
/** Columns of lists that counties keep of who owns what. */
const OF_TAX_ROLL = /\bsitus|^(?:apn|parcel)\b/i;
const IF_DIFFERENT =
  /\bif (?:it is |it's )?(?:different|not the same|other than)\b|\bsi es (?:diferente|distint[ao])\b/i;
const OF_MAIL = /mail|billing|postal|previous|former|correspond/i;

/** The readings of a sheet, each with its role. */
export function withRoles(readings: readonly ColumnReading[]): ColumnReading[] {
  const isTaxRoll = readings.some(({ column: { name } }) => OF_TAX_ROLL.test(name));
  return readings.map((reading) => {
    const { column, target } = reading;
    const role = {
      ...(target ? roleFeeding(column, target, isTaxRoll) : roleBeside(reading)),
      ...reading.role,
    };
    return Object.keys(role).length > 0 ? { ...reading, role } : reading;
  });
}

function roleFeeding(column: Column, path: string, isTaxRoll: boolean): ColumnRole {
  const { name, keys } = column;
  if (path === "contactInfo.fullName") {
    const order = nameOrder(name, isTaxRoll);
    return order === undefined ? {} : { order };
  }
  const field = fieldAt(path);
  if (!field) return {};
  const named = isPathOf(name, field) ? "path" : isNamedAs(name, field) ? "name" : undefined;
  const isIfDifferent = path.endsWith(".street") && !keys && IF_DIFFERENT.test(name) && !OF_MAIL.test(name);
  return {
    ...(named && { named }),
    ...(field.shownValues && { asks: () => askedBy(column, path) }),
    ...(path === "statedInformation.monthlyRentalIncome" && RECEIVED.test(name) && { isReceived: true }),
    ...(isIfDifferent && { isIfDifferent: true }),
    ...(path === "address.unitNumber" && MAY_COUNT.test(name) && { mayCountUnits: true }),
  };
}

/** Reasons for which a column is left out that may sort rows out anyway. */
const LEFT_OUT: readonly string[] = ["rows", "irrelevant", "mapping", "answer"];

function roleBeside({ column: { name }, reason }: ColumnReading): ColumnRole {
  if (!LEFT_OUT.includes(reason)) return {};
  const sorts = flagKind(name) ?? (isStatusHeader(name) ? "status" : undefined);
  return sorts ? { sorts } : {};
}

/** The order that a header of names speaks of; tax rolls list owners by their last names. */
function nameOrder(header: string, isTaxRoll: boolean): NameOrder | undefined {
  const tags = wordsOf(header).map(({ tag }) => tag);
  const last = tags.indexOf("last");
  if (last >= 0 && last < Math.max(tags.lastIndexOf("first"), tags.lastIndexOf("nombre")))
    return "last first";
  if (!tags.includes("owner")) return undefined;
  return isTaxRoll ? "last first" : "open";
}

/** "Owner Occupied?" and "Is Condo" are answered by yes or no. */
function askedBy(column: Column, path: string): TickedValue | undefined {
  const { item, certainty } = readHeader(column.name, column.keys);
  // "Leased?" names a word of its own field, which is asked about.
  const isOwn = certainty === "partial" && item !== undefined && pathOfItem(item) === path;
  const words = valueNamed(lastName(column), path, isOwn ? isWordOf : undefined);
  if (words === undefined) return undefined;
  const value = knownWord(path, words);
  // How a header is written says nothing, and a word in doubt may go as it stands.
  return { words: value === undefined ? words.toLowerCase() : words, value };
}
