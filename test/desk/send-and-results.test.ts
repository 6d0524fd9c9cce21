import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MatchView } from "../../src/desk/drafts/draft-view.ts";
import type { RowLinks, RowStory, RunHead, RunResults } from "../../src/desk/server/results-routes.ts";
import type { CheckedDraft } from "../../src/desk/server/send-routes.ts";
import type { RowWindow } from "../../src/report/page/row-list.ts";
import { configFolder, writeConfig } from "../program/config-folder.ts";
import { changed, csvOf, leadOf, leads } from "../program/lead-sheet.ts";
import { freshFolder, KEY, PARTNER, runProgram, startService } from "../program/run-program.ts";
import { connectTo, type RunningDesk, startDesk } from "./running-desk.ts";
import { dropSheet, sendDraft, whenDone } from "./sent-draft.ts";

/** A desk for a service at which things go wrong, and a draft of ten leads of which one is to be corrected. */
async function deskWithDraft() {
  const service = await startService({
    faults: {
      script: {
        "applicant-3@example.com": ["close-after"],
        "applicant-4@example.com": [
          {
            side: "before",
            status: 403,
            body: { message: "see https://evil.example/?token=abcdefgh12345678" },
          },
        ],
        "applicant-5@example.com": ["500-after"],
      },
    },
  });
  const folder = freshFolder();
  const environment = { baseUrl: service.url, partner: PARTNER, retryBase: "1ms", attempts: 3 };
  writeConfig(folder, { environments: { test: environment } });
  const rows = leads(10);
  rows[4] = changed(leadOf(6), "address.unitNumber", undefined);
  const draft = await dropSheet(folder, csvOf(rows));
  const desk = await startDesk(folder, ["--env", "test"], { LEADCTL_API_KEY: KEY });
  return { service, folder, draft, desk };
}

/** Asks as the page does, and keeps every answer. */
async function listeningTo(desk: RunningDesk) {
  const ask = await connectTo(desk);
  const answers: { path: string; text: string }[] = [];
  const listening = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await ask(path, init);
    const text = await response.text();
    answers.push({ path, text });
    return new Response(text, { status: response.status });
  };
  return { ask, listening, answers };
}

const post = (body: object = {}): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

