import type { CellValue } from "../table.ts";
import { trimmedText } from "./cell-text.ts";

/** What a cell refers to: the row's other address, the one that it names, or, by a ditto mark, perhaps the row above. */
export type Reference = "other" | "property" | "residence" | "unnamed" | "mark";

const REFERENCE_CHARACTERS_MAX = 50;
/** How all references begin, so that nearly no cell is looked at twice. */
const BEGINNING =
  /^[\s(]*(?:["“”〃″'`-]|same|as\b|see\b|mism|igual|l[ao] m|el m|the s|ditto|do\b|idem|[ií]d\b)/i;
const MARK = /^(?:["“”〃″]+|''|``|-?\s*do\.?\s*-?|ditto|idem|íd\.?|id\.)$/i;
const SAME =
  /^(?:the )?(?:same|as|see|mism[oa]|igual|(?:la|el|lo) mism[oa])\b(?: (?:address|dirección|direccion|one)\b)?(?: (?:as|than|que|a|al|de)\b)?(?: (?:the|my|your|la|el|mi|su)\b)? ?(?<what>.*)$/i;
const OF_PROPERTY =
  /^(?:subject|prop|property|collateral|rental|investment|propiedad|inmueble|subject property|loan property|purchase property|the property)(?: address| addr| street)?$/i;
const OF_RESIDENCE =
  /^(?:home|residence|residential|current|present|primary|primary residence|borrower|applicant|house|living|casa|residencia|domicilio)(?: address| addr| street)?$/i;
const OF_OTHER = /^(?:above|before|previous column|arriba|anterior|left|first address|address)?$/i;

/** What a cell says instead of an address: `same`, `Same as property`, `"`, `mismo`. */
export function referenceOf(cell: CellValue | undefined): Reference | undefined {
  if (
    typeof cell !== "string" ||
    cell === "" ||
    cell.length > REFERENCE_CHARACTERS_MAX ||
    !BEGINNING.test(cell)
  )
    return undefined;
  const text = trimmedText(cell)
    .replace(/^\(|\)$|[.!]$/g, "")
    .replace(/\s+/g, " ");
  if (MARK.test(text)) return "mark";
  const match = SAME.exec(text);
  const what = match?.groups?.what;
  if (what === undefined) return undefined;
  if (OF_OTHER.test(what))
    return /^(?:as|see|the|)$/i.test(text) || /^(?:as|see) address$/i.test(text) ? undefined : "other";
  if (OF_PROPERTY.test(what)) return "property";
  if (OF_RESIDENCE.test(what)) return "residence";
  return /^(?:the )?same/i.test(text) || /^(?:la |el |lo )?mism/i.test(text) ? "unnamed" : undefined;
}
