import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DeskValues } from "../../../src/desk/desk.ts";
import type { GridAnswer } from "../../../src/desk/drafts/draft-grid.ts";
import type { CheckView } from "../../../src/desk/drafts/draft-view.ts";
import type { DraftOfRun, EditAnswer } from "../../../src/desk/server/grid-routes.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "../../program/corrected-run.ts";
import { changed, csvOf, leadOf, leads } from "../../program/lead-sheet.ts";
import { doubtfulLeads } from "../../program/question-sheet.ts";
import { readReport } from "../../program/run-files.ts";
import { freshFolder, runProgram, startService } from "../../program/run-program.ts";
import { journalOf } from "../desk-draft.ts";
import { startInProcess } from "../in-process-desk.ts";
import { connectTo, startDesk } from "../running-desk.ts";
import { dropSheet, sendDraft, whenDone } from "../sent-draft.ts";

const SHEET = [
  "First Name,Email,Building Type",
  "Ann,ann@example.com,Condo",
  "Bob,bob,Single family",
  "Cy,ann@example.com,Single family",
  "Total,,",
].join("\n");
const TEST_ROW = "Test,Test,test@example.com,1111111111,123 Main St,Anytown";
const ALL = { tab: "all", from: 0, count: 100 };

async function gridOf(sheet = SHEET, values: Partial<DeskValues> = {}, name = "leads.csv") {
  const folder = freshFolder();
  const id = await dropSheet(folder, sheet, name);
  const desk = await startInProcess({ folder, values });
  const ask = await connectTo(desk);
  return { folder, id, desk, ask, ...asking(ask, id) };
}

