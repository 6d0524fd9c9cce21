import { describe, expect, it } from "vitest";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { mapContent, openContent } from "../columns/read-content.ts";

const JSON_FORMAT = { format: "json" } as const;

/** Items that have a plain street, of which a later one says whose that may be. */
function items(count: number, last: object): string {
  const plain = Array.from({ length: count }, (_, at) => ({ email: `a${at}@b.co`, street: `${at} Elm St` }));
  return JSON.stringify([...plain, { email: "z@b.co", ...last }]);
}

describe("keys of JSON", () => {
  it("that say how a house stands are asked about, where nothing else says its type", async () => {
    const asked = async (item: object) => {
      const { input } = await mapContent(JSON.stringify([{ email: "a@b.co", ...item }]), JSON_FORMAT);
      return input.questions.open.map(({ id }) => id);
    };
    expect(await asked({ AttachmentType: "Detached" })).toEqual(["column:attachmenttype"]);
    expect(await asked({ AttachmentType: "Detached", PropertyType: "Condo" })).toEqual([]);
    expect(await asked({ maritalStatus: "single" })).toEqual([]);
  });

  it("that turn up among the first items are judged together", async () => {
    const { rows, input } = await mapContent(
      items(3, { street: "9 Elm St", property_street: "2 Oak St" }),
      JSON_FORMAT,
    );
    expect(rows.map(({ lead }) => lead.address?.street)).toEqual([
      undefined,
      undefined,
      undefined,
      "2 Oak St",
    ]);
    expect(rows[0]?.lead.residentialAddress).toEqual({ street: "0 Elm St" });
    expect(input.questions.open).toEqual([]);
  });

  it("that turn up later never change what rows were read by, and are asked about", async () => {
    const { rows, input } = await mapContent(items(400, { property_street: "2 Oak St" }), JSON_FORMAT);
    expect(rows[0]?.lead.address).toEqual({ street: "0 Elm St" });
    expect(input.questions.open).toMatchObject([
      {
        id: "column:street",
        options: [{ answer: "address.street" }, { answer: "residentialAddress.street" }],
      },
    ]);
    expect(input.questions.open[0]?.isAcceptable).toBe(false);
  });
});

describe("a reading as rules", () => {
  it("reads the same, and asks nothing of columns again", async () => {
    const sheet = [
      "Name,Email,Phone,Cell,Street,City,Property Address,Occupancy,Notes",
      'Ana Ng,a@b.co,1,2,1 Elm St,Reno,"2 Oak St, Reno, NV 89501",OO,x',
    ].join("\n");
    const first = mapInput(await openContent(sheet));
    const again = mapInput(await openContent(sheet), first.resolvedMapping());
    const fed = ({ readings }: typeof first) =>
      readings.map(({ target, rank }) => [target, target ? rank : 0]);
    expect(fed(again)).toEqual(fed(first));
    expect(again.questions.open).toEqual([]);
    expect(again.readings.some(({ reason }) => reason === "mapping")).toBe(false);
  });
});
