import { FIELDS, KIND_WORDS, NEED_WORDS, valueLabels } from "../lead/field-catalogue.ts";
import { GUIDE_SHEET } from "./formats/workbook.ts";
import {
  type SheetColumn,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "./formats/write/xlsx-writer.ts";

/** An empty workbook with every column, and beside it what each one holds. */
export function templateWorkbook(): AsyncIterable<Buffer> {
  return writeWorkbook([leadSheet(), guideSheet()]);
}

const COLUMN_WIDTH_MIN = 14;

/** A row for each lead: a cell says what it takes when it is selected. */
function leadSheet(): WrittenSheet {
  const columns = FIELDS.map((field): SheetColumn => {
    const { label, note, absence } = field;
    const choices = valueLabels(field);
    return {
      header: label,
      width: Math.max(COLUMN_WIDTH_MIN, label.length + 2),
      isOurs: absence === "required",
      note: `${note} ${NEED_WORDS[absence]}.`,
      ...(choices.length > 0 && { choices }),
    };
  });
  return { name: "Leads", columns, rows: [] };
}

function guideSheet(): WrittenSheet {
  return {
    name: GUIDE_SHEET,
    columns: [
      { header: "Column", width: 44 },
      { header: "What it holds", width: 64, isWrapped: true },
      { header: "Is it needed?", width: 34, isWrapped: true },
      { header: "Known values", width: 60, isWrapped: true },
      { header: "Example", width: 24 },
    ],
    rows: [
      ...FIELDS.map((field): WrittenRow => {
        const { label, note, type, absence, example } = field;
        const values = valueLabels(field).join(", ");
        const known =
          type === "boolean"
            ? "Yes or No"
            : values === ""
              ? KIND_WORDS[type]
              : `${values}; others are sent as they are`;
        return [{ text: label, isBold: true }, note, NEED_WORDS[absence], known, example];
      }),
      [],
      [
        {
          text: "One row for each lead. The column in blue is needed. Columns that you do not need may be left empty or deleted; their order is yours.",
          mark: "muted",
        },
      ],
    ],
  };
}