function asking(ask: Awaited<ReturnType<typeof connectTo>>, id: string) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await ask(`/api/drafts/${id}/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  return {
    post,
    rows: (window: object = ALL) => post<GridAnswer>("rows", window),
    edit: async (edit: object, window: object = ALL, id: string = randomUUID(), seen?: string) => {
      const reading = seen ?? (await post<GridAnswer>("rows", ALL)).reading;
      return post<EditAnswer>("edits", { id, reading, window, edit });
    },
  };
}

async function whole(rows: () => Promise<GridAnswer>): Promise<GridAnswer> {
  for (;;) {
    const answer = await rows();
    if (answer.isWhole) return answer;
  }
}

/** How many files of a folder this process has open that have no name any longer. */
function namelessFilesIn(folder: string, pid = process.pid): number {
  const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return targets.filter((target) => target.startsWith(`${folder}/`) && target.endsWith("(deleted)")).length;
}

describe("the grid's requests", () => {
  it("give out rows with what is wrong at its cell, and a column for what the sheet lacks", async () => {
    const { rows } = await gridOf();
    const { columns, counts, total, rows: shown } = await whole(rows);
    expect(columns.map(({ key, header }) => [key, header])).toStrictEqual([
      [0, "First Name"],
      [1, "Email"],
      [2, "Building Type"],
      ["address.unitNumber", "Unit Number"],
    ]);
    expect(columns[2]?.choices).toContain("Single family");
    expect(counts).toStrictEqual({ all: 3, correct: 2, asked: 0, changed: 0, warnings: 0, "not-leads": 0 });
    expect(total).toBe(3);
    expect(
      shown.map(({ row, marks }) => [row, marks.map(({ column, finding }) => `${column} ${finding}`)]),
    ).toEqual([
      [2, ["3 unit-number-missing"]],
      [3, ["1 email-invalid"]],
      [4, []],
    ]);
    const { groups } = await rows({ ...ALL, tab: "correct" });
    expect(groups.map(({ column, rowCount }) => [column, rowCount])).toEqual([
      ["Unit Number", 1],
      ["Email", 1],
    ]);
  });

  it("judge a row at once, and the one that has its e-mail; rows stay in their view, and are not asked for twice", async () => {
    const { rows, edit } = await gridOf();
    const correct = { ...ALL, tab: "correct" };
    const { view } = await whole(() => rows(correct));
    const window = { ...correct, view };
    const filled = await edit({ do: "cells", cells: [[2, "address.unitNumber", "4"]] }, window);
    expect(filled).toMatchObject({ total: 2, leftCount: 1, counts: { correct: 2 } });
    expect((await rows()).rows[2]?.marks.map(({ finding }) => finding)).toStrictEqual(["email-repeated"]);
    const undone = await edit({ do: "undo" }, window);
    expect(undone).toMatchObject({ leftCount: 0, undo: null, redo: "own", rowCount: 2 });
    const out = await edit({ do: "leads", view: "all", from: 1, to: 1, isMarked: true });
    expect(out.counts).toMatchObject({ correct: 1, "not-leads": 1, changed: 1 });
  });

  it("do an edit once, though the page that did not hear of it asks for it again", async () => {
    const { rows, edit } = await gridOf();
    await whole(rows);
    for (const text of ["A", "B"]) await edit({ do: "cells", cells: [[2, 0, text]] });
    const once = await edit({ do: "undo" }, ALL, "same");
    const again = await edit({ do: "undo" }, ALL, "same");
    expect(again).toStrictEqual(once);
    expect(again.rows[0]?.cells[0]).toBe("A");
  });

  it("do an edit once, though the desk that did it is another one", async () => {
    const first = await gridOf();
    await whole(first.rows);
    for (const text of ["A", "B"]) await first.edit({ do: "cells", cells: [[2, 0, text]] });
    const { reading } = await first.edit({ do: "undo" }, ALL, "same");
    await first.desk.close();
    await first.desk.desk.drafts.close();
    const next = asking(await connectTo(await startInProcess({ folder: first.folder })), first.id);
    await whole(next.rows);
    const again = await next.edit({ do: "undo" }, ALL, "same", reading);
    expect(again).toMatchObject({ reading, rowCount: 1 });
    expect(again.rows[0]?.cells[0]).toBe("A");
    const more = await next.edit({ do: "undo" }, ALL, "other", reading);
    expect(more.rows[0]?.cells[0]).toBe("Ann");
  });

  it("take back what the page that asks has done, and what another one did only where that is asked for", async () => {
    const { rows, edit } = await gridOf();
    await whole(rows);
    const [one, two] = [
      { ...ALL, page: "one" },
      { ...ALL, page: "two" },
    ];
    await edit({ do: "cells", cells: [[2, 0, "A"]] }, one);
    await edit({ do: "cells", cells: [[3, 0, "B"]] }, two);
    const own = await edit({ do: "undo" }, one);
    expect(own).toMatchObject({ rowCount: 1, undo: "other", redo: "own" });
    expect(own.rows.map(({ cells }) => cells[0])).toStrictEqual(["Ann", "B", "Cy"]);
    expect(await edit({ do: "undo" }, one)).toMatchObject({ rowCount: 0, undo: "other" });
    const other = await edit({ do: "undo", isOfAll: true }, one);
    expect(other).toMatchObject({ rowCount: 1, undo: null, counts: { changed: 0 } });
  });

  it("change no cell of a sheet that is read in another way than the person saw it", async () => {
    const { rows, edit, post, folder, id, desk } = await gridOf();
    const { reading } = await whole(rows);
    const codeOf = async (answer: Promise<unknown>) =>
      ((await answer) as { error?: { code: string } }).error?.code;
    const edits = [
      { do: "cells", cells: [[3, 0, "Eve"]] },
      { do: "put", view: "all", from: 1, to: 1, columns: [0], texts: [[""]] },
      { do: "leads", view: "all", from: 1, to: 1, isMarked: true },
    ];
    // Another page says where the headers are, or what a column is.
    await post("layout", { headerRow: 2 });
    for (const one of edits)
      expect(await codeOf(edit(one, ALL, randomUUID(), reading))).toBe("draft-read-anew");
    await post("layout", { headerRow: 1 });
    await post("columns", { key: "First Name", target: null });
    for (const one of edits)
      expect(await codeOf(edit(one, ALL, randomUUID(), reading))).toBe("draft-read-anew");
    const { reading: now } = await whole(rows);
    expect(existsSync(journalOf(folder, id))).toBe(false);
    // Another desk that reads it in the same way takes what was seen here.
    await desk.close();
    await desk.desk.drafts.close();
    const next = asking(await connectTo(await startInProcess({ folder })), id);
    await whole(next.rows);
    const done = await next.edit(edits[0] ?? {}, ALL, randomUUID(), now);
    expect(done.counts.changed).toBe(1);
  });

  it("change no cell by how it was read before, though both were asked for at once", async () => {
    const { rows, edit, post } = await gridOf();
    const { reading } = await whole(rows);
    const [laid, done] = (await Promise.all([
      post("layout", { headerRow: 2 }),
      edit({ do: "cells", cells: [[3, 0, "Eve"]] }, ALL, randomUUID(), reading),
    ])) as { error?: { code: string } }[];
    // Whichever came first, the other one is refused.
    expect([laid?.error?.code, done?.error?.code]).toSatisfy(
      ([one, other]) => (one === "draft-edited") !== (other === "draft-read-anew"),
    );
  });

  it("hold what columns mean until they are taken back, and are not done again for what they mean then", async () => {
    const { rows, edit, post } = await gridOf();
    await whole(rows);
    const change = () =>
      post<{ error?: { code: string } }>("columns", { key: "A: First Name", target: null });
    await edit({ do: "cells", cells: [[2, 0, "Eve"]] });
    expect((await change()).error?.code).toBe("draft-edited");
    await edit({ do: "undo" });
    expect((await change()).error).toBeUndefined();
    expect(await whole(rows)).toMatchObject({ undo: null, redo: null });
  });

  it("take blocks, fill down, empty and copy", async () => {
    const { rows, edit, post } = await gridOf();
    await whole(rows);
    const texts = [["A", "a@example.com"], ["B"], ["C"], ["D"]];
    const pasted = await edit({ do: "put", view: "all", from: 1, to: 4, columns: [0, 1], texts });
    expect(pasted.rowCount).toBe(2);
    await edit({ do: "put", view: "all", from: 0, to: 2, columns: [2] });
    await edit({ do: "put", view: "all", from: 0, to: 0, columns: [0, 1], texts: [[""]] });
    const block = { view: "all", from: 0, to: 9, columns: [0, 1, 2, "address.unitNumber"] };
    expect(await post("block", block)).toStrictEqual({
      texts: [
        ["", "", "Condo", ""],
        ["A", "a@example.com", "Condo", ""],
        ["B", "ann@example.com", "Condo", ""],
      ],
    });
    const correct = { ...ALL, tab: "correct" };
    const group = (await rows(correct)).groups.find(({ column }) => column === "Unit Number")?.number;
    const { view } = await rows({ ...correct, group });
    const done = await edit({ do: "replace", view, column: "address.unitNumber", find: "", text: "7" });
    expect(done).toMatchObject({ rowCount: 3, counts: { correct: 1 } });
  });

  it("find rows by what stands in them, sort them by a column, and replace what was found", async () => {
    const { rows, edit } = await gridOf();
    await whole(rows);
    const numbersOf = async (query: object) => {
      const { rows: shown, view } = await rows({ ...ALL, ...query });
      return { view, numbers: shown.map(({ row }) => row) };
    };
    const byName = { column: 0, isDown: true };
    expect((await numbersOf({ sort: byName })).numbers).toStrictEqual([4, 3, 2]);
    expect((await numbersOf({ sort: { column: 1, isDown: false } })).numbers).toStrictEqual([2, 4, 3]);
    const found = await numbersOf({ text: "SINGLE", sort: byName });
    expect(found.numbers).toStrictEqual([4, 3]);
    const { view } = found;
    const done = await edit({ do: "replace", view, column: 2, find: "single FAMILY", text: "Condo" });
    expect(done.rowCount).toBe(2);
    expect((await rows()).rows.map(({ cells }) => cells[2])).toStrictEqual(["Condo", "Condo", "Condo"]);
  });

  it("fill a group only as long as its rows are those that were shown", async () => {
    const { rows, edit, post } = await gridOf();
    await whole(rows);
    const correct = { ...ALL, tab: "correct" };
    const group = (await rows(correct)).groups[0]?.number;
    const { view } = await rows({ ...correct, group });
    const fill = { do: "replace", column: "address.unitNumber", find: "", text: "7" };
    const codeOf = async (edited: object) =>
      ((await edit(edited)) as unknown as { error?: { code: string } }).error?.code;
    // Another page changes how the sheet is read: whatever has that number now is another group.
    await post("layout", { headerRow: 1 });
    await whole(rows);
    expect(await codeOf({ ...fill, view })).toBe("view-gone");
    expect((await rows()).counts.changed).toBe(0);
  });

  it.each([
    ["a cell of no row", { do: "cells", cells: [[99, 0, "x"]] }, "no-such-cell"],
    ["a cell of no column", { do: "cells", cells: [[2, "contactInfo.email", "x"]] }, "no-such-cell"],
    ["a view that is gone", { do: "put", view: "other", from: 0, to: 0, columns: [0] }, "view-gone"],
    ["something else", { do: "delete" }, "bad-request"],
  ])("refuse %s", async (_what, edit, code) => {
    const asked = await gridOf();
    await whole(asked.rows);
    const { error } = (await asked.edit(edit)) as unknown as { error: { code: string } };
    expect(error.code).toBe(code);
    expect((await asked.rows()).counts.changed).toBe(0);
  });

  it.each([
    ["was sent", "draft-sent"],
    ["is being sent", "draft-being-sent"],
  ])("change nothing of a sheet that %s", async (_what, code) => {
    const { rows, edit, post, desk, id, ask } = await gridOf();
    await whole(rows);
    const draft = await desk.desk.drafts.open(id);
    let fail: (error: Error) => void = () => undefined;
    const sending = draft.send(() => {
      if (code === "draft-sent") return draft.change({ run: "a-run" });
      return new Promise<void>((_resolve, reject) => {
        fail = reject;
      });
    });
    if (code === "draft-sent") await sending;
    const cells = { do: "cells", cells: [[2, 0, "Eve"]] };
    const answers = [
      await edit(cells),
      await post("answers", { answers: {} }),
      await post("layout", { headerRow: 1 }),
      await post("send", {}),
      ...(code === "draft-sent" ? [] : [await (await ask(`/api/drafts/${id}`, { method: "DELETE" })).json()]),
    ] as unknown as { error?: { code: string } }[];
    expect(answers.map(({ error }) => error?.code)).toStrictEqual(answers.map(() => code));
    expect((await rows()).counts.changed).toBe(0);
    if (code === "draft-sent") return;
    // Once sending it is refused, it is as it was.
    fail(new Error("refused"));
    await expect(sending).rejects.toThrow("refused");
    expect((await edit(cells)).counts.changed).toBe(1);
  });

  it.each([
    ["csv", csvOf(doubtfulLeads())],
    ["json", JSON.stringify(doubtfulLeads())],
  ])(
    "tell a word that is asked about as a question, of a file that is read once for Match and grid: %s",
    async (ending, sheet) => {
      const { rows, edit, post, desk, ask, folder, id } = await gridOf(sheet, {}, `leads.${ending}`);
      const view = async (path = "") => (await ask(`/api/drafts/${id}${path}`)).json();
      await expect.poll(async () => (await view()).rowsSoFar).toBeNull();
      // Whoever reads it again finds no lead.
      writeFileSync(join(dirname(journalOf(folder, id)), `input.${ending}`), "Nothing\n");
      const { counts, rows: shown } = await whole(rows);
      expect(counts).toMatchObject({ all: 4, correct: 0, asked: 2, warnings: 0 });
      expect(shown.map(({ marks }) => marks.map(({ kind }) => kind))).toStrictEqual([
        [],
        ["question"],
        [],
        ["question"],
      ]);
      expect(await post("next", { view: "all", after: 1 })).toStrictEqual({ at: 3 });
      const asked = await rows({ ...ALL, tab: "asked" });
      expect(asked).toMatchObject({ total: 2, groups: [{ rowCount: 2 }] });
      const { questions } = (await view()).reading;
      const draft = await desk.desk.drafts.open(id);
      await draft.change({ answers: { [questions[0].id]: questions[0].options[0].answer } });
      expect((await whole(rows)).counts).toMatchObject({ all: 4, asked: 0 });
      await edit({ do: "cells", cells: [[2, 0, "Eve"]] });
      await expect.poll(async () => (await view("/check")).check?.ready).toBe(4);
    },
  );

  it("keep a cell of JSON in its place, though a field is added before a key turns up", async () => {
    const items = [
      { email: "a@example.com", buildingType: "condo" },
      { email: "b@example.com", firstName: "Bob" },
    ];
    const { rows, edit, ask, id } = await gridOf(JSON.stringify(items), {}, "leads.json");
    await whole(rows);
    await edit({ do: "cells", cells: [[2, 2, "Eve"]] });
    await edit({ do: "cells", cells: [[1, "address.unitNumber", "4"]] });
    const { columns, rows: shown } = await rows();
    expect(columns.map(({ header }) => header)).toContain("Unit Number");
    expect(shown.map(({ cells }) => cells[2])).toStrictEqual(["", "Eve"]);
    const { check } = await (await ask(`/api/drafts/${id}/check`)).json();
    expect(check.invalid).toBe(0);
  });

  it("show what JSON has of a field, though its key turns up behind a row that lacks it", async () => {
    const items = [
      { email: "a@example.com", buildingType: "condo" },
      { email: "b@example.com", buildingType: "condo", address: { unitNumber: 9 } },
    ];
    const { rows, desk, id } = await gridOf(JSON.stringify(items), {}, "leads.json");
    const unitsOf = ({ columns, rows: shown }: GridAnswer) => [
      columns.slice(2).map(({ key }) => key),
      ...shown.map(({ cells }) => cells[2]),
    ];
    expect(unitsOf(await whole(rows))).toStrictEqual([[2], "", "9"]);
    // As somebody may have filled it in whose page knew no such key yet.
    const draft = await desk.desk.drafts.open(id);
    await draft.edit({ cells: [[1, "address.unitNumber", "4"]] }, draft.reading);
    expect(unitsOf(await whole(rows))).toStrictEqual([["address.unitNumber"], "4", "9"]);
  });

  it.runIf(existsSync("/proc/self/fd"))("keep the rows of a draft until it is sent", async () => {
    const folder = freshFolder();
    const id = await dropSheet(folder, csvOf(leads(2)));
    const desk = await startDesk(folder, ["--sandbox"]);
    const ask = await connectTo(desk);
    await whole(asking(ask, id).rows);
    expect(namelessFilesIn(folder, desk.process.pid)).toBe(1);
    const { json } = await sendDraft(ask, id);
    await whenDone(ask, json.run);
    expect(namelessFilesIn(folder, desk.process.pid)).toBe(0);
  });

  it("go where a person says so, though they look like a test, until that is taken back; in practice at once", async () => {
    const sheet = `first name,last name,email,phone,street,city\n${TEST_ROW}\n`;
    const practice = await gridOf(sheet);
    const checkOf = async ({ ask, id }: Pick<typeof practice, "ask" | "id">): Promise<CheckView["check"]> =>
      (await (await ask(`/api/drafts/${id}/check`)).json()).check;
    const readyOf = async (grid: Pick<typeof practice, "ask" | "id">) => (await checkOf(grid))?.ready;
    expect((await whole(practice.rows)).counts).toMatchObject({ all: 1, correct: 0 });
    await expect.poll(() => readyOf(practice)).toBe(1);
    const grid = await gridOf(sheet, { baseUrl: "https://leads.example.test", partner: "acme" });
    const { rows, edit } = grid;
    const { rows: shown, counts } = await whole(rows);
    const [held] = shown;
    expect(held?.isToGo).toBe(false);
    // It waits for a decision, and needs no correction: Check says so, too.
    expect(counts).toMatchObject({ correct: 0, asked: 1 });
    expect(await checkOf(grid)).toMatchObject({ invalid: 1, toCorrectCount: 0 });
    expect(held?.marks.map(({ finding }) => finding)).toContain("test-row");
    const sent = await edit({ do: "sends", view: "all", from: 0, to: 0, isMarked: true });
    expect(sent).toMatchObject({ counts: { correct: 0, changed: 1 }, rows: [{ isToGo: true }] });
    await expect.poll(() => readyOf(grid)).toBe(1);
    expect(await edit({ do: "undo" })).toMatchObject({ counts: { asked: 1 }, rows: [{ isToGo: false }] });
    await expect.poll(() => readyOf(grid)).toBe(0);
  });
});

describe("rows of a run", () => {
  it("are corrected in the same grid, with what the service said of them, and go as a replay", async () => {
    const issue = { code: "custom", message: "Not in this county", path: ["address", "county"] };
    const refusal = { side: "before", status: 400, body: { error: { issues: [issue] } } } as const;
    const service = await startService({ faults: { script: { "applicant-5@example.com": [refusal] } } });
    const folder = freshFolder();
    writeFileSync(join(folder, "leads.csv"), csvOf([...leads(4), brokenLead(6), brokenLead(7)]));
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const desk = await startDesk(folder, [], service.env);
    const ask = await connectTo(desk);
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const correct = async (): Promise<DraftOfRun> =>
      (await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" })).json();
    const { draft } = await correct();
    expect(await correct()).toStrictEqual({ draft });
    const { rows, edit } = asking(ask, draft);
    const answer = await whole(rows);
    expect(answer).toMatchObject({ corrects: run, name: "leads.csv", counts: { all: 3, correct: 3 } });
    // What the service refused is wrong until the cell is another one.
    const [refused] = answer.rows;
    expect(refused).toMatchObject({ row: 5, marks: [{ kind: "mistake", text: "Not in this county" }] });
    const county = answer.columns[refused?.marks[0]?.column ?? -1];
    expect(county?.header).toBe("County");
    const settled = await edit({ do: "cells", cells: [[5, county?.key, "Suffolk"]] });
    expect(settled.counts.correct).toBe(2);
    const unit = answer.columns.find(({ feeds, header }) => /unit n/i.test(feeds ?? header));
    await edit({ do: "cells", cells: [[6, unit?.key, "4"]] });
    const email = answer.columns.find(({ feeds, header }) => /email/i.test(feeds ?? header));
    // An e-mail of another row of the run is taken.
    const taken = await edit({ do: "cells", cells: [[6, email?.key, "applicant-2@example.com"]] });
    expect(taken.rows[1]?.marks.map(({ finding }) => finding)).toContain("email-repeated");
    await edit({ do: "cells", cells: [[6, email?.key, "corrected-6@example.com"]] });
    const left = await edit({ do: "leads", view: "all", from: 2, to: 2, isMarked: true });
    const { counts, changes } = await edit({ do: "cells", cells: [[5, email?.key, "nobody"]] });
    expect([left.changes, counts.changed, changes]).toMatchObject([
      { sentCount: 2, leftOutCount: 1 },
      3,
      { sentCount: 1, leftOutCount: 1 },
    ]);
    const { changes: seen } = await edit({ do: "undo" });
    const replay = async (body: object) =>
      (await ask(`/api/drafts/${draft}/replay`, { method: "POST", body: JSON.stringify(body) })).json();
    // As many rows as that page was shown would go, but perhaps not with the same cells.
    expect(await replay({ seen: left.changes })).toMatchObject({ error: { code: "draft-changed" } });
    expect(await replay({ seen })).toStrictEqual({ run });
    const dir = join(folder, "leadctl-runs", run);
    await expect
      .poll(() => readReport(dir).leads.map(({ status }) => status), { timeout: 10_000 })
      .toStrictEqual(["created", "created", "created", "created", "created", "invalid"]);
    const state = await (await ask("/api/state")).json();
    expect(state.drafts).toStrictEqual([]);
  });

  it("go where a person says so, though they may be the same person as another lead", async () => {
    const service = await startService();
    const folder = freshFolder();
    const twin = changed(leadOf(2), "contactInfo.email", "twin@example.com");
    writeFileSync(join(folder, "leads.csv"), csvOf([leadOf(2), twin]));
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const ask = await connectTo(await startDesk(folder, [], service.env));
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const begun = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
    const { draft } = (await begun.json()) as DraftOfRun;
    const { rows, edit } = asking(ask, draft);
    expect(await whole(rows)).toMatchObject({ counts: { correct: 0, asked: 1 }, rows: [{ isToGo: false }] });
    const said = await edit({ do: "sends", view: "all", from: 0, to: 0, isMarked: true });
    expect(said).toMatchObject({ counts: { asked: 0, changed: 1 }, rows: [{ isToGo: true }] });
    await ask(`/api/drafts/${draft}/replay`, { method: "POST", body: "{}" });
    const statuses = () => readReport(join(folder, "leadctl-runs", run)).leads.map(({ status }) => status);
    await expect.poll(statuses, { timeout: 10_000 }).toStrictEqual(["created", "created"]);
  });

  it("lack nothing where another row's correction added a column", async () => {
    const service = await startService();
    const folder = freshFolder();
    const home = "1 Elm St,Salem,MA,01970";
    const sheet = [
      "Email,Phone,Building Type,Street,City,State,Zip",
      `a@example.com,2065550142,Condo,${home}`,
    ];
    writeFileSync(
      join(folder, "leads.csv"),
      [...sheet, `b@example.com,5.55E+09,Condo,${home}`, `c@example.com,2065550143,Condo,${home}`].join("\n"),
    );
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const ask = await connectTo(await startDesk(folder, [], service.env));
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const correct = async () => {
      const begun = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
      return asking(ask, ((await begun.json()) as DraftOfRun).draft);
    };
    const marksOf = ({ rows: [row] }: GridAnswer) =>
      row?.marks.filter(({ kind }) => kind === "mistake").map(({ finding }) => finding);
    const first = await correct();
    const before = marksOf(await whole(() => first.rows({ ...ALL, from: 1 })));
    expect(before).toHaveLength(2);
    await first.edit({ do: "cells", cells: [[2, "address.unitNumber", "4"]] });
    expect(await first.post("replay", {})).toStrictEqual({ run });
    await whenDone(ask, run);
    const second = await correct();
    expect(marksOf(await whole(second.rows))).toStrictEqual(before);
  });

  it("go as they are once the row that has their e-mail goes no more", async () => {
    const refusal = { side: "before", status: 400, body: REFUSED_FOR_COUNTY.body } as const;
    const service = await startService({ faults: { script: { "home@example.com": [refusal] } } });
    const folder = freshFolder();
    const couple = [leadOf(2), leadOf(3)].map((lead) =>
      changed(lead, "contactInfo.email", "home@example.com"),
    );
    writeFileSync(join(folder, "leads.csv"), csvOf(couple));
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const ask = await connectTo(await startDesk(folder, [], service.env));
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const begun = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
    const { post, rows, edit } = asking(ask, ((await begun.json()) as DraftOfRun).draft);
    expect(await whole(rows)).toMatchObject({ counts: { correct: 2 }, changes: { sentCount: 0 } });
    const out = await edit({ do: "leads", view: "all", from: 0, to: 0, isMarked: true });
    expect(out).toMatchObject({ counts: { correct: 0 }, changes: { sentCount: 1, leftOutCount: 1 } });
    expect(await post("replay", { seen: out.changes })).toStrictEqual({ run });
    expect((await whenDone(ask, run)).results?.summary).toMatchObject({ created: 1, dismissed: 1 });
  });

  it("are judged before any goes: how many would, and why others stay; what they ask is answered", async () => {
    const service = await startService();
    const folder = freshFolder();
    const sheet = csvOf([leadOf(2), brokenLead(3)]).replace("Building Type", "Property Type");
    writeFileSync(join(folder, "leads.csv"), sheet);
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const ask = await connectTo(await startDesk(folder, [], service.env));
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const begun = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
    const { draft } = (await begun.json()) as DraftOfRun;
    const { post, rows, edit } = asking(ask, draft);
    const { columns } = await whole(rows);
    const [person, home] = [leadOf(2).contactInfo, leadOf(2).address] as Record<string, string>[];
    const name = { "First Name": person?.firstName, "Last Name": person?.lastName };
    const texts = { ...name, Phone: person?.phone, Street: home?.street };
    const cells = Object.entries({ ...texts, "Unit Number": "4", "Property Type": "yurt" }).map(
      ([name, text]) => [3, columns.find(({ header }) => header === name)?.key, text],
    );
    const { changes: seen } = await edit({ do: "cells", cells });
    expect(seen).toMatchObject({ sentCount: 1, leftOutCount: 0 });
    const replay = (more: object) => post<Record<string, unknown>>("replay", { seen, ...more });
    const asked = (await replay({})) as { error: { code: string; questions: [{ id: string }] } };
    expect(asked).toMatchObject({ error: { code: "open_questions" } });
    const answers = { [asked.error.questions[0].id]: "condo" };
    expect(await replay({ answers })).toMatchObject({
      error: {
        code: "corrections-judged",
        judged: { sentCount: 0, takenCount: 1, reasons: [expect.stringMatching(/^Row 3: .*row 2/)] },
      },
    });
    expect(existsSync(join(folder, "leadctl-runs", run, "plan-2.ndjson"))).toBe(false);
    expect(await replay({ answers, agreedCount: 0 })).toStrictEqual({ run });
    const { results } = await whenDone(ask, run);
    expect(results?.summary).toMatchObject({ created: 1, invalid: 1 });
    expect(service.requestCount()).toBe(1);
    // The correction is kept, and waits for a decision.
    const again = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
    const grid = asking(ask, ((await again.json()) as DraftOfRun).draft);
    expect(await whole(grid.rows)).toMatchObject({ counts: { correct: 0, asked: 1 } });
  });

  it("are marked in each cell of which what the service refused was made", async () => {
    const issue = { code: "custom", message: "No such street", path: ["address", "street"] };
    const refusal = { side: "before", status: 400, body: { error: { issues: [issue] } } } as const;
    const service = await startService({ faults: { script: { "*": [refusal] } } });
    const folder = freshFolder();
    writeFileSync(
      join(folder, "leads.csv"),
      "Email,House Number,Street Name,City,State,Zip\na@example.com,12,Elm St,Salem,MA,01970\n",
    );
    await runProgram(["submit", "leads.csv", "--quiet"], { cwd: folder, env: service.env });
    const ask = await connectTo(await startDesk(folder, [], service.env));
    const [{ run }] = (await (await ask("/api/runs")).json()).runs;
    const begun = await ask(`/api/runs/${encodeURIComponent(run)}/correct`, { method: "POST", body: "{}" });
    const { rows } = asking(ask, ((await begun.json()) as DraftOfRun).draft);
    const { columns, rows: shown } = await whole(rows);
    const marked = shown[0]?.marks.filter(({ kind }) => kind === "mistake") ?? [];
    expect(marked.map(({ column, text }) => [columns[column]?.header, text])).toStrictEqual([
      ["Street Name", "No such street"],
      ["House Number", "No such street"],
    ]);
  });
});
