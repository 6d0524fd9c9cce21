import { describe, expect, it } from "vitest";
import { mapContent } from "../columns/read-content.ts";

describe("a ZIP code that lost its zeros", () => {
  it.each([
    ["2134", "MA", "02134"],
    ["2134", "", "02134"],
    ["2134", "massachusetts", "02134"],
    ["501", "NY", "00501"],
    ["612", "PR", "00612"],
    ["21341000", "MA", "02134-1000"],
    ["2134-1000", "MA", "02134-1000"],
    ["2134.0", "MA", "02134"],
  ])("gets them back: %s in %s", async (zip, state, whole) => {
    const { rows } = await mapContent(`Email,State,Zip\na@b.co,${state},${zip}\n`);
    expect(rows[0]?.lead.address?.zip).toBe(whole);
    expect(
      rows[0]?.warnings.some(({ cell, params }) => cell === "C2" && JSON.stringify(params).includes(whole)),
    ).toBe(true);
  });

  it.each([
    ["2134", "CA"],
    ["501", "MA"],
    ["501", ""],
  ])("is unreadable where its state has no such code: %s in %s", async (zip, state) => {
    const { rows } = await mapContent(`Email,Residential State,Residential Zip\na@b.co,${state},${zip}\n`);
    expect(rows[0]?.lead.residentialAddress?.zip).toBeUndefined();
    expect(rows[0]?.unreadable).toMatchObject([{ path: ["residentialAddress", "zip"], cell: "C2" }]);
  });
});
