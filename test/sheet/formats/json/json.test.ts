import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputOptions } from "../../../../src/sheet/table.ts";
import { readContent } from "../../columns/read-content.ts";

const JSON_INPUT = { format: "json" } as const;
const LINES = { format: "jsonl" } as const;
const ANA = '{"email":"a@b.co"}';
const CY = '{"email":"c@d.co"}';
const TWO = `${ANA},${CY}`;

describe("JSON", () => {
  it.each<[string, string, InputOptions?]>([
    ["a list", `[${TWO}]`],
    ["a list under the key leads", `{"n":2,"leads":[${TWO}],"x":{}}`],
    [
      "a list under the key of a service",
      `{"ok":true,"info":{"n":[1]},"Results":[${TWO}],"paging":{"next":{"after":"2"}}}`,
    ],
    ["a list deeper down", `{"status":"data","response":{"data":{"leads":[${TWO}],"n":2}}}`],
    ["a list of edges", `{"data":{"leads":{"edges":[${TWO}],"pageInfo":{"hasNextPage":false}}}}`],
    ["objects one after the other", `${ANA}\n{\n"email":"c@d.co"}\n`],
    ["lines", `${ANA}\r\n\r\n${CY}`, LINES],
  ])("reads %s, whatever its chunks", async (_, text, options = JSON_INPUT) => {
    for (let chunkBytes = 1; chunkBytes < 12; chunkBytes++) {
      const { table, rows } = await readContent(text, options, chunkBytes);
      expect(table.columns).toEqual([{ name: "email", keys: ["email"] }]);
      expect(rows).toEqual([
        { row: 1, cells: ["a@b.co"] },
        { row: 2, cells: ["c@d.co"] },
      ]);
    }
  });

  it.each([
    ["what a CRM says of the page", '"_metadata":{"total":2}'],
    ["a text with a bracket, longer than is looked at first", `"data":"${"[{ ".repeat(50_000)}"`],
    ["other lists, longer than is looked at first", `"columns":[${'"x",'.repeat(50_000)}"x"]`],
  ])("reads the list of people behind %s", async (_, before) => {
    const text = `{${before},"people":[${TWO}]}`;
    const { rows } = await readContent(text, JSON_INPUT, 1 << 16);
    expect(rows.map(({ cells }) => cells[0])).toEqual(["a@b.co", "c@d.co"]);
  });

  it.each([
    `{"lead_1":${ANA},"lead_2":${CY}}`,
    `{"leads":{"1001":${ANA},"1002":${CY}},"count":2}`,
    `{"1002": ${ANA}, "1001" : ${CY}}`,
    `{"ok":true,"data":{"-Nabcdefghijklmnopqr":${ANA},"-Nabcdefghijklmnopqs":${CY}}}`,
    `{"schema":{"fields":[{"name":"email","type":"string"}]},"data":[${TWO}]}`,
  ])("reads leads under their ids, and beside what says how they are made: %s", async (text) => {
    for (const chunkBytes of [1, 7, 1000]) {
      const { table, rows } = await readContent(text, JSON_INPUT, chunkBytes);
      expect(table.columns).toEqual([{ name: "email", keys: ["email"] }]);
      expect(rows.map(({ cells, damage }) => [cells, damage])).toEqual([
        [["a@b.co"], undefined],
        [["c@d.co"], undefined],
      ]);
    }
  });

  it.each([
    `{"borrower":${ANA},"coBorrower":${CY}}`,
    `{"borrower_1":${ANA},"borrower_2":${CY}}`,
    `{"1":${ANA},"1":${CY}}`,
    '{"1":{"city":"Salem"},"2":{"city":"Lynn"}}',
  ])(
    "makes no leads of people, of keys that stand there twice and of what has no e-mail: %s",
    async (text) => {
      expect((await readContent(text, JSON_INPUT)).rows).toHaveLength(1);
    },
  );

  it("reads one object as one lead", async () => {
    const { rows } = await readContent(ANA, JSON_INPUT);
    expect(rows).toEqual([{ row: 1, cells: ["a@b.co"] }]);
  });

  it.each([`{"email":"a@b.co","items":[${CY}]}`, `{"lead":{"email":"a@b.co","contacts":[${CY}]}}`])(
    "reads an object with an e-mail as one lead, whatever lists it has: %s",
    async (text) => {
      const { table, rows } = await readContent(text, JSON_INPUT, 3);
      expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([[1, "a@b.co"]]);
      expect(table.columns[0]?.name).toMatch(/email$/);
    },
  );

  it("lays nested values out as columns named by their keys, added as they turn up", async () => {
    const { table, rows } = await readContent(
      `[{"contactInfo":${ANA},"none":null},{"address":{"unitNumber":4},"contactInfo":${CY}}]`,
      JSON_INPUT,
    );
    expect(table.columns).toEqual([
      { name: "contactInfo.email", keys: ["contactInfo", "email"] },
      { name: "address.unitNumber", keys: ["address", "unitNumber"] },
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([["a@b.co"], ["c@d.co", 4]]);
  });

  it("reads the answers of a form that come as a list of names and values", async () => {
    const { table, rows } = await readContent(
      '[{"id":"7","field_data":[{"name":"email","values":["a@b.co"]},{"name":"zip","value":"01040"},{"name":"type","values":["SFR","condo"]}]}]',
      JSON_INPUT,
    );
    expect(table.columns.map(({ name }) => name)).toEqual([
      "id",
      "field_data.email",
      "field_data.zip",
      "field_data.type",
    ]);
    expect(rows).toEqual([{ row: 1, cells: ["7", "a@b.co", "01040", { json: '["SFR","condo"]' }] }]);
    const twice = '[{"answers":[{"name":"city","value":"Ames"},{"name":"city","value":"Boone"}]}]';
    expect((await readContent(twice, JSON_INPUT)).table.columns.map(({ name }) => name)).toEqual(["answers"]);
  });

  it.each([
    ["user_column_data", '{"column_name":"User Email","string_value":"a@b.co","column_id":"EMAIL"}', "EMAIL"],
    ["properties", '{"property":"email","value":"a@b.co"},{"property":"x","value":""}', "email"],
    ["answers", '{"question":"Email","answer":"a@b.co"}', "Email"],
    ["emails", '{"label":"work","value":"a@b.co","primary":true}', "work"],
    ["phones", '{"type":"mobile","number":"a@b.co"}', "mobile"],
  ])("knows the name of an answer as services have it: %s", async (under, item, name) => {
    const { table, rows } = await readContent(`[{"${under}":[${item}]}]`, JSON_INPUT);
    expect(table.columns[0]?.keys).toEqual([under, name]);
    expect(rows[0]?.cells[0]).toBe("a@b.co");
    expect(rows[0]?.damage).toBeUndefined();
  });

  it("takes the kind of something else for no name of an answer", async () => {
    const { table } = await readContent('[{"properties":[{"type":"SFR","value":350000}]}]', JSON_INPUT);
    expect(table.columns.map(({ name }) => name)).toEqual(["properties.type", "properties.value"]);
  });

  it("reads the only object of a list as it reads an object, and borrowers by their number", async () => {
    const { table, rows } = await readContent(
      `[{"borrowers":[{"email":"a@b.co","phones":[{"number":"1"}]}]},{"borrowers":[${CY},{"email":"e@f.co"}]},{"phones":[{"number":"2"},{"number":"3"}]}]`,
      JSON_INPUT,
    );
    expect(table.columns.map(({ name }) => name)).toEqual([
      "borrowers.0.email",
      "borrowers.0.phones.number",
      "borrowers.1.email",
      "phones",
    ]);
    expect(rows).toEqual([
      { row: 1, cells: ["a@b.co", "1"] },
      { row: 2, cells: ["c@d.co", null, "e@f.co"] },
      { row: 3, cells: [null, null, null, { json: '[{"number":"2"},{"number":"3"}]' }] },
    ]);
  });

  it("keeps a list or an object in a field's place as its text", async () => {
    const { rows } = await readContent('[{"email":["a@b.co","c@d.co"],"zip":{"is":1}}]', JSON_INPUT);
    expect(rows[0]?.cells).toEqual([{ json: '["a@b.co","c@d.co"]' }, { json: '{"is":1}' }]);
  });

  it("keeps an item with several properties back, whichever is meant", async () => {
    const content = (list: string) => `[{"email":"a@b.co","properties":${list}}]`;
    const several = '[{"address":"1 Elm St"},{"address":"2 Elm St"}]';
    const { rows } = await readContent(content(several), JSON_INPUT);
    expect(rows[0]?.damage?.finding).toBe("properties-several");
    for (const list of ['[{"address":"1 Elm St"}]', '["hot","new"]'])
      expect((await readContent(content(list), JSON_INPUT)).rows[0]?.damage).toBeUndefined();
  });

  it("reads the only value of a list as the value", async () => {
    const { rows } = await readContent('[{"email":["a@b.co"],"zip":[1040],"notes":[]}]', JSON_INPUT);
    expect(rows).toEqual([{ row: 1, cells: ["a@b.co", 1040, { json: "[]" }] }]);
  });

  it("keeps numbers that would be rounded as their text", async () => {
    const numbers = ["12345678901234567890", "1e400", "-9007199254740993", "1.5e300"];
    const { rows } = await readContent(`[${numbers.map((text) => `{"email":${text}}`).join()}]`, JSON_INPUT);
    expect(rows.map(({ cells }) => cells[0])).toEqual(numbers.map((json) => ({ json })));
    const exact = await readContent(
      '[{"a":1e5,"b":9007199254740991,"c":0.1,"d":"1e400 12345678901234567890"}]',
      JSON_INPUT,
    );
    expect(exact.rows[0]?.cells).toEqual([1e5, 9007199254740991, 0.1, "1e400 12345678901234567890"]);
  });

  it("treats the names of an object's own machinery as keys like any other", async () => {
    const { table, rows } = await readContent(
      `[{"__proto__":${ANA},"constructor":{"prototype":{"x":1}}}]`,
      JSON_INPUT,
    );
    expect(table.columns.map(({ name }) => name)).toEqual(["__proto__.email", "constructor.prototype.x"]);
    expect(rows[0]?.cells).toEqual(["a@b.co", 1]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ["that is a number", "[1]", "item-not-object"],
    ["that is a list", "[[]]", "item-not-object"],
    ["that is null", "[null]", "item-not-object"],
    [
      "that a form was tried out with",
      '[{"email":"test@fb.com","name":"<test lead: dummy data for name>"}]',
      "test-lead",
    ],
    ["with a key twice", '[{"email":"a@b.co","email":"c@d.co"}]', "key-twice"],
    ["with a nested key twice", '[{"address":{"zip":"1","zip":"2"}}]', "key-twice"],
    ["of deep lists", `[{"x":${"[".repeat(9000)}${"]".repeat(9000)}}]`, "item-too-deep"],
    ["of deep objects", `[${'{"x":'.repeat(9000)}1${"}".repeat(9000)}]`, "item-too-deep"],
  ])("marks an item %s as damaged", async (_, text, finding) => {
    const { rows } = await readContent(text, JSON_INPUT);
    expect(rows[0]?.damage?.finding).toBe(finding);
  });

  it.each([
    ["an empty list", "[]", "input-no-rows/json", {}],
    ["blank text", "  \n ", "json-broken/empty", {}],
    ["plain text", "hello", "json-broken/beginning", {}],
    ["a broken item", `[${ANA},\n{"email":\n"c@d.co"]`, "json-broken/item", { ordinal: 2, line: 3 }],
    ["a missing comma", `[${ANA}\n${CY}]`, "json-broken/stray", { character: "{", line: 2 }],
    ["a trailing comma", `[${ANA},]`, "json-broken/stray", { character: "]", line: 1 }],
    ["text after the list", `[${ANA}] x`, "json-broken/stray", { character: "x", line: 1 }],
    ["an item cut off", `[${ANA},\n{"email":"c`, "json-broken/cut-off", { item: { ordinal: 2, line: 2 } }],
    ["a list cut off", `[${ANA}`, "json-broken/cut-off", { item: undefined }],
    ["a wrapper cut off", `{"leads":[${ANA}],"next":"a`, "json-broken/cut-off", { item: undefined }],
    ["text after the wrapper", '{"leads":[{}]}\n\n;', "json-broken/stray", { character: ";", line: 3 }],
    ["a broken wrapper", `{"leads":[${ANA}],,}`, "json-broken/around-list", {}],
    [
      "two lists of leads",
      '{"leads":[{}],"leads":[{}]}',
      "json-broken/several-lists",
      { key: "leads", other: "leads" },
    ],
    [
      "two lists of objects",
      `{"data":[${ANA}],"meta":{"owners":[${CY}]}}`,
      "json-broken/several-lists",
      { key: "data", other: "owners" },
    ],
    [
      "a list in front of a lead's e-mail",
      `{"contacts":[${CY}],"email":"a@b.co"}`,
      "json-broken/several-lists",
      { key: "contacts", other: undefined },
    ],
    [
      "a huge item",
      `["${"x".repeat(1_100_000)}"]`,
      "json-broken/item-too-long",
      { mebibytesMax: 1, line: 1 },
    ],
    [
      "a huge text of brackets",
      `{"data":"${"[".repeat(1_100_000)}"}`,
      "json-broken/item-too-long",
      { line: 1 },
    ],
  ])("refuses %s as a whole", async (_, text, finding, params) => {
    const refusal = { name: "CliError", exitCode: 2, finding, params };
    await expect(readContent(text, JSON_INPUT)).rejects.toMatchObject(refusal);
  });

  it("names the broken line of JSON Lines", async () => {
    const broken = readContent(`${ANA}\n\n{"email":"c@d.co"\n`, LINES);
    await expect(broken).rejects.toMatchObject({
      finding: "json-broken/cut-off",
      params: { item: { ordinal: 2, line: 3 } },
    });
    const odd = await readContent(`${ANA}\n"x"\n1\n[1]\n`, LINES);
    expect(odd.rows.map(({ damage }) => damage?.finding)).toEqual([
      undefined,
      "item-not-object",
      "item-not-object",
      "item-not-object",
    ]);
  });

  it.each([
    ["two items in a line", `${ANA}\n1 ${CY}`, { character: "{", line: 2 }],
    ["a NUL between lines", `${ANA}\n\0\n${CY}`, { character: undefined, line: 2 }],
  ])("refuses JSON Lines with %s", async (_, text, params) => {
    const refusal = { exitCode: 2, finding: "json-broken/stray", params };
    await expect(readContent(text, LINES)).rejects.toMatchObject(refusal);
  });

  it("reads back any list of objects, pretty or plain, however it is cut into chunks", async () => {
    const item = fc.dictionary(
      fc.string().filter((key) => key !== "email" && key !== "__proto__"),
      fc.oneof(fc.string({ unit: "grapheme" }), fc.boolean(), fc.integer()),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1 }),
        fc.integer({ min: 1, max: 64 }),
        fc.constantFrom(undefined, 2),
        async (items, chunkBytes, indent) => {
          const text = JSON.stringify(items, null, indent);
          const { table, rows } = await readContent(text, JSON_INPUT, chunkBytes);
          const read = rows.map(({ cells }) =>
            Object.fromEntries(
              cells.flatMap((cell, index) => (cell === null ? [] : [[table.columns[index]?.name, cell]])),
            ),
          );
          expect(read).toEqual(items);
        },
      ),
    );
  });
});
