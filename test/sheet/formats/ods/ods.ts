import { zipOf } from "../workbook.ts";

const NAMES = ["office", "table", "text", "style"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** A small OpenDocument workbook of these `table:table` elements. */
export function odsOf(tables: string, styles = "", parts: Record<string, string> = {}): Buffer {
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<?xml version="1.0"?><office:document-content ${NAMES} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    "META-INF/manifest.xml": "<manifest:manifest/>",
    ...parts,
  });
}
