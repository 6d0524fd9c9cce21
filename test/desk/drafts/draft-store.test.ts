import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { columnKey, DraftStore } from "../../../src/desk/drafts/draft-store.ts";
import { DRAFTS_FOLDER } from "../../../src/job/purge-runs.ts";
import { freshFolder } from "../../program/run-program.ts";

const SHEET = "Email,Style,Street\njane@example.com,SFR,1 Main St\n";
const bytes = (text: string): Readable => Readable.from([Buffer.from(text)]);
const rowsOf = async (rows: AsyncIterable<{ lead: unknown }>): Promise<unknown[]> => {
  const leads = [];
  for await (const { lead } of rows) leads.push(lead);
  return leads;
};

describe("a draft", () => {
  it("keeps the file as it was dropped and what was said of it, for its owner only", async () => {
    const folder = freshFolder();
    const store = new DraftStore(folder, systemClock);
    const draft = await store.create("../../My leads.CSV", bytes(SHEET));
    await draft.change({ place: "staging", columns: { "B: Style": "buildingType" } });
    await store.close();
    const [brief] = await new DraftStore(folder, systemClock).list();
    expect(brief).toMatchObject({ id: draft.id, name: "My leads.CSV", place: "staging", corrects: null });
    const again = await new DraftStore(folder, systemClock).open(draft.id);
    expect(again.facts).toStrictEqual(draft.facts);
    expect(readFileSync(again.inputPath, "utf8")).toBe(SHEET);
    const modes = [
      join(folder, DRAFTS_FOLDER),
      again.folder,
      again.inputPath,
      join(again.folder, "draft.json"),
    ];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toStrictEqual([0o700, 0o700, 0o600, 0o600]);
    await again.close();
  });

  it("keeps each of several changes that come at once", async () => {
    const store = new DraftStore(freshFolder(), systemClock);
    const draft = await store.create("leads.csv", bytes(SHEET));
    const answer = (id: string) => draft.change(({ answers }) => ({ answers: { ...answers, [id]: "yes" } }));
    await Promise.all([answer("one"), draft.change({ place: "staging" }), answer("two")]);
    expect(draft.facts).toMatchObject({ answers: { one: "yes", two: "yes" }, place: "staging" });
  });

  it("is read by what was chosen, under the name that the person knows", async () => {
    const store = new DraftStore(freshFolder(), systemClock);
    const draft = await store.create("leads.csv", bytes(SHEET));
    await draft.change({ columns: { [columnKey({ name: "Style", letters: "B" })]: null } });
    const { mapped } = await draft.reader().open();
    expect(mapped.name).toBe("leads.csv");
    expect(await rowsOf(mapped.rows)).toStrictEqual([
      { contactInfo: { email: "jane@example.com" }, address: { street: "1 Main St" } },
    ]);
    await store.close();
  });

  it("is refused to a second desk while the first has it open, and listed there all the same", async () => {
    const folder = freshFolder();
    const [first, second] = [new DraftStore(folder, systemClock), new DraftStore(folder, systemClock)];
    const draft = await first.create("leads.csv", bytes(SHEET));
    await expect(second.open(draft.id)).rejects.toMatchObject({ code: "draft-locked", exitCode: 6 });
    expect(await second.list()).toHaveLength(1);
    await first.close();
    // By all who ask at once.
    const opened = await Promise.all([second.open(draft.id), second.open(draft.id)]);
    expect(opened[0]).toBe(opened[1]);
    await second.close();
  });

  it("is no longer listed once it is sent or removed, and no other name leads anywhere", async () => {
    const store = new DraftStore(freshFolder(), systemClock);
    const [sent, removed] = [
      await store.create("leads.csv", bytes(SHEET)),
      await store.create("leads.csv", bytes(SHEET)),
    ];
    expect(sent.id).not.toBe(removed.id);
    await sent.change({ run: "20261120T090000000Z-leads" });
    await store.remove(removed.id);
    expect(await store.list()).toStrictEqual([]);
    for (const id of [removed.id, "..", "", `../${DRAFTS_FOLDER}/${sent.id}`])
      await expect(store.open(id)).rejects.toMatchObject({ code: "draft-missing" });
    await store.close();
  });

  it("is sent with the edit that is being written, and without those that come later", async () => {
    const store = new DraftStore(freshFolder(), systemClock);
    const draft = await store.create("leads.csv", bytes(SHEET));
    const edit = (row: number) =>
      draft.inTurn(async () => {
        draft.requireUnsent();
        await setImmediate();
        await draft.edits.apply({ cells: [[row, 0, "x"]] });
      });
    const written = edit(2);
    await Promise.resolve();
    let late: Promise<void> | undefined;
    await draft.send(async () => {
      expect(draft.edits.textAt(2, 0)).toBe("x");
      late = expect(edit(3)).rejects.toMatchObject({ code: "draft-being-sent" });
    });
    await Promise.all([written, late]);
    expect(draft.edits.isChanged(3)).toBe(false);
    await store.close();
  });

  it("is not removed while it is being sent, and not changed nor sent once it is removed", async () => {
    const folder = freshFolder();
    const store = new DraftStore(folder, systemClock);
    const draft = await store.create("leads.csv", bytes(SHEET));
    await draft.send(() =>
      expect(store.remove(draft.id)).rejects.toMatchObject({ code: "draft-being-sent", exitCode: 2 }),
    );
    expect(await store.list()).toHaveLength(1);
    await store.remove(draft.id);
    await expect(draft.change({ place: "staging" })).rejects.toMatchObject({ code: "draft-missing" });
    await expect(draft.send(async () => undefined)).rejects.toMatchObject({ code: "draft-missing" });
    expect(readdirSync(join(folder, DRAFTS_FOLDER))).toStrictEqual([]);
    await store.close();
  });

  it("leaves nothing behind when its file does not come whole", async () => {
    const folder = freshFolder();
    const store = new DraftStore(folder, systemClock);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from(SHEET);
        throw new Error("the tab was closed");
      })(),
    );
    await expect(store.create("leads.csv", broken)).rejects.toThrow("the tab was closed");
    expect(await store.list()).toStrictEqual([]);
  });

  it("whose facts are damaged is refused in words, and keeps no other from being listed", async () => {
    const folder = freshFolder();
    const store = new DraftStore(folder, systemClock);
    const draft = await store.create("leads.csv", bytes(SHEET));
    await store.close();
    await store.create("other.csv", bytes(SHEET));
    writeFileSync(join(draft.folder, "draft.json"), "{");
    await expect(store.open(draft.id)).rejects.toMatchObject({ code: "draft-damaged" });
    expect((await store.list()).map(({ name }) => name)).toStrictEqual(["other.csv"]);
    await store.close();
  });
});
