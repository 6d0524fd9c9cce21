import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckView, MatchView } from "../../../src/desk/drafts/draft-view.ts";
import type { Changed, DroppedSheet, LayoutView } from "../../../src/desk/server/draft-routes.ts";
import type { DeskState } from "../../../src/desk/server/routes.ts";
import { brokenLead } from "../../program/corrected-run.ts";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { doubtfulLeads, QUESTION } from "../../program/question-sheet.ts";
import { freshFolder } from "../../program/run-program.ts";
import { workbookOf } from "../../sheet/formats/workbook.ts";
import { connectTo, startDesk } from "../running-desk.ts";

async function openDesk() {
  const cwd = freshFolder();
  const desk = await startDesk(cwd, ["--sandbox"]);
  const ask = await connectTo(desk);
  /** Once the sheet is read to its end, however busy the machine is. */
  const get = async <T>(path: string): Promise<T> => {
    for (;;) {
      const view = await (await ask(path)).json();
      if ((view as { rowsSoFar?: number | null }).rowsSoFar == null) return view as T;
    }
  };
  const post = async (path: string, body: unknown): Promise<Changed & { match: MatchView }> => {
    const answer = await ask(path, { method: "POST", body: JSON.stringify(body) });
    const changed = (await answer.json()) as Changed;
    const draft = path.replace(/\/\w+$/, "");
    return { ...changed, match: await get<MatchView>(draft) };
  };
  const upload = async <T>(path: string, bytes: string | Buffer): Promise<T> => {
    const headers = { "content-type": "application/octet-stream" };
    const body = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
    return (await ask(path, { method: "POST", headers, body })).json() as Promise<T>;
  };
  /** The address of a draft of these bytes. */
  const drop = async (name: string, bytes: string | Buffer): Promise<string> => {
    const { id } = await upload<{ id: string }>(`/api/drafts?name=${encodeURIComponent(name)}`, bytes);
    return `/api/drafts/${encodeURIComponent(id)}`;
  };
  return { cwd, ask, get, post, upload, drop };
}

const CASES = "Email,First Name,Last Name,Casa,Full Address\n";
const CASE = 'ann@example.com,Ann,Lee,SFR,"12 Oak St Apt 4, Austin, TX 78701"\n';

