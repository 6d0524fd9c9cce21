import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, it } from "vitest";
import type { CheckView } from "../../src/desk/drafts/draft-view.ts";
import type { RunEntry } from "../../src/desk/runs/run-list.ts";
import type { RunFile } from "../../src/desk/server/download-routes.ts";
import type { FoundLeads } from "../../src/desk/server/find-routes.ts";
import type { KnownPeople } from "../../src/desk/server/known-people.ts";
import type { Purge } from "../../src/desk/server/purge-routes.ts";
import type { DoubtedRows, Resolved } from "../../src/desk/server/resolve-routes.ts";
import type { RunList } from "../../src/desk/server/run-routes.ts";
import { lockRun } from "../../src/run/folder/lock.ts";
import { brokenLead } from "../program/corrected-run.ts";
import { changed, csvOf, leads } from "../program/lead-sheet.ts";
import { readReport } from "../program/run-files.ts";
import { KEY, runProgram } from "../program/run-program.ts";
import { lostAnswerRun } from "./lost-answer-run.ts";
import { connectTo, startDesk } from "./running-desk.ts";

async function deskWithRun(env: Readonly<Record<string, string>> = {}) {
  const { cwd, service } = await lostAnswerRun();
  const desk = await startDesk(cwd, [], { ...service.env, ...env });
  const ask = await connectTo(desk);
  const get = async <T>(path: string): Promise<T> => (await ask(path)).json() as Promise<T>;
  const post = async (path: string, body: unknown = {}) => {
    const answer = await ask(path, { method: "POST", body: JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as never };
  };
  const [entry] = (await get<RunList>("/api/runs")).runs;
  if (!entry) throw new Error("no run");
  const dir = join(cwd, "leadctl-runs", entry.run);
  const of = `/api/runs/${encodeURIComponent(entry.run)}`;
  const ended = async (isEnded: (entry: RunEntry) => boolean): Promise<RunEntry> => {
    for (;;) {
      const [now] = (await get<RunList>("/api/runs")).runs;
      if (now && now.condition !== "in progress" && isEnded(now)) return now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { cwd, dir, service, desk, ask, get, post, entry, of, ended };
}

describe("the runs of a desk", () => {
  it("opens a run of the command line: its result, a button for each step, its files, and its people", async () => {
    const { entry, get, ask, of, dir } = await deskWithRun();
    expect(entry).toMatchObject({
      input: "leads.csv",
      place: expect.stringMatching(/^http/),
      condition: "complete",
      counts: "3 created, 1 invalid, 1 unknown; 1 may exist",
      result: { text: "3 of 5 rows created, 1 needs corrections, 1 may exist" },
    });
    expect(entry.steps.map(({ actions }) => actions.map(({ label }) => label))).toStrictEqual([
      ["Send once more"],
      ["Correct here", "Save them as a sheet", "Send the corrected sheet"],
    ]);
    const files = await get<RunFile[]>(`${of}/files`);
    expect(files.filter(({ holdsLinks }) => holdsLinks).map(({ title }) => title)).toStrictEqual([
      "Report (.xlsx)",
      "Report (.csv)",
    ]);
    const link = String(readReport(dir).leads[0]?.loginUrl);
    expect(link).toMatch(/^http/);
    for (const { path, holdsLinks } of files) {
      const answer = await ask(path);
      const text = await answer.text();
      expect(answer.status, path).toBe(holdsLinks ? 400 : 200);
      expect(text, path).not.toContain(link);
    }
    const confirmed = await ask(`${of}/files/report.csv?confirm=links`);
    expect(confirmed.headers.get("content-disposition")).toMatch(
      /^attachment; .*leads%20report%20[\d-]+%20[\d.]+\.csv/,
    );
    expect(await confirmed.text()).toBe(readFileSync(join(dir, "report.csv"), "utf8").replace(/^\uFEFF/, ""));
    for (const name of ["plan.ndjson", "journal.ndjson", "..%2F..%2Fleads.csv", "fix.xlsx"])
      expect((await ask(`${of}/files/${name}`)).status, name).toBe(400);

    const found = await get<FoundLeads>(`/api/find?text=${encodeURIComponent("APPLICANT-3@example.com")}`);
    expect(found.leads).toMatchObject([
      {
        email: "applicant-3@example.com",
        verdicts: [{ exists: "maybe", steps: [{ actions: [{ path: `${of}/replay` }] }] }],
      },
    ]);
    expect(found.rows).toMatchObject([{ row: 3, status: "unknown", email: "applicant-3@example.com" }]);
    const created = await get<FoundLeads>("/api/find?text=applicant-2@example.com");
    expect(created.leads[0]?.verdicts[0]).toMatchObject({
      exists: "yes",
      steps: [{ actions: [{ does: "go", to: `#/run/${encodeURIComponent(entry.run)}/row/2` }] }],
    });
    expect(JSON.stringify(created)).not.toContain("token=");
    // People know their sheets, and not what the program calls its folders.
    expect(created.leads[0]?.verdicts[0]?.headline).toContain("leads.csv of ");
    expect(created.leads[0]?.verdicts[0]?.headline).not.toContain(entry.run);
    const none = await get<FoundLeads>("/api/find?text=aplicant-2@example.com");
    expect(none).toMatchObject({ leads: [], near: [{ text: "applicant-2@example.com" }] });
  });

  it("says of a person who was found that others have the e-mail too", async () => {
    const { cwd, service, get } = await deskWithRun();
    const couple = leads(2).map((lead) => changed(lead, "contactInfo.email", "home@example.com"));
    const [john, jane] = couple.map((lead, at) =>
      changed(lead, "contactInfo.firstName", at === 0 ? "John" : "Jane"),
    );
    if (!john || !jane) throw new Error("nobody");
    writeFileSync(join(cwd, "couple.csv"), csvOf([john, jane]));
    await runProgram(["submit", "couple.csv", "--quiet"], { cwd, env: service.env });
    const { leads: found } = await get<FoundLeads>("/api/find?text=home@example.com");
    expect(found[0]?.verdicts[0]?.why).toMatch(/Several people have this e-mail: (?=.*John )(?=.*Jane )/);
  });

  it("says of a sheet that is dropped again who has a quote, and takes only the new ones", async () => {
    const { ask, get, post, desk } = await deskWithRun();
    const [first, , third, fourth] = leads(4);
    const { email, firstName } = { email: "contactInfo.email", firstName: "contactInfo.firstName" } as const;
    if (!first || !third || !fourth) throw new Error("nobody");
    // Row 2 has a quote, row 3 has one and a mistake, row 4 is in doubt under another e-mail, row 5 is new.
    const sheet = csvOf([
      first,
      changed(third, "buildingType", "condo"),
      changed(leads(2)[1] ?? first, email, "other@example.com"),
      changed(changed(brokenLead(9), "contactInfo.phone", "2065550199"), firstName, "Nova"),
    ]);
    const dropped = await ask("/api/drafts?name=again.csv", { method: "POST", body: sheet });
    const { id } = (await dropped.json()) as { id: string };
    const known = await get<KnownPeople>(`/api/drafts/${id}/people`);
    expect(known, desk.stderr()).toMatchObject({
      rowCount: 4,
      createdCount: 2,
      maybeCount: 1,
      runs: [{ input: "leads.csv", created: "rows 2-3", maybe: "row 4" }],
    });
    await post(`/api/drafts/${id}/only-new`);
    expect(await get<CheckView>(`/api/drafts/${id}/check`)).toMatchObject({ check: { rowsRead: 1 } });
    expect(await get<KnownPeople>(`/api/drafts/${id}/people`)).toMatchObject({
      createdCount: 0,
      maybeCount: 0,
    });
  });

  it("sends again by the step's own button, and takes a corrected file back", async () => {
    const { entry, post, ask, get, ended, dir } = await deskWithRun();
    const [again, fix] = entry.steps;
    const action = again?.actions[0];
    if (action?.does !== "post") throw new Error("no button");
    expect(await post(action.path, action.body)).toMatchObject({ status: 200, json: { run: entry.run } });
    await ended(({ summary }) => summary?.unconfirmed === 1);
    const [, download, upload] = fix?.actions ?? [];
    if (download?.does !== "download" || upload?.does !== "upload") throw new Error("no fix file");
    const sheet = await (await ask(download.path)).text();
    expect(sheet).toContain("leadctl_row");
    const rows = parse(sheet, { bom: true, columns: true }) as Record<string, string>[];
    const name = encodeURIComponent("../../fix back.csv");
    const body = stringify(
      rows.map((row) => ({ ...row, "Property Type": "yurt", "Unit Number": "7" })),
      { header: true },
    );
    const send = (query: string) => ask(`${upload.path}?name=${name}${query}`, { method: "POST", body });
    const asked = await (await send("")).json();
    expect(asked).toMatchObject({
      error: { code: "open_questions", questions: [{ kind: "word", word: "yurt" }] },
    });
    const answers = JSON.stringify({ [asked.error.questions[0].id]: "condo" });
    const sent = await send(`&answers=${encodeURIComponent(answers)}`);
    expect(sent.status, await sent.clone().text()).toBe(200);
    const now = await ended(({ summary }) => summary?.created === 4);
    expect(now.counts).toBe("4 created, 1 unconfirmed; 1 may exist");
    expect(readReport(dir).summary).toMatchObject({ created: 4 });
    expect(existsSync(join(dir, "plan-2.ndjson"))).toBe(true);
    const left = await get<RunFile[]>(download.path.replace(/\/[^/]+$/, ""));
    expect(left.map(({ path }) => path)).not.toContain(download.path);
  });

  it("writes down what the service's owner said, row by row or from their sheet", async () => {
    const { ask, get, post, of } = await deskWithRun();
    const { rows } = await get<DoubtedRows>(`${of}/doubted`);
    expect(rows).toMatchObject([
      { row: 3, email: "applicant-3@example.com", said: null, sentAt: [expect.any(String)] },
    ]);
    const none = await post(`${of}/resolve`, { answers: [{ row: 2, word: "created" }] });
    expect(none).toMatchObject({ status: 400, json: { error: { code: "resolve-unusable" } } });
    const said: { json: Resolved } = await post(`${of}/resolve`, {
      answers: [
        { row: 3, word: "created", quoteId: "q-1", loginUrl: "https://x.example/?token=T0KEN", note: "Ann" },
      ],
    });
    expect(said.json).toMatchObject({ said: expect.stringContaining("Row 3: created, with its login link") });
    const [told] = (await get<DoubtedRows>(`${of}/doubted`)).rows;
    expect(told?.said).toMatchObject({ word: "created", quoteId: "q-1", hasLink: true, note: "Ann" });
    expect(JSON.stringify(told)).not.toContain("T0KEN");
    await post(`${of}/resolve`, { answers: [{ row: 3, word: null }] });
    const list = await (await ask(`${of}/files/handover.csv`)).text();
    const lines = parse(list, { bom: true, columns: true }) as Record<string, string>[];
    const filled = stringify(
      lines.map((line) => ({ ...line, result: "not-created" })),
      { header: true },
    );
    const taken = await ask(`${of}/resolve-sheet?name=back.csv`, { method: "POST", body: filled });
    expect(await taken.json()).toMatchObject({ said: expect.stringContaining("Row 3: not created") });
  });

  it("refuses what another process works on, and says who; what goes is shown, and has its rows typed", async () => {
    const { post, ask, of, dir, get, cwd, entry } = await deskWithRun();
    const lock = await lockRun(dir, new Date(), false);
    try {
      const words = new RegExp(`is in use by process ${process.pid} since`);
      for (const [path, body] of [
        [`${of}/replay`, { status: "unknown" }],
        [`${of}/resume`, {}],
        [`${of}/reports`, {}],
        [`${of}/resolve`, { answers: [{ row: 3, word: "created" }] }],
      ] as const)
        expect(await post(path, body), path).toMatchObject({
          status: 409,
          json: { error: { code: "run-locked", message: expect.stringMatching(words) } },
        });
      const [entry] = (await get<RunList>("/api/runs")).runs;
      expect(entry).toMatchObject({
        condition: "in progress",
        notes: [expect.stringContaining(`process ${process.pid}`)],
      });
      expect(await post(`${of}/purge`)).toMatchObject({
        json: { isDone: false, stays: { canBeForced: false } },
      });
    } finally {
      lock.release();
    }
    const kept: { json: Purge } = await post(`${of}/purge`);
    expect(kept.json).toMatchObject({ isDone: false, stays: { canBeForced: true } });
    const shown: { json: Purge } = await post(`${of}/purge`, { force: true });
    expect(shown.json).toMatchObject({
      what: "1 run, with 3 login links that exist nowhere else",
      typed: "5",
    });
    expect(await post(`${of}/purge`, { force: true, confirm: "3" })).toMatchObject({ status: 400 });
    expect(existsSync(dir)).toBe(true);
    const draft = await ask("/api/drafts?name=again.csv", { method: "POST", body: "Email\na@b.example\n" });
    const { id } = (await draft.json()) as { id: string };
    const facts = join(cwd, "leadctl-drafts", id, "draft.json");
    const run = entry.run;
    writeFileSync(facts, JSON.stringify({ ...JSON.parse(readFileSync(facts, "utf8")), run }));
    const done: { json: Purge } = await post(`${of}/purge`, { force: true, confirm: "5" });
    expect(done.json.what).toMatch(/nowhere else, and 1 draft of the desk$/);
    expect(existsSync(facts)).toBe(false);
    expect(done.json).toMatchObject({ isDone: true, stays: null });
    expect(existsSync(dir)).toBe(false);
    expect(await get("/api/runs")).toMatchObject({ runs: [], purged: { count: 1 } });
  });

  it("asks for a key that is missing, and for the name of a protected place", async () => {
    const { post, of, entry, cwd, service, ended } = await deskWithRun({
      LEADCTL_API_KEY: "",
      LEADCTL_BASE_URL: "",
    });
    const { url } = service;
    writeFileSync(
      join(cwd, "leadctl.config.json"),
      JSON.stringify({ environments: { live: { baseUrl: url, partner: "acme", confirm: true } } }),
    );
    const send = (more: object = {}) => post(`${of}/replay`, { status: "unknown", ...more });
    const first = await send();
    expect(first).toMatchObject({
      status: 400,
      json: { error: { code: "key-missing", place: { name: "live" } } },
    });
    const { place } = (first.json as { error: { place: { id: string } } }).error;
    expect(await post("/api/key", { place: place.id, key: KEY })).toMatchObject({ status: 200 });
    expect(await send({ anotherKey: true })).toMatchObject({
      json: { error: { code: "key-missing", place: { name: "live" } } },
    });
    expect(await send()).toMatchObject({
      json: { error: { code: "not-confirmed", environment: "live", what: "to send 1 lead there" } },
    });
    expect(await send({ confirm: "live" })).toMatchObject({ status: 200, json: { run: entry.run } });
    await ended(({ summary }) => summary?.unconfirmed === 1);
  });
});
