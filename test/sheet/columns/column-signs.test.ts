import { expect, it } from "vitest";
import { SIGNS, withSigns } from "../../../src/sheet/columns/column-signs.ts";
import { judgedColumns } from "../../../src/sheet/columns/judged-column.ts";
import { smallSheets, tableOf } from "../../sheet-truth/small-sheets.ts";

const names = Object.values(SIGNS).flatMap((signs) => Object.keys(signs));

it.each(names)("%s changes what some column of the fixtures means, or it is no sign", (name) => {
  const others = Object.values(SIGNS).map((signs) =>
    Object.fromEntries(Object.entries(signs).filter(([other]) => other !== name)),
  );
  const isHeld = smallSheets().some((sheet) => {
    const { columns, sample } = tableOf(sheet);
    const judged = judgedColumns(columns, sample);
    const meanings = (all: readonly (typeof judged)[number][]) =>
      JSON.stringify(all.map(({ meaning }) => meaning));
    return meanings(withSigns(judged)) !== meanings(withSigns(judged, others));
  });
  expect(isHeld).toBe(true);
});
