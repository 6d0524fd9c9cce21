import { expect, it } from "vitest";
import { judgedColumns } from "../../../src/sheet/columns/judged-column.ts";
import { PROMOTIONS, promotedAll } from "../../../src/sheet/columns/unsure-columns.ts";
import { smallSheets, tableOf } from "../../sheet-truth/small-sheets.ts";

it.each(Object.keys(PROMOTIONS))(
  "%s changes what some column of the fixtures means, or it is no rule",
  (name) => {
    const others = Object.entries(PROMOTIONS).flatMap(([other, promote]) => (other === name ? [] : promote));
    const isHeld = smallSheets().some((sheet) => {
      const { columns, sample } = tableOf(sheet);
      const judged = judgedColumns(columns, sample);
      const meanings = (all: typeof judged) => JSON.stringify(all.map(({ meaning }) => meaning));
      return meanings([...promotedAll(judged)]) !== meanings([...promotedAll(judged, others)]);
    });
    expect(isHeld).toBe(true);
  },
);