describe("a sheet that is dropped", () => {
  it("goes on to the check at once where nobody has to look at its columns", async () => {
    const { upload } = await openDesk();
    const isCertain = async (sheet: string) =>
      (await upload<DroppedSheet>("/api/drafts?name=a.csv", sheet)).isCertain;
    expect(await isCertain(csvOf(leads(3)))).toBe(true);
    // They have been looked at before, and may be again.
    expect(await isCertain(csvOf(leads(3)))).toBe(false);
    for (const sheet of [csvOf(doubtfulLeads()), CASES + CASE, "Email\na@example.com\n"])
      expect(await isCertain(sheet)).toBe(false);
  });

  it("shows no column as certain that holds what nobody knows there, and counts its rows apart", async () => {
    const { drop, get } = await openDesk();
    const draft = await drop("a.csv", "Email,Building Type,Zip\na@example.com,castle,ABCDE\n");
    const { reading } = await get<MatchView>(draft);
    expect(reading?.columns.map(({ sure }) => sure)).toStrictEqual(["certain", "doubtful", "doubtful"]);
    const { check } = await get<CheckView>(`${draft}/check`);
    expect(check).toMatchObject({ ready: 1, doubtful: 1, invalid: 0, result: { tone: "attention" } });
  });

  it("is matched column by column, with what is certain, what is likely and what is chosen told apart", async () => {
    const { drop, get, post } = await openDesk();
    const draft = await drop("Cases.csv", CASES + CASE);
    const { name, problem, rowsSoFar, reading } = await get<MatchView>(draft);
    expect({ name, problem, rowsSoFar }).toStrictEqual({ name: "Cases.csv", problem: null, rowsSoFar: null });
    const columns = (view = reading) =>
      Object.fromEntries((view?.columns ?? []).map((column) => [column.name, column]));
    expect(columns()).toMatchObject({
      Email: { key: "A: Email", target: "contactInfo.email", sure: "certain", samples: ["ann@example.com"] },
      "Full Address": {
        target: "address.fullAddress",
        splits: [
          {
            cell: "12 Oak St Apt 4, Austin, TX 78701",
            parts: [
              { label: "Street", value: "12 Oak St Apt 4" },
              { label: "City", value: "Austin" },
              { label: "State", value: "TX" },
              { label: "Zip", value: "78701" },
              { label: "Unit Number", value: "4" },
            ],
          },
        ],
      },
    });
    expect(reading?.missing.find(({ path }) => path === "contactInfo.phone")).toMatchObject({
      label: "Phone",
      isRequired: false,
    });
    const { match } = await post(`${draft}/columns`, { key: "D: Casa", target: "buildingType" });
    expect(columns(match.reading)).toMatchObject({
      Casa: {
        target: "buildingType",
        sure: "chosen",
        isChosen: true,
        changes: [{ from: "SFR", to: "Single family", rowCount: 1 }],
      },
    });
    const back = await post(`${draft}/columns`, { key: "D: Casa", target: "auto" });
    expect(columns(back.match.reading).Casa?.isChosen).toBe(false);
    const none = await post(`${draft}/columns`, { key: "A: Email", target: null });
    expect(none.match.problem).toMatchObject({ code: "no-email-column" });
    expect(none.match.reading?.missing[0]).toMatchObject({ path: "contactInfo.email", isRequired: true });
  });

  it("asks what is not certain, and keeps the answer for the next sheet with these headers", async () => {
    const { cwd, drop, get, post, ask } = await openDesk();
    const text = csvOf(doubtfulLeads());
    const first = await drop("leads.csv", text);
    const { reading } = await get<MatchView>(first);
    expect(reading?.questions).toMatchObject([
      { id: QUESTION, kind: "word", word: "Zome", rowCount: 2, answer: null, isKept: false },
    ]);
    const waiting = (await get<CheckView>(`${first}/check`)).check;
    expect(waiting).toMatchObject({ canSend: false, questionCount: 1, result: { tone: "attention" } });
    const wrong = await ask(`${first}/answers`, {
      method: "POST",
      body: JSON.stringify({ answers: { [QUESTION]: "igloo" } }),
    });
    expect(wrong.status).toBe(400);
    const { match, said } = await post(`${first}/answers`, { answers: { [QUESTION]: "condo" } });
    expect(said).toMatch(/^Your answers are kept/);
    expect(match.reading?.questions).toMatchObject([{ answer: "condo", isKept: false }]);
    expect(readdirSync(join(cwd, "leadctl-mappings"))).toHaveLength(1);

    const second = await get<MatchView>(await drop("other.csv", text));
    expect(second.reading?.questions).toMatchObject([{ answer: "condo", isKept: true }]);
    expect(second.reading?.notices.join()).toContain('"Zome" in "Building Type" (B): Condo');
  });

  it("is checked: what goes, what is held back and why, what is changed, and a lead by its labels", async () => {
    const { drop, get } = await openDesk();
    const csv = `${csvOf([...leads(3), brokenLead(5)])}Total,4\n`.replace("Single family", "SFR");
    const { check } = await get<CheckView>(`${await drop("leads.csv", csv)}/check`);
    expect(check).toMatchObject({
      result: { text: "3 of 4 rows ready to be sent, 1 needs corrections" },
      ready: 3,
      invalid: 1,
      canSend: true,
      skipped: [{ rows: "6", why: "a total", text: "Total" }],
    });
    expect(check?.blocks[0]).toMatchObject({ title: "To correct", isHeldBack: true });
    const email = check?.sample?.fields.find(({ label }) => label === "Email");
    expect(email).toMatchObject({ from: [{ column: "Email", text: email?.value }] });
  });

  it("shows a lead with every cell of which a value was made, and no other", async () => {
    const { drop, get } = await openDesk();
    const header = "Email,House No,Street Name,City,State,Zip,Cell Phone,Home Phone";
    const row = "a@example.com,12,Elm St,Salem,MA,01970,(617) 555-0123,(617) 555-0199";
    const { check } = await get<CheckView>(`${await drop("leads.csv", `${header}\n${row}\n`)}/check`);
    const fromOf = (name: string) => check?.sample?.fields.find(({ label }) => label.startsWith(name))?.from;
    expect(fromOf("Street")).toStrictEqual([
      { column: "Street Name", text: "Elm St" },
      { column: "House No", text: "12" },
    ]);
    expect(fromOf("Phone")).toStrictEqual([{ column: "Cell Phone", text: "(617) 555-0123" }]);
  });

  it("that holds two sheets of leads and hidden rows asks which, and shows them", async () => {
    const { drop, get, post } = await openDesk();
    const header = ["Email", "First Name", "Last Name", "City"];
    const rows = (city: string) => [
      header,
      [`${city}@example.com`, "Ann", "Lee", city],
      { hidden: true as const, cells: [`hidden-${city}@example.com`, "Bob", "Low", city] },
    ];
    const sheets = ["North", "South"].map((name) => ({ name, rows: rows(name) }));
    const draft = await drop("both.xlsx", workbookOf({ sheets }));
    const first = await get<MatchView>(draft);
    expect(first).toMatchObject({ reading: null, problem: { asks: "sheet", hint: "" } });
    const layout = await get<LayoutView>(`${draft}/layout`);
    expect(layout.sheets.map(({ name, rows }) => [name, rows[0]?.cells])).toStrictEqual([
      ["North", header],
      ["South", header],
    ]);
    const second = await post(`${draft}/layout`, { sheet: "South" });
    expect(second.match.problem).toMatchObject({ asks: "hidden-rows", hint: "" });
    const third = await post(`${draft}/layout`, { hiddenRows: "skip" });
    expect(third.match).toMatchObject({ problem: null, reading: { rowCount: 1 } });
    expect(third.match.reading?.columns[0]?.samples).toStrictEqual(["South@example.com"]);
  });

  it("that cannot be read is refused with what to do, and leaves nothing", async () => {
    const { cwd, get, ask } = await openDesk();
    const body = Buffer.from("d0cf11e0a1b11ae1", "hex");
    const refused = await ask("/api/drafts?name=photo.xls", { method: "POST", body });
    expect(refused.status).toBe(400);
    expect((await refused.json()).error).toMatchObject({ code: "input-wrong-kind" });
    expect(readdirSync(join(cwd, "leadctl-drafts"))).toStrictEqual([]);
    expect(existsSync(join(cwd, "leadctl-runs"))).toBe(false);
    expect(await get<DeskState>("/api/state")).toMatchObject({ drafts: [] });
  });

  it("takes one value for a field without a column, in every reading, until it is taken back", async () => {
    const { drop, get, post, ask } = await openDesk();
    const draft = await drop("leads.csv", "email\nann@example.com\n");
    const listed = ({ reading }: MatchView) => reading?.missing.find(({ choices }) => choices.includes("No"));
    const field = listed(await get<MatchView>(draft));
    const { path = "", label } = field ?? {};
    const { match } = await post(`${draft}/constants`, { path, value: "No" });
    expect(match.reading?.constants).toStrictEqual([{ path, label, value: "No" }]);
    expect(match.reading?.missing.map((each) => each.path)).not.toContain(path);
    const sampleOf = async () => (await get<CheckView>(`${draft}/check`)).check?.sample?.fields ?? [];
    expect((await sampleOf()).find((each) => each.label === label)?.value).toBe("No");
    const body = JSON.stringify({ path, value: "Perhaps" });
    expect((await ask(`${draft}/constants`, { method: "POST", body })).status).toBe(400);
    const { match: after } = await post(`${draft}/constants`, { path, value: null });
    expect(after.reading?.constants).toStrictEqual([]);
    expect((await sampleOf()).map((each) => each.label)).not.toContain(label);
  });

  it("takes one column for a whole address of which no part has one, if there is a column that may hold it", async () => {
    const { drop, get, post } = await openDesk();
    const missingIn = ({ reading }: MatchView) =>
      reading?.missing.map(({ path }) => path).filter((path) => path.startsWith("residentialAddress.")) ?? [];
    const parts = ["street", "city", "state", "zip"].map((part) => `residentialAddress.${part}`);
    const whole = "residentialAddress.fullAddress";
    expect(missingIn(await get(await drop("a.csv", "email\nann@example.com\n")))).toStrictEqual(parts);
    const [one, other] = ["1 Elm St, Reno, NV 89501", "12 Oak St, Austin, TX 78701"];
    const sheet = `email,Property address,Mailing address\nann@example.com,"${one}","${other}"\n`;
    const draft = await drop("b.csv", sheet);
    const view = await get<MatchView>(draft);
    expect(missingIn(view)).toStrictEqual([whole, ...parts]);
    const { key } = view.reading?.columns.find(({ isFree }) => isFree) ?? {};
    const { match } = await post(`${draft}/columns`, { key, target: whole });
    expect(missingIn(match)).toStrictEqual([]);
    expect(match.reading?.columns.find((each) => each.key === key)?.splits).toHaveLength(1);
  });

  it("that is dropped once more is the same draft, but for another place or with other rows", async () => {
    const { drop } = await openDesk();
    const draft = await drop("leads.csv", "email\nann@example.com\n");
    expect(await drop("leads.csv", "email\nann@example.com\n")).toBe(draft);
    expect(await drop("leads.csv", "email\nbob@example.com\n")).not.toBe(draft);
  });
});
