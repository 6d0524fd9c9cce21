import type { Packed } from "../../sheet/formats/packed.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The header that makes a table of leads, and one lead that is ready. */
export const HEADER_ROW =
  '<row r="1"><c r="A1" t="str"><v>Email</v></c><c r="B1" t="str"><v>First Name</v></c><c r="C1" t="str"><v>Zip</v></c></row>';
export const LEAD_ROW =
  '<row r="2"><c r="A2" t="str"><v>ann@example.com</v></c><c r="B2" t="str"><v>Ann</v></c></row>';

/** Pieces of a workbook's XML; what is not given is as small as it can be. */
export interface WorkbookXml {
  /** Everything in the element `worksheet`. */
  sheet?: string;
  /** Everything in the element `sst`. */
  strings?: string;
  styles?: string;
  sheets?: string;
  relations?: string;
  /** In front of the sheet's root. */
  prologue?: string;
}

/** The parts of a workbook of one sheet. */
export function packageParts(xml: WorkbookXml = {}): Packed[] {
  const sheet = xml.sheet ?? `<sheetData>${HEADER_ROW}${LEAD_ROW}</sheetData>`;
  return [
    {
      name: "_rels/.rels",
      text: `<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      text: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${xml.sheets ?? '<sheet name="Leads" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: `<Relationships>${xml.relations ?? ""}<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rIdS" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: "xl/sharedStrings.xml", text: `<sst ${MAIN}>${xml.strings ?? ""}</sst>` },
    { name: "xl/styles.xml", text: `<styleSheet ${MAIN}>${xml.styles ?? ""}</styleSheet>` },
    {
      name: "xl/worksheets/sheet1.xml",
      text: `${xml.prologue ?? ""}<worksheet ${MAIN}>${sheet}</worksheet>`,
    },
  ];
}

/** The rows of a sheet, below the header. */
export function rowsXml(...rows: string[]): WorkbookXml {
  return { sheet: `<sheetData>${HEADER_ROW}${rows.join("")}</sheetData>` };
}

/** A lead's row with one more cell in it. */
export function withCell(cell: string): WorkbookXml {
  return rowsXml(LEAD_ROW.replace("</row>", `${cell}</row>`));
}
