import { MAIN_NAMESPACE, XML_DECLARATION } from "./xlsx-markup.ts";

/**
 * What a cell's look says: something is wrong in it, or doubtful; its value was changed; it matters less; it went well.
 */
export type CellMark = "error" | "warning" | "changed" | "muted" | "good";

/** How a cell looks. */
export interface CellLook {
  mark?: CellMark | undefined;
  isBold?: boolean | undefined;
  isLink?: boolean | undefined;
  isWrapped?: boolean | undefined;
  /** A number of ours, not the sheet's text. */
  isNumber?: boolean | undefined;
}

const MARKS = [undefined, "error", "warning", "changed", "muted", "good"] as const;

/** Soft enough for the text on them to be read, and for a page of them to be looked at. */
const FILLS: Partial<Record<CellMark | "header" | "ours", string>> = {
  header: "E7E6E6",
  ours: "D9E2F3",
  error: "FBD5D5",
  warning: "FFE8B3",
  changed: "DCE9F9",
};
const FILL_NAMES = Object.keys(FILLS);

/** Fonts of text; `plain` is the program's own. */
const FONT_NAMES = ["plain", "muted", "good", "link"] as const;
const COLOURS: Partial<Record<(typeof FONT_NAMES)[number], string>> = {
  muted: "808080",
  good: "2E7D32",
  link: "0563C1",
};

/** The format requires two fills, which say nothing. */
const FILLS_BUILT_IN = 2;
/** Styles before those of cells: one that the format wants, the header of a column, and of one that we add. */
const HEADER_STYLE = 1;
const OUR_HEADER_STYLE = 2;
const CELL_STYLES_FROM = 3;
/** Styles of each mark, one for each combination of flags. */
const LOOKS_OF_MARK = 16;

const TEXT = 49;
const GENERAL = 0;

/** The style of a column's header. */
export function headerStyle(isOurs: boolean): number {
  return isOurs ? OUR_HEADER_STYLE : HEADER_STYLE;
}

/** The style of a cell, as an index into {@link stylesXml}. */
export function cellStyle({ mark, isBold, isLink, isWrapped, isNumber }: CellLook): number {
  const flags = (isBold ? 1 : 0) + (isLink ? 2 : 0) + (isWrapped ? 4 : 0) + (isNumber ? 8 : 0);
  return CELL_STYLES_FROM + MARKS.indexOf(mark) * LOOKS_OF_MARK + flags;
}

/**
 * All styles of a workbook. All but those of numbers are text, Excel's format 49, `@`: what is typed into an empty
 * cell stays as it is typed.
 */
export function stylesXml(): string {
  const fonts = FONT_NAMES.flatMap((name) => [false, true].map((isBold) => fontXml(name, isBold)));
  const fills = Object.values(FILLS).map(
    (colour) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`,
  );
  const headers = (["header", "ours"] as const).map((fill) =>
    styleXml(fontIndex("plain", true), fillIndex(fill), '<alignment vertical="center" wrapText="1"/>', {
      border: 1,
    }),
  );
  const cells = MARKS.flatMap((mark) =>
    Array.from({ length: LOOKS_OF_MARK }, (_, flags) => {
      const isLink = (flags & 2) > 0;
      const font = isLink ? "link" : mark === "muted" || mark === "good" ? mark : "plain";
      const isNumber = (flags & 8) > 0;
      const alignment = `<alignment${isNumber ? ' horizontal="right" indent="1"' : ""} vertical="top"${(flags & 4) > 0 ? ' wrapText="1"' : ""}/>`;
      return styleXml(fontIndex(font, (flags & 1) > 0), fillIndex(mark), alignment, {
        format: isNumber ? GENERAL : TEXT,
      });
    }),
  );
  const styles = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', ...headers, ...cells];
  return `${XML_DECLARATION}<styleSheet ${MAIN_NAMESPACE}><fonts count="${fonts.length}">${fonts.join("")}</fonts><fills count="${fills.length + FILLS_BUILT_IN}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join("")}</fills><borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FFA6A6A6"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function fontXml(name: (typeof FONT_NAMES)[number], isBold: boolean): string {
  const underline = name === "link" ? "<u/>" : "";
  const colour = COLOURS[name] === undefined ? "" : `<color rgb="FF${COLOURS[name]}"/>`;
  return `<font>${isBold ? "<b/>" : ""}${underline}<sz val="11"/>${colour}<name val="Calibri"/><family val="2"/></font>`;
}

function fontIndex(name: (typeof FONT_NAMES)[number], isBold: boolean): number {
  return FONT_NAMES.indexOf(name) * 2 + (isBold ? 1 : 0);
}

function fillIndex(name: CellMark | "header" | "ours" | undefined): number {
  const index = FILL_NAMES.indexOf(name ?? "");
  return index < 0 ? 0 : index + FILLS_BUILT_IN;
}

function styleXml(
  font: number,
  fill: number,
  alignment: string,
  { border = 0, format = TEXT }: { border?: number; format?: number },
): string {
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
}
