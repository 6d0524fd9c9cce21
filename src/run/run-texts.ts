import { finder } from "../base/finding.ts";

/** Whose e-mail a row repeats: that of a row of the same sheet, or of one that the run has. */
export interface Repetition {
  row: number;
  of: "sheet" | "run";
}

/** What is found of a row beside others, as it is told of the sheet itself. */
export const RUN_TEXTS = {
  "email-repeated": ({ row, of }: Repetition) =>
    `Same e-mail as row ${row}${of === "run" ? " of this run" : ", which goes first"}: one lead per e-mail`,
};

/** The same in a fix file, which has other rows under these numbers. */
export const FIX_FILE_TEXTS: typeof RUN_TEXTS = {
  "email-repeated": ({ row, of }) =>
    `Same e-mail as row ${row} of ${of === "run" ? "this run" : "your sheet, which goes first"}: one lead per e-mail`,
};

export const runFinding = finder(RUN_TEXTS);
