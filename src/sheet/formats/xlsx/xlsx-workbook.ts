import { inputError } from "../../sheet-errors.ts";
import type { WorkbookSheet } from "../workbook.ts";
import { elementsIn, holds, isTrue, readXml, textIn, unescaped, type XmlElement } from "../xml-reader.ts";
import { tooLargeWorkbook, type ZipArchive } from "../zip-archive.ts";
import { type NumberStyle, numberStyle } from "./number-format.ts";
import type { CellFrame } from "./xlsx-cell.ts";

/** A sheet and the part that holds it. */
interface XlsxSheet extends WorkbookSheet {
  path: string;
}

/** All of a workbook but its sheets' rows. */
export interface XlsxFrame {
  sheets: readonly XlsxSheet[];
  cells: CellFrame;
}

/** Excel has at most 65,490 cell formats; a package at most as many relations as parts. */
const STYLES_MAX = 65_536;
const RELATIONS_MAX = 10_000;

/** Size of a part that says how the others hang together, or how cells look. */
const FRAME_BYTES_MAX = 32 * 1024 * 1024;
/** What the texts of all cells may take in memory, each with its overhead. */
const STRINGS_BYTES_MAX = 192 * 1024 * 1024;
const STRING_OVERHEAD_BYTES = 40;

interface Relation {
  type: string;
  path: string;
}

/** Reads all of a workbook but its sheets. @throws CliError when a part it cannot do without is missing. */
export async function readXlsxFrame(name: string, archive: ZipArchive): Promise<XlsxFrame> {
  const roots = await relationsOf(archive, "");
  const root = [...roots.values()].find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  if (root.endsWith(".bin")) throw inputError("input-wrong-kind", { name, kind: "xlsb" });
  const relations = await relationsOf(archive, root);
  const part = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.path;
  const stream = await archive.open(root, FRAME_BYTES_MAX);
  if (!stream && roots.size === 0) throw inputError("input-wrong-kind", { name, kind: "zip" });
  if (!stream) throw new Error("no workbook");
  const sheets: XlsxSheet[] = [];
  let [isFrom1904, isToBeWorkedOut] = [false, false];
  for await (const elements of readXml(stream, { whole: new Set(["workbookPr", "sheet", "calcPr"]) })) {
    for (const { name: tag, attributes } of elements) {
      if (tag === "workbookPr") isFrom1904 = isTrue(attributes.date1904);
      if (tag === "calcPr") isToBeWorkedOut = isTrue(attributes.fullCalcOnLoad);
      if (tag !== "sheet") continue;
      const relation = relations.get(attributeEnding(attributes, "id", "sheetId") ?? "");
      if (relation?.type !== "worksheet") continue;
      if (sheets.some(({ path }) => path === relation.path)) throw new Error("a sheet stands there twice");
      const isHidden = attributes.state === "hidden" || attributes.state === "veryHidden";
      sheets.push({ name: attributes.name ?? "", path: relation.path, isHidden });
    }
  }
  const styles = await stylesOf(archive, part("styles"));
  const texts = await stringsOf(name, archive, part("sharedStrings"));
  return { sheets, cells: { isFrom1904, isToBeWorkedOut, ...styles, texts } };
}

/** Relations by id. Types are told by their last word, which the two flavours of the format share. */
async function relationsOf(archive: ZipArchive, owner: string): Promise<Map<string, Relation>> {
  const slash = owner.lastIndexOf("/");
  const folder = slash < 0 ? "" : owner.slice(0, slash);
  const stream = await archive.open(
    `${folder === "" ? "" : `${folder}/`}_rels/${owner.slice(slash + 1)}.rels`,
    FRAME_BYTES_MAX,
  );
  const relations = new Map<string, Relation>();
  if (!stream) return relations;
  for await (const elements of readXml(stream, { whole: new Set(["Relationship"]) })) {
    for (const { attributes } of elements) {
      const { Id, Type = "", Target = "" } = attributes;
      if (Id === undefined) continue;
      if (relations.size >= RELATIONS_MAX) throw new Error("too many relations");
      relations.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), path: resolved(folder, Target) });
    }
  }
  return relations;
}

function resolved(folder: string, target: string): string {
  return new URL(target, `file:///${folder === "" ? "" : `${folder}/`}`).pathname
    .slice(1)
    .replaceAll("%20", " ");
}

async function stylesOf(
  archive: ZipArchive,
  path: string | undefined,
): Promise<Pick<CellFrame, "styles" | "struckStyles">> {
  const stream = path === undefined ? undefined : await archive.open(path, FRAME_BYTES_MAX);
  const styles: NumberStyle[] = [];
  const struckStyles = new Set<number>();
  if (!stream) return { styles, struckStyles };
  const codes = new Map<number, string>();
  const struckFonts = new Set<number>();
  let fontCount = 0;
  for await (const elements of readXml(stream, { whole: new Set(["numFmt", "font", "xf"]) })) {
    for (const element of elements) {
      const { name, attributes, within } = element;
      if (styles.length >= STYLES_MAX || codes.size >= STYLES_MAX) throw new Error("too many styles");
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "font" && within?.name === "fonts") {
        const strike = elementsIn(element).find((one) => one.name === "strike");
        if (strike && isTrue(strike.attributes.val ?? "1")) struckFonts.add(fontCount);
        fontCount += 1;
      }
      if (name === "xf" && within?.name === "cellXfs") {
        const id = Number(attributes.numFmtId ?? 0);
        if (struckFonts.has(Number(attributes.fontId))) struckStyles.add(styles.length);
        styles.push(numberStyle(id, codes.get(id)));
      }
    }
  }
  return { styles, struckStyles };
}

async function stringsOf(name: string, archive: ZipArchive, path: string | undefined): Promise<string[]> {
  const stream = path === undefined ? undefined : await archive.open(path);
  const strings: string[] = [];
  if (!stream) return strings;
  let bytes = 0;
  const whole = new Set(["si"]);
  for await (const elements of readXml(stream, { whole, passedOver: new Set(["rPh"]) })) {
    for (const element of elements) {
      // Cells name their texts by number, and which number each has is not certain.
      if (holds(element, whole)) throw new Error("a text within another one");
      const text = Buffer.from(textIn(element, "t"));
      bytes += text.length + STRING_OVERHEAD_BYTES;
      if (bytes > STRINGS_BYTES_MAX) throw tooLargeWorkbook(name);
      // Made anew: a piece of the part's XML would keep all of it in memory.
      strings.push(unescaped(text.toString()));
    }
  }
  return strings;
}

function attributeEnding(
  attributes: XmlElement["attributes"],
  local: string,
  but: string,
): string | undefined {
  const name = Object.keys(attributes).find(
    (key) => key !== but && (key === local || key.endsWith(`:${local}`)),
  );
  return name === undefined ? undefined : attributes[name];
}
