/** Only printable ASCII, and none of it space at either end. */
const ORDINARY = /^[!-~](?:[ -~]*[!-~])?$/;

/** What looks like nothing at either end of a cell: white space, and marks without width. */
const OUTER = /^[\s\p{Cf}\u115f\u1160\u3164]+|[\s\p{Cf}\u115f\u1160\u3164]+$/gu;

/** The cell's text without what is invisible at its ends. Empty when there is nothing to see. */
export function trimmedCell(text: string): string {
  return text === "" || ORDINARY.test(text) ? text : text.replace(OUTER, "");
}