describe("a draft that is sent from the desk", () => {
  it("is shown with what will happen, becomes a run, and gives its links only where they are asked for", async () => {
    const { service, folder, draft, desk } = await deskWithDraft();
    const { ask, listening, answers } = await listeningTo(desk);
    const events = await ask("/api/events");
    const reader = events.body?.getReader();

    const preview = await json<object>(listening(`/api/drafts/${draft}/check`));
    expect(preview).toMatchObject({
      name: "leads.csv",
      goesTo: { name: "test", partner: PARTNER, isProtected: false },
      check: { ready: 9, invalid: 1, questionCount: 0, canSend: true },
    });
    const sent = await sendDraft(listening, draft);
    expect(sent.status).toBe(200);
    const { run } = sent.json;
    const head = await whenDone(listening, run);
    expect(head.results).toMatchObject({
      input: "leads.csv",
      target: { partner: PARTNER },
      condition: "complete",
      summary: { total: 10, created: 6, invalid: 1, unknown: 1, unconfirmed: 1, rejected: 1 },
    } satisfies Partial<RunResults> | object);
    expect(head.place).toMatchObject({ name: "test", isPractice: false });
    expect(head.results?.steps.length).toBeGreaterThan(0);

    const path = `/api/runs/${run}`;
    const all = await json<RowWindow>(listening(`${path}/rows`));
    expect(all.found).toBe(10);
    expect(all.rows.map(({ row, status, link }) => [row, status, link !== undefined])).toStrictEqual([
      [2, "created", true],
      [3, "unknown", false],
      [4, "rejected", false],
      [5, "unconfirmed", false],
      [6, "invalid", false],
      ...[7, 8, 9, 10, 11].map((row) => [row, "created", true]),
    ]);
    expect(all.rows[4]?.issues).toMatchObject([{ places: [{ column: "Unit Number" }] }]);

    const unit = all.filters.find(({ column }) => column === "Unit Number");
    expect(unit?.count).toBe(1);
    const found = async (query: string) =>
      (await json<RowWindow>(listening(`${path}/rows?${query}`))).rows.map(({ row }) => row);
    expect(await found("tab=done&from=4&count=1")).toStrictEqual([10]);
    expect(await found("filter=status:unknown")).toStrictEqual([3]);
    expect(await found("text=applicant-7")).toStrictEqual([7]);
    expect(await found(`filter=${unit?.name}`)).toStrictEqual([6]);

    expect((await listening(`${path}/rows?count=100000`)).status).toBe(400);

    for (const { row } of all.rows) {
      const story = await json<RowStory>(listening(`${path}/rows/${row}`));
      expect(story.story.row).toBe(row);
      expect(story.headline).not.toBe("");
    }
    expect((await listening(`${path}/rows/99`)).status).toBe(400);
    const story = await json<RowStory>(listening(`${path}/rows/2`));
    expect(story).toMatchObject({ headline: "created", hasLink: true });
    expect(story.story.email).toBe("applicant-2@example.com");
    expect(story.story.loginUrl).toBeNull();

    // All that was asked so far, and all that the page was told meanwhile, holds no way to sign in.
    const tokens = service.quotes().map(({ loginUrl }) => new URL(loginUrl).searchParams.get("token") ?? "?");
    expect(tokens.length).toBeGreaterThan(6);
    const told = await readSoFar(reader);
    expect(told).toContain('"created":6');
    for (const { path, text } of [...answers, { path: "/api/events", text: told }]) {
      for (const token of [...tokens, "abcdefgh12345678", KEY])
        expect(`${path}: ${text}`).not.toContain(token);
    }

    const { links } = await json<RowLinks>(ask(`${path}/links`, post({ confirmed: true, rows: [2, 3, 7] })));
    const linkOf = (row: number) =>
      service.quotes().find(({ email }) => email === `applicant-${row}@example.com`)?.loginUrl;
    expect(links).toStrictEqual([2, 7].map((row) => ({ row, loginUrl: linkOf(row) })));
    expect((await ask(`${path}/links`, post({ rows: [2] }))).status).toBe(400);
    // It is that run now, and no draft any more.
    expect(await sendDraft(ask, draft)).toMatchObject({
      status: 400,
      json: { error: { code: "draft-sent" } },
    });
    // What was said of the desk's round is not about the last one, once another process has sent a later one.
    expect(head.round?.end).toMatchObject({ error: null });
    const replay = ["replay", join("leadctl-runs", run), "--status", "unknown", "--quiet"];
    await runProgram(replay, { cwd: folder, env: { LEADCTL_API_KEY: KEY } });
    expect((await json<RunHead>(ask(path))).round).toBeNull();
  });

  it("wants a key, the name of a protected place, answers to questions, and a word where leads were sent before", async () => {
    const service = await startService();
    const folder = configFolder(service);
    const sheet = csvOf(leads(3));
    const desk = await startDesk(folder, ["--env", "staging"], { LEADCTL_API_KEY: KEY });
    const ask = await connectTo(desk);
    const drop = async (name: string, environment: string, body = sheet): Promise<string> => {
      const query = new URLSearchParams({ name, place: `environment:${environment}` });
      return (await json<{ id: string }>(ask(`/api/drafts?${query}`, { method: "POST", body }))).id;
    };
    expect(await sendDraft(ask, await drop("staged.csv", "staging"))).toMatchObject({
      status: 400,
      json: { error: { code: "key-missing", place: { name: "staging" } } },
    });
    await ask("/api/key", post({ place: "environment:staging", key: KEY }));
    const words = await drop("words.csv", "staging", sheet.replaceAll("singleFamily", "zwei Stock"));
    expect(await sendDraft(ask, words)).toMatchObject({ json: { error: { code: "open-questions" } } });

    const [first, second] = [await drop("one.csv", "production"), await drop("two.csv", "production")];
    for (const named of [{}, { confirm: "staging" }]) {
      const refused = await sendDraft(ask, first, named);
      expect(refused).toMatchObject({ status: 400, json: { error: { code: "not-confirmed" } } });
    }
    // What was shown is what is sent, whatever another page has done to the draft meanwhile.
    const seenOf = async (id: string) => {
      const { check } = await json<CheckedDraft>(ask(`/api/drafts/${id}/check`));
      return { place: "environment:production", leadCount: check?.ready, revision: check?.revision };
    };
    const shown = await seenOf(first);
    const { reading } = await json<MatchView>(ask(`/api/drafts/${first}`));
    const { key } = reading?.columns.find(({ target }) => target === "contactInfo.phone") ?? {};
    expect((await ask(`/api/drafts/${first}/columns`, post({ key, target: null }))).status).toBe(200);
    const seen = await seenOf(first);
    expect([shown.leadCount, seen.leadCount]).toStrictEqual([3, 3]);
    for (const other of [shown, { ...seen, place: "environment:staging" }, { ...seen, leadCount: 2 }]) {
      const refused = await sendDraft(ask, first, { confirm: "production", seen: other });
      expect(refused).toMatchObject({ status: 400, json: { error: { code: "draft-changed" } } });
    }
    expect(service.requestCount()).toBe(0);
    // What was refused leaves no run behind, whole or broken.
    const runs = join(folder, "leadctl-runs");
    const runFolders = () => (existsSync(runs) ? readdirSync(runs).filter((name) => /^\d/.test(name)) : []);
    expect([await json(ask("/api/runs")), runFolders()]).toMatchObject([{ runs: [] }, []]);
    const { json: begun } = await sendDraft(ask, first, { confirm: "production", seen });
    await whenDone(ask, begun.run);
    expect(service.quotes().length).toBe(3);

    const again = await sendDraft(ask, second, { confirm: "production" });
    expect(again).toMatchObject({
      status: 400,
      json: { error: { code: "sent-before", earlier: [{ runs: [{ run: begun.run }] }] } },
    });
    expect(runFolders()).toStrictEqual([begun.run]);
    const longer = await drop("longer.csv", "production", csvOf(leads(4)));
    await ask(`/api/drafts/${longer}/only-new`, post({}));
    const news = await sendDraft(ask, longer, { confirm: "production" });
    expect((await whenDone(ask, news.json.run)).results?.summary).toMatchObject({ total: 1, created: 1 });
    const insisted = await sendDraft(ask, second, { confirm: "production", again: true });
    const head = await whenDone(ask, insisted.json.run);
    expect(head.results?.summary).toMatchObject({ duplicate: 3 });
  });
});

