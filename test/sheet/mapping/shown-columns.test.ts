import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { type MappingDraft, mappingDraft, readMappingFile } from "../../../src/sheet/mapping/mapping-file.ts";
import { type ShownColumns, showColumns } from "../../../src/sheet/mapping/shown-columns.ts";
import { sharedFolder } from "../../folders.ts";
import { openContent } from "../columns/read-content.ts";

const SHEET = `Email,Frist Name,Street,Street,Occupancy,Notes,leadctl_row
a@b.co,Ana,1 Elm,2 Oak,vacant,x,2
b@b.co,Bob,3 Elm,4 Oak,,x,3
`;

const OCCUPANCY = "statedInformation.rentalOccupancy";

const folder = sharedFolder();

const shown = async (content: string) => showColumns(mapInput(await openContent(content), undefined, true));

const paths = ({ columns }: ShownColumns) =>
  columns.map(({ reading: { target, reason } }) => (target ? target : reason));

async function saved(draft: MappingDraft) {
  const path = join(folder, "mapping.json");
  await writeFile(path, JSON.stringify(draft));
  return readMappingFile(path);
}

describe("a sheet's columns, shown", () => {
  it("say what each feeds, with samples, and what is asked where it is not certain", async () => {
    const sheet = await shown(SHEET);
    expect(paths(sheet)).toEqual([
      "contactInfo.email",
      "open",
      "open",
      "open",
      OCCUPANCY,
      "irrelevant",
      "own",
    ]);
    expect(sheet.columns.map(({ samples }) => samples)).toEqual([
      ["a@b.co", "b@b.co"],
      ["Ana", "Bob"],
      ["1 Elm", "3 Elm"],
      ["2 Oak", "4 Oak"],
      ["vacant"],
      ["x"],
      ["2", "3"],
    ]);
    expect(sheet.questions.open.map(({ id, options }) => [id, options.map(({ answer }) => answer)])).toEqual([
      ["address:street", ["property", "residence", "leave-out"]],
      ["address:street#2", ["property", "residence", "leave-out"]],
      ["column:fristname", ["contactInfo.firstName", "leave-out"]],
    ]);
    const missing = sheet.missing.map(({ path }) => path);
    expect(missing).toContain("loanPurpose");
    // What an answer may bring is not missing yet.
    expect(missing.filter((path) => /firstName|treet/.test(path))).toEqual([]);
  });

  it("may be said as rules, and then nothing is asked", async () => {
    const draft = mappingDraft(await shown(SHEET));
    delete draft.answers;
    Object.assign(draft.columns, {
      "Frist Name": null,
      "C: Street": "residentialAddress.street",
      "D: Street": "address.street",
    });
    const input = mapInput(await openContent(SHEET), await saved(draft));
    const leads = [];
    for await (const { lead } of input.rows) leads.push(lead);
    expect(leads[0]?.residentialAddress).toEqual({ street: "1 Elm" });
    expect(input.questions.open).toEqual([]);
    expect(input.notices.map(({ code }) => code)).toEqual(["absent-columns"]);
  });

  it("of JSON take a field said in two ways for no trouble, and insist on no key", async () => {
    const content = '[{"email":"a@b.co"},{"contactInfo":{"email":"b@b.co"},"zip":"02134"}]';
    const sheet = await showColumns(
      mapInput(await openContent(content, { format: "json" }), undefined, true),
    );
    expect(sheet.questions.open).toEqual([]);
    const mapping = await saved(mappingDraft(sheet));
    const input = mapInput(await openContent('[{"email":"a@b.co"}]', { format: "json" }), mapping);
    for await (const { lead } of input.rows) expect(lead).toEqual({ contactInfo: { email: "a@b.co" } });
    expect(input.notices.map(({ code }) => code)).toEqual(["mapping-unused", "absent-columns"]);
  });
});
