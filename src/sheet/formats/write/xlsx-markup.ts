import { xmlText } from "../../../base/xml.ts";

/** Names and text as the parts of a workbook that we write share them (ECMA-376, Office Open XML). */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const OFFICE_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE_NAMESPACE = "http://schemas.openxmlformats.org/package/2006";

/** Characters that XML had better not hold are written as the format escapes them, as is what looks like an escape. */
const ESCAPED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;

/** Text that is written as it stands, which one look tells. */
const PLAIN = /^[ !#-%'-;=?-^`-~]*$/;

/** Text as the format writes it, in a cell, in a note or as an attribute. */
export function sheetXmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return xmlText(
    text.replace(
      ESCAPED,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`,
    ),
  );
}

/** What a part refers to. */
export interface Relation {
  /** The end of the type's name, as in `worksheet`. */
  type: string;
  target: string;
  /** A link to somewhere outside of the workbook. */
  isExternal?: boolean;
}

/** The relations of a part, with ids from `rId1` on. */
export function relationsXml(relations: readonly Relation[]): string {
  const entries = relations.map(
    ({ type, target, isExternal }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${xmlText(target)}"${isExternal ? ' TargetMode="External"' : ""}/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${entries.join("")}</Relationships>`;
}