describe("a row that is sent again", () => {
  it("is asked about where another run has its person with another e-mail since", async () => {
    const tooSlow = { side: "before", status: 408, body: {} } as const;
    const service = await startService({ faults: { script: { "applicant-2@example.com": [tooSlow] } } });
    const folder = freshFolder();
    const environment = { baseUrl: service.url, partner: PARTNER, attempts: 1 };
    writeConfig(folder, { environments: { test: environment } });
    const again = changed(leadOf(2), "contactInfo.email", "again@example.org");
    for (const [name, lead] of Object.entries({ one: leadOf(2), two: again })) {
      writeFileSync(join(folder, `${name}.csv`), csvOf([lead]));
      const args = ["submit", `${name}.csv`, "--env", "test", "--out", `leadctl-runs/${name}`];
      await runProgram(args, { cwd: folder, env: { LEADCTL_API_KEY: KEY } });
    }
    const ask = await connectTo(await startDesk(folder, ["--env", "test"], { LEADCTL_API_KEY: KEY }));
    const replay = async (body: object = {}) => {
      const response = await ask("/api/runs/one/replay", post(body));
      return { status: response.status, json: await response.json() };
    };
    expect(await replay()).toMatchObject({
      status: 400,
      json: { error: { code: "people-sent", questions: [{ id: "people", kind: "person", rowCount: 1 }] } },
    });
    for (const [people, created] of [
      ["leave-out", 0],
      ["send", 1],
    ]) {
      await replay({ answers: { people } });
      expect((await whenDone(ask, "one")).results?.summary).toMatchObject({ total: 1, created });
    }
    expect(service.quotes().length).toBe(2);
  });
});

describe("a draft with people who are known", () => {
  it("says how many leads go before they do: those that may be somebody twice stay behind", async () => {
    const service = await startService();
    const folder = configFolder(service);
    const desk = await startDesk(folder, ["--env", "staging"], { LEADCTL_API_KEY: KEY });
    const ask = await connectTo(desk);
    await ask("/api/key", post({ place: "environment:staging", key: KEY }));
    const drop = async (name: string, body: string): Promise<string> => {
      const query = new URLSearchParams({ name, place: "environment:staging" });
      return (await json<{ id: string }>(ask(`/api/drafts?${query}`, { method: "POST", body }))).id;
    };
    const { json: first } = await sendDraft(ask, await drop("one.csv", csvOf([leadOf(2)])));
    await whenDone(ask, first.run);
    const renamed = (row: number, email: string) => changed(leadOf(row), "contactInfo.email", email);
    // Row 2 has a quote under another e-mail; row 4 is the same person as row 3, row 5 is nobody else; row 6 is of another property.
    const elsewhere = { street: "9 Far Rd", city: "Reno", state: "NV", zip: "89501" };
    const sheet = [
      ...[renamed(2, "new@example.com"), leadOf(3), renamed(3, "twin@example.com"), leadOf(5)],
      { ...renamed(3, "other@example.com"), address: elsewhere },
    ];
    const id = await drop("two.csv", csvOf(sheet));
    const { check } = await json<CheckedDraft>(ask(`/api/drafts/${id}/check`));
    expect(check).toMatchObject({ ready: 3, invalid: 2, toCorrectCount: 0, canSend: true });
    expect(check?.notices.filter((text) => text.includes("row 6"))).toHaveLength(1);
    expect(check?.blocks[0]).toMatchObject({ isHeldBack: true });
    // Somebody of the sheet is sent meanwhile: one more stays behind, and who has not seen that is told.
    const { json: other } = await sendDraft(ask, await drop("x.csv", csvOf([renamed(5, "x@example.com")])));
    await whenDone(ask, other.run);
    const seen = { place: "environment:staging", revision: check?.revision, leadCount: 3 };
    expect(await sendDraft(ask, id, { seen })).toMatchObject({ json: { error: { code: "draft-changed" } } });
    const { json: second } = await sendDraft(ask, id, { seen: { ...seen, leadCount: 2 } });
    const { results } = await whenDone(ask, second.run);
    expect(results?.summary).toMatchObject({ total: 5, created: 2, invalid: 3 });
  });
});

/** What has come so far. */
async function readSoFar(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  let text = "";
  while (reader) {
    const next = await Promise.race([
      reader.read(),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 100)),
    ]);
    if (!next || next.done) break;
    text += Buffer.from(next.value).toString();
  }
  return text;
}
