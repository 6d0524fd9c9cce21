import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { matchColumns } from "../../src/sheet/column-matches.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { type MappingDraft, mappingDraft, readMappingFile } from "../../src/sheet/mapping-file.ts";
import { openContent } from "./read-content.ts";

const SHEET = `Email,Frist Name,Street,Street,Occupancy,Notes,leadctl_row
a@b.co,Ana,1 Elm,2 Oak,vacant,x,2
b@b.co,Bob,3 Elm,4 Oak,,x,3
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leadctl-map-"));
});
afterAll(() => rm(folder, { recursive: true }));

const matchesOf = async (content: string) => matchColumns(await openContent(content));

async function saved(draft: MappingDraft) {
  const path = join(folder, "mapping.json");
  await writeFile(path, JSON.stringify(draft));
  return readMappingFile(path);
}

describe("the match of a sheet's columns", () => {
  it("shows what each feeds, with samples, and asks where it is not certain", async () => {
    const { columns, missing } = await matchesOf(SHEET);
    expect(columns.map(({ field, isSettled, samples }) => [field?.path, isSettled, samples])).toEqual([
      ["contactInfo.email", true, ["a@b.co", "b@b.co"]],
      [undefined, true, ["Ana", "Bob"]],
      ["address.street", false, ["1 Elm", "3 Elm"]],
      ["address.street", false, ["2 Oak", "4 Oak"]],
      [undefined, false, ["vacant"]],
      [undefined, true, ["x"]],
      [undefined, true, ["2", "3"]],
    ]);
    expect(columns[1]?.remark).toBe("did you mean First Name?");
    expect(columns[3]?.remark).toBe("C means Street too: say whose each is, or delete one");
    expect(missing.map(({ path }) => path)).toContain("contactInfo.firstName");
  });

  it("asks about two columns for one field only where they differ", async () => {
    const agreeing = "Email,Phone,Mobile\na@b.co,+1 555-010-0001,\nb@b.co,,+1 555-010-0002\n";
    const { columns } = await matchesOf(agreeing);
    expect(columns.map(({ isSettled }) => isSettled)).toEqual([true, true, true]);
    expect(columns[1]?.remark).toBe("C means Phone too: in each row the one that is filled is taken");
    const differing = await matchesOf(`${agreeing}c@b.co,+1 555-010-0003,+1 555-010-0004\n`);
    expect(differing.columns.map(({ isSettled }) => isSettled)).toEqual([true, false, false]);
    expect(differing.columns[2]?.remark).toBe("B means Phone too, and differs in row 4");
  });

  it("asks which of two people is the applicant, though nothing differs", async () => {
    const { columns } = await matchesOf("First Name,Email,First Name,Email\nAna,a@b.co,,\n");
    expect(columns.map(({ isSettled }) => isSettled)).toEqual([false, false, false, false]);
    expect(columns[2]?.remark).toBe("A means First Name too: say which is the applicant's");
  });

  it("asks whose the parts of an address are that stand behind another one", async () => {
    const content = "Email,Home Address,City,Zip\na@b.co,1 Elm,Salem,01970\n";
    const { columns } = await matchesOf(content);
    expect(columns.map(({ isSettled }) => isSettled)).toEqual([true, true, false, false]);
    const draft = mappingDraft(columns);
    expect(draft.columns).toMatchObject({ City: "?", Zip: "?" });
    Object.assign(draft.columns, { City: "residentialAddress.city", Zip: "residentialAddress.zip" });
    for await (const { lead } of mapInput(await openContent(content), await saved(draft)).rows) {
      expect(lead).toEqual({
        contactInfo: { email: "a@b.co" },
        residentialAddress: { street: "1 Elm", city: "Salem", zip: "01970" },
      });
    }
  });

  it("written down asks for an answer wherever there was doubt", async () => {
    const { columns } = await matchesOf(SHEET);
    const draft = mappingDraft(columns);
    expect(draft.columns).toEqual({
      Email: "contactInfo.email",
      "Frist Name": "?",
      "C: Street": "?",
      "D: Street": "?",
      Occupancy: "?",
      Notes: null,
    });
    await expect(saved(draft)).rejects.toThrow(
      /columns "Frist Name", "C: Street", "D: Street", "Occupancy": write the field's path for "\?", or null/,
    );
  });

  it("once answered is a mapping by which the sheet is read", async () => {
    const { columns } = await matchesOf(SHEET);
    const draft = mappingDraft(columns);
    Object.assign(draft.columns, {
      "Frist Name": "contactInfo.firstName",
      "C: Street": "residentialAddress.street",
      "D: Street": "address.street",
      Occupancy: null,
    });
    const mapping = await saved(draft);
    const again = await matchColumns(await openContent(SHEET), mapping);
    expect(again.columns.every(({ isSettled }) => isSettled)).toBe(true);
    const input = mapInput(await openContent(SHEET), mapping);
    const leads = [];
    for await (const { lead } of input.rows) leads.push(lead);
    expect(leads[0]).toEqual({
      contactInfo: { firstName: "Ana", email: "a@b.co" },
      address: { street: "2 Oak" },
      residentialAddress: { street: "1 Elm" },
    });
    expect(input.notices).toEqual([]);
  });

  it("of JSON takes a field said in two ways for no trouble, and insists on no key", async () => {
    const content = '[{"email":"a@b.co"},{"contactInfo":{"email":"b@b.co"},"zip":"02134"}]';
    const { columns } = await matchColumns(await openContent(content, { format: "json" }));
    expect(columns.every(({ isSettled }) => isSettled)).toBe(true);
    const mapping = await saved(mappingDraft(columns));
    const input = mapInput(await openContent('[{"email":"a@b.co"}]', { format: "json" }), mapping);
    for await (const { lead } of input.rows) expect(lead).toEqual({ contactInfo: { email: "a@b.co" } });
    expect(input.notices.map(({ code }) => code)).toEqual(["mapping-unused"]);
  });
});
