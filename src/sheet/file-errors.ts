import { type ErrorTexts, says } from "../base/cli-error.ts";
import { CLOSE_IT } from "../base/files.ts";

const WHICH_SHEET = 'Say which one, as in --sheet "<first>".';
const ONE_LIST = 'Delete the other lists, or name the list of leads "leads".';
const SAVE_AS_CSV = 'Open it in the program it comes from, and save it as "CSV UTF-8" or as .xlsx.';
const UNPACK = "Unpack it first, then name the file inside.";
const NO_TABLE = "A picture cannot be read as a table: ask for the sheet.";

/** What a file is that is not a sheet, and what to do about it. */
const KINDS = {
  password: [
    "a workbook with a password",
    "Open it in the program it comes from, save it without a password, and try again.",
  ],
  xls: [
    "an old Excel workbook (.xls), or one with a password",
    'Open it in Excel and save it as "Excel Workbook (.xlsx)" without a password, or as "CSV UTF-8".',
  ],
  xlsb: [
    "a binary workbook (.xlsb)",
    'Open it in Excel and save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8".',
  ],
  numbers: ["a Numbers document", "Open it in Numbers and choose File, Export To, CSV."],
  document: ["a document, not a workbook", "Name the workbook that holds the leads."],
  zip: ["a ZIP archive without a workbook in it", UNPACK],
  pdf: ["a PDF", "A PDF cannot be read as a table: ask for the sheet that it was made from."],
  compressed: ["a compressed file", UNPACK],
  rtf: ["a text document (RTF)", SAVE_AS_CSV],
  picture: ["a picture", NO_TABLE],
  database: ["a file of a database", "Export its table as CSV."],
  html: ["a web page (HTML), as some systems export under the name .xls", SAVE_AS_CSV],
  xml: ["an XML file", SAVE_AS_CSV],
  gsheet: [
    "a shortcut to a Google sheet (.gsheet), which holds no leads itself",
    "Open it in the browser, choose File, Download, Microsoft Excel (.xlsx), and use that file.",
  ],
  // What was named as another format
  text: ["a text file, not a workbook", "Leave out --format, or name the one that it is."],
} as const;

/** What a file may be that is not a sheet. */
export type WrongKind = keyof typeof KINDS;

export interface Named {
  /** The input, as a person named it. */
  name: string;
}

