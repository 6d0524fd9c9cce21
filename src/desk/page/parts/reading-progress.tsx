import { amountText } from "../../../terminal/number-text.ts";

/** How far the reading of a sheet is; nothing once it is read. */
export function ReadingProgress({ rowsSoFar }: { rowsSoFar: number | null }) {
  return (
    <p class="note reading" role="status">
      {rowsSoFar !== null && (
        <>
          <progress aria-label="The sheet is being read" /> Reading the sheet: {amountText(rowsSoFar, "row")}{" "}
          so far. You can go on meanwhile.
        </>
      )}
    </p>
  );
}