/** Why a file cannot be used, whatever its rows say. */
export const FILE_ERRORS = {
  // The file
  "input-missing": ({ name, near }: Named & { near: string | undefined }) => ({
    message: `There is no file ${name}`,
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Check the name and the folder you are in.`,
  }),
  "input-is-folder": says("<name> is a folder, not a file", "Name the file inside it."),
  "input-not-permitted": says(
    "<name> cannot be read: its owner has not given you access",
    "Ask its owner for access, or for a copy.",
  ),
  "input-in-use": says("<name> cannot be read: <why>", CLOSE_IT),
  "input-unreadable": says(
    "<name> could not be read (<why>)",
    "Try again, or copy the file to this computer first.",
  ),
  "input-changed": says(
    "<name> was changed while it was read",
    "Wait until the program that writes it is done, then try again.",
  ),
  "input-too-large": says("<name> has more than <rowsMax> rows", "Give the file that was filled in by hand."),

  // Its kind and encoding
  "format-missing": () => ({
    message: "The format of stdin is not known: it has no file name",
    hint: "Say --format csv, json, jsonl or xlsx.",
  }),
  "input-lock-file": says(
    "<name> is not a sheet: Excel makes this file while a workbook is open",
    "Name the workbook itself: <workbook>.",
  ),
  "input-binary": says("<name> is not a text file", "Save the sheet as CSV (UTF-8) and use that file."),
  "input-wrong-kind": ({ name, kind }: Named & { kind: WrongKind }) => {
    const [is, hint] = KINDS[kind];
    return { message: `${name} is ${is}`, hint };
  },
  "input-wrong-kind/json": says(
    "<name> holds JSON, not delimited text",
    "Say --format json, or jsonl when each line holds one lead.",
  ),
  "delimiter-unusable": says(
    '"<asked>" is not a delimiter: it must be one character',
    "Say --delimiter ';' or --delimiter tab.",
  ),
  "encoding-unknown": says(
    'There is no encoding "<asked>"',
    "leadctl knows utf-8, utf-16le, utf-16be, windows-1252, macintosh and the others of the Encoding Standard.",
  ),
  "encoding-mixed": says(
    '<name> is UTF-8 in one place and not in another (near "<sample>")',
    'Two exports may have been joined: save each as "CSV UTF-8" first, or name one encoding with --encoding.',
    "encoding",
  ),
  "input-encoding/western": says(
    "<name> is not text in UTF-8 or windows-1252 (Western)",
    'If it comes from an older Mac, try --encoding macintosh; else save it again as "CSV UTF-8".',
    "encoding",
  ),
  "input-encoding": says(
    "<name> is not text in <encoding>",
    'Name the right one with --encoding, or save the file as "CSV UTF-8".',
    "encoding",
  ),

  // Delimited text
  "csv-quote-not-closed": says(
    '<name>: a quote (") opened in row <row>, which starts in line <line>, is never closed',
    "Close it or delete it, and write a quote inside a quoted cell twice.",
  ),
  "csv-record-too-long": says(
    "<name>: row <row>, which starts in line <line>, is longer than <kibibytesMax> KiB",
    'Most often a quote (") opened there is never closed: close it or delete it.',
  ),
  "csv-broken": says(
    "<name>: row <row>, which starts in line <line>, cannot be read as delimited text",
    "Open the file in a spreadsheet and save it again as CSV.",
  ),

  // JSON
  "json-broken/empty": says("<name> holds no lead", "Put each lead in an object of its own."),
  "json-broken/cut-off": ({
    name,
    item,
  }: Named & { item: { ordinal: number; line: number } | undefined }) => ({
    message: `${name} ends too early${item === undefined ? " (a closing bracket is missing)" : ` in the middle of item ${item.ordinal}, which starts in line ${item.line}`}`,
    hint: "Most often the file was cut off: export or copy it again.",
  }),
  "json-broken/beginning": says(
    "<name> does not begin with [ or {",
    "JSON input is a list of leads, one lead, or a lead on each line.",
  ),
  "json-broken/around-list": says(
    "<name> is not valid JSON around its list of leads",
    "Check the commas, quotes and brackets around it.",
  ),
  "json-broken/several-lists": ({
    name,
    key,
    other,
  }: Named & { key: string; other: string | undefined }) => ({
    message: `${name} has a list under "${key}" and ${other === undefined ? "an e-mail" : `another one under "${other}"`} beside it, and we cannot tell which one holds the leads`,
    hint: ONE_LIST,
  }),
  "json-broken/item-too-long": says(
    "<name> has an item longer than <mebibytesMax> MiB, starting in line <line>",
    "Most often a quote or a bracket is missing there.",
  ),
  "json-broken/stray": ({
    name,
    line,
    character,
  }: Named & { line: number; character: string | undefined }) => ({
    message: `${name} is not valid JSON: ${character === undefined ? "something" : `"${character}"`} in line ${line} does not belong there`,
    hint: `Check line ${line} and the one before it for a missing or extra comma or bracket.`,
  }),
  "json-broken/item": says(
    "<name>: item <ordinal> is not valid JSON, at line <line>",
    "Check line <line> and the one before it for a missing comma, quote or bracket.",
  ),
  "too-many-keys": says(
    "More than <itemsMax> items of <name> bring new keys for parts of a lead",
    "Write all items with the same keys.",
  ),

  // Workbooks
  "workbook-broken": says(
    "<name> is a damaged workbook and cannot be read",
    'Open it in Excel, let it repair the file, and save it again; or save the sheet as "CSV UTF-8".',
  ),
  "workbook-too-large": says(
    "<name> is too large for a workbook (<mebibytesMax> MiB, or <unpackedMax> MiB unpacked, at most)",
    'Save the sheet as "CSV UTF-8", which has no limit, or split it.',
  ),
  "workbook-full": says(
    "A sheet of a workbook holds <rowsMax> rows at most",
    "Use CSV instead, which has no limit.",
  ),
  "sheet-missing": says('<name> has no sheet "<asked>"', "Its sheets are <sheets>."),
  "sheet-ambiguous": says(
    "<name> has <count> sheets (<sheets>), and we cannot tell which one holds the leads",
    WHICH_SHEET,
    "sheet",
  ),
  "sheet-hidden": says("<name> has leads on a hidden sheet only (<sheets>)", WHICH_SHEET, "sheet"),
  "hidden-rows": says(
    "<name> has hidden or filtered rows (row <row> is the first), and we cannot tell whether to send their leads",
    "Say --hidden-rows skip to leave them out, or --hidden-rows include to read them; or clear the filter.",
    "hidden-rows",
  ),
} satisfies ErrorTexts;
