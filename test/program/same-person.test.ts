import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFix, saveFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport, readSheet, statusCounts } from "./run-files.ts";
import { started } from "./started.ts";

/** The same lead, with another e-mail, as somebody corrects it by hand. */
function readdressed(lead: NestedLead, email: string): NestedLead {
  return changed(lead, "contactInfo.email", email);
}

async function office() {
  const place = await started("");
  const { cwd } = place;
  return {
    ...place,
    sheet: (name: string, leads: readonly NestedLead[]) => writeFileSync(join(cwd, name), csvOf(leads)),
    findings: (dir: string) =>
      readReport(join(cwd, dir)).leads.flatMap(({ row, issues }) =>
        issues.map(({ finding, params }) => [row, finding, params] as const),
      ),
  };
}

it("a sheet whose e-mails were corrected by hand is asked about when it is submitted anew, and sent with --accept-people", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  const leads = [2, 3, 4].map(leadOf);
  sheet("first.csv", leads);
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  const corrected = leads.map((lead, at) =>
    at < 2 ? readdressed(lead, `new-${at}@example.org`) : leadOf(7),
  );
  sheet("second.csv", corrected);

  const checked = await call("validate", "second.csv", "--json");
  expect(checked.exitCode).toBe(1);
  const { summary, questions } = JSON.parse(checked.stdout);
  expect([summary.pending, summary.invalid]).toStrictEqual([1, 2]);
  expect(questions).toMatchObject([{ kind: "person", rowCount: 2, people: [{ row: 2 }, { row: 3 }] }]);

  const end = await call("submit", "second.csv", "--out", "leadctl-runs/two");
  expect([end.exitCode, service.quotes().length], end.stderr).toStrictEqual([1, 4]);
  expect(findings("leadctl-runs/two")).toMatchObject([
    [2, "maybe-same-person", { run: "leadctl-runs/one", row: 2, existing: "created", isSent: false }],
    [3, "maybe-same-person", { run: "leadctl-runs/one", row: 3, existing: "created", isSent: false }],
  ]);
  // What is not marked stays behind, whatever else is sent back.
  const fix = readFix(join(cwd, "leadctl-runs/two/fix.csv"));
  expect((await call("replay", "leadctl-runs/two", "--with", "leadctl-runs/two/fix.csv")).exitCode).toBe(1);
  expect(service.quotes().length).toBe(4);
  saveFix(
    join(cwd, "fixed.csv"),
    fix.map((row, at) => (at === 0 ? { ...row, leadctl_status: "send" } : row)),
  );
  await call("replay", "leadctl-runs/two", "--with", "fixed.csv");
  expect(statusCounts(readReport(join(cwd, "leadctl-runs/two")))).toMatchObject({ created: 2, invalid: 1 });

  const accepted = await call("submit", "second.csv", "--out", "leadctl-runs/three", "--accept-people");
  expect([accepted.exitCode, service.quotes().length], accepted.stderr).toStrictEqual([1, 6]);
  expect(statusCounts(readReport(join(cwd, "leadctl-runs/three")))).toMatchObject({
    created: 1,
    duplicate: 2,
  });
}, 30_000);

it("of one person twice in a sheet the first row goes, and a correction is asked about like a sheet", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  const [first, other] = [leadOf(2), changed(leadOf(3), "contactInfo.email", "nonsense")];
  sheet("leads.csv", [first, readdressed(first, "again@example.org"), other]);
  const end = await call("submit", "leads.csv", "--out", "run");
  expect([end.exitCode, service.quotes().length], end.stderr).toStrictEqual([1, 1]);
  expect(findings("run")[0]).toMatchObject([3, "maybe-same-person", { run: "", row: 2, existing: "first" }]);
  // The other row becomes the first one's person, too.
  const { firstName = "", lastName = "", phone = "" } = first.contactInfo as Record<string, string>;
  const fix = readFix(join(cwd, "run/fix.csv")).filter(({ leadctl_row }) => leadctl_row === "4");
  const who = { "First Name": firstName, "Last Name": lastName, Phone: phone, Email: "third@example.org" };
  saveFix(
    join(cwd, "fixed.csv"),
    fix.map((row) => ({ ...row, ...who })),
  );
  const corrected = await call("replay", "run", "--with", "fixed.csv");
  expect([corrected.exitCode, service.quotes().length], corrected.stderr).toStrictEqual([1, 1]);
  expect(findings("run")).toMatchObject([
    [3, "maybe-same-person", {}],
    [4, "maybe-same-person", { row: 2, existing: "first" }],
  ]);
  const none = await call("replay", "run", "--accept-people");
  expect(none.stderr.replace(/\s+/g, " ")).toMatch(/replay run --with \S+.* --accept-people/);
  const sent = await call("replay", "run", "--with", "fixed.csv", "--accept-people");
  expect([sent.exitCode, service.quotes().length], sent.stderr).toStrictEqual([1, 2]);
  // The row that is left is no longer offered once a person has said that it is not a lead.
  saveFix(
    join(cwd, "fixed.csv"),
    readFix(join(cwd, "run/fix.csv")).map((row) => ({ ...row, leadctl_status: "not a lead" })),
  );
  await call("replay", "run", "--with", "fixed.csv");
  expect((await call("replay", "run", "--accept-people")).stderr).not.toContain("--with");
});

it("tells once of a person's row that goes for another property", async () => {
  const { service, sheet, call } = await office();
  const other = { street: "4 Far Road", city: "Boston", state: "MA", zip: "02110", unitNumber: 7 };
  sheet("leads.csv", [leadOf(2), { ...readdressed(leadOf(2), "again@example.org"), address: other }]);
  const end = await call("submit", "leads.csv", "--out", "run", "--progress", "json");
  expect(service.quotes().length, end.stderr).toBe(2);
  expect(end.stderr.split('"other-property"')).toHaveLength(2);
});

it("of one person in several shards the first row goes, whichever shard is sent first", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  const [first, other] = [leadOf(2), leadOf(3)];
  const again = [2, 3, 4, 5].map((row) => readdressed(first, `row-${row}@example.org`));
  sheet("leads.csv", [first, ...again, other]);
  const shards = ["1/3", "0/3", "2/3"];
  for (const shard of shards) await call("submit", "leads.csv", "--shard", shard, "--out", `${shard[0]}`);
  expect(service.quotes()).toHaveLength(2);
  const held = shards.map((shard) => findings(`${shard[0]}`));
  for (const each of held) expect(each.length).toBeGreaterThan(0);
  expect(held.flat()).toHaveLength(4);
  for (const [, , params] of held.flat())
    expect(params).toMatchObject({ run: "", row: 2, existing: "first" });
  const { leads } = readReport(join(cwd, "1"));
  const found = await call("explain", `${leads[0]?.email}`, "--json");
  expect(JSON.parse(found.stdout).rows).toMatchObject([{ row: leads[0]?.row, run: { id: "1" } }]);
});

it("asks about who is in a run that cannot be read, or is behind its mark: any of its rows may exist", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  sheet("first.csv", [2, 3].map(leadOf));
  const journal = join(cwd, "leadctl-runs/one/journal.ndjson");
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  const whole = readFileSync(journal, "utf8");
  const again = [2, 3, 4].map((row) => readdressed(leadOf(row), `again-${row}@example.org`));
  sheet("second.csv", again);
  const lines = whole.split("\n");
  const behind = lines.slice(0, 2).join("\n");
  const states = {
    damaged: whole.replace('"httpStatus"', '"HttpStatus"'),
    bound: `x${whole}`,
    behind: `${behind}\n`,
  };
  for (const [state, text] of Object.entries(states)) {
    writeFileSync(journal, text);
    const checked = await call("validate", "second.csv", "--json");
    expect(JSON.parse(checked.stdout).questions, state).toMatchObject([{ kind: "person", rowCount: 2 }]);
    const end = await call("submit", "second.csv", "--out", `leadctl-runs/${state}`, "--limit", "2");
    expect([end.exitCode, service.quotes().length], end.stderr).toStrictEqual([1, 2]);
    expect(findings(`leadctl-runs/${state}`)).toMatchObject([
      [2, "maybe-same-person", { run: "leadctl-runs/one", row: 2, existing: "maybe" }],
      [3, "maybe-same-person", { run: "leadctl-runs/one", row: 3, existing: "maybe" }],
    ]);
  }
}, 30_000);

it("asks about who has a quote that no run here created, and does not leave such rows out", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  const lead = leadOf(2);
  const { email } = lead.contactInfo as Record<string, string>;
  service.addQuotes([{ email: email ?? "" }]);
  sheet("first.csv", [lead]);
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  expect(statusCounts(readReport(join(cwd, "leadctl-runs/one")))).toMatchObject({ duplicate: 1 });
  sheet("second.csv", [readdressed(lead, "again@example.org"), lead]);
  await call("submit", "second.csv", "--out", "leadctl-runs/two", "--only-new");
  expect(statusCounts(readReport(join(cwd, "leadctl-runs/two")))).toMatchObject({ invalid: 1, duplicate: 1 });
  const one = { run: "leadctl-runs/one", row: 2, existing: "maybe" };
  expect(findings("leadctl-runs/two")).toMatchObject([[2, "maybe-same-person", one]]);
  expect(service.quotes()).toHaveLength(1);
});

it("asks about a row whose own e-mail may have a quote, where its person has one with another", async () => {
  const { service, cwd, sheet, call, findings } = await office();
  const lead = leadOf(2);
  const { email = "" } = lead.contactInfo as Record<string, string>;
  service.change({ faults: { script: { [email]: ["502-before"] } } });
  sheet("first.csv", [lead]);
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  expect(statusCounts(readReport(join(cwd, "leadctl-runs/one")))).toMatchObject({ unknown: 1 });
  sheet("second.csv", [readdressed(lead, "again@example.org")]);
  await call("submit", "second.csv", "--out", "leadctl-runs/two", "--accept-people");
  const third = await call("submit", "first.csv", "--out", "leadctl-runs/three");
  expect([third.exitCode, service.quotes().length], third.stderr).toStrictEqual([1, 1]);
  const two = { run: "leadctl-runs/two", row: 2, existing: "created" };
  expect(findings("leadctl-runs/three")).toMatchObject([[2, "maybe-same-person", two]]);
  // Whoever leaves it out is not asked besides.
  const none = await call("submit", "first.csv", "--only-new", "--json");
  expect(JSON.parse(none.stdout)).toMatchObject({ leftOut: [{ of: { run: "leadctl-runs/one" } }] });
});

it("--only-new leaves out who has a quote, and says where; nothing left is no error", async () => {
  const { service, cwd, sheet, call } = await office();
  sheet("first.csv", [2, 3].map(leadOf));
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  sheet("second.csv", [4, 3, 2].map(leadOf));
  const end = await call("submit", "second.csv", "--out", "leadctl-runs/two", "--only-new", "--json");
  expect(end.exitCode, end.stderr).toBe(0);
  expect(JSON.parse(end.stdout)).toMatchObject({
    run: { rowsRead: 3 },
    summary: { total: 1, created: 1 },
    leftOut: [
      { row: 3, of: { run: "leadctl-runs/one", row: 3 } },
      { row: 4, of: { run: "leadctl-runs/one", row: 2 } },
    ],
  });
  const none = await call("submit", "first.csv", "--out", "leadctl-runs/three", "--only-new", "--json");
  expect(none.exitCode, none.stderr).toBe(0);
  expect(none.stderr).not.toContain("Ctrl-C");
  expect(JSON.parse(none.stdout)).toMatchObject({ run: { id: null, dir: null }, summary: { total: 0 } });
  expect(existsSync(join(cwd, "leadctl-runs/three"))).toBe(false);
  expect(service.quotes().length).toBe(3);
});

it("--only-new leaves out every row of who has a quote by an earlier run: one that repeats an e-mail, has a mistake, or is marked to go, too", async () => {
  const { service, cwd, sheet, call } = await office();
  const [one, two] = [leadOf(2), leadOf(3)];
  sheet("first.csv", [one, two]);
  await call("submit", "first.csv", "--out", "leadctl-runs/one");
  const broken = changed(two, "contactInfo.phone", "#REF!");
  sheet("second.csv", [one, one, broken, changed(leadOf(4), "contactInfo.phone", "#REF!")]);
  const end = await call("submit", "second.csv", "--out", "leadctl-runs/two", "--only-new", "--json");
  expect(end.exitCode, end.stderr).toBe(1);
  expect(JSON.parse(end.stdout)).toMatchObject({
    run: { rowsRead: 4 },
    summary: { total: 1, invalid: 1 },
    leftOut: [2, 3, 4].map((row) => ({ row, of: { run: "leadctl-runs/one" } })),
  });
  const rows = readFix(join(cwd, "first.csv"));
  saveFix(
    join(cwd, "third.csv"),
    rows.map((row) => ({ ...row, leadctl_status: "send" })),
  );
  const marked = await call("submit", "third.csv", "--out", "leadctl-runs/three", "--only-new", "--json");
  expect(marked.exitCode, marked.stderr).toBe(0);
  expect(JSON.parse(marked.stdout)).toMatchObject({
    summary: { total: 0 },
    leftOut: [{ row: 2 }, { row: 3 }],
  });
  expect(service.quotes().length).toBe(2);
});

it("what an attempt with a former e-mail may have created says nothing of the one that a correction brought", async () => {
  const { service, cwd, sheet, call } = await office();
  const issue = { code: "custom", message: "Not in this state", path: ["address", "state"] };
  const refusal = (body: object) => ({ side: "before" as const, status: 400, body });
  const [lead, taken] = [leadOf(2), "taken@example.org"];
  const { email = "" } = lead.contactInfo as Record<string, string>;
  const script = {
    [email]: ["502-before" as const, refusal({ error: { issues: [issue] } })],
    "odd@example.org": [refusal({ error: "Not now" })],
  };
  service.change({ faults: { script } });
  service.addQuotes([{ email: taken }]);
  sheet("leads.csv", [lead]);
  await call("submit", "leads.csv", "--out", "run");
  await call("resolve", "run", "--rows", "2", "--not-created");
  await call("replay", "run");
  const told = async (correction: Record<string, string>) => {
    saveFix(
      join(cwd, "fixed.csv"),
      readFix(join(cwd, "run/report.csv")).map((row) => ({ ...row, ...correction, leadctl_status: "" })),
    );
    const { exitCode } = await call("replay", "run", "--with", "fixed.csv");
    const [first] = readReport(join(cwd, "run")).leads;
    return [exitCode, first?.status, first?.maybeCreated];
  };
  // Nobody forgets what may exist, and nobody takes the answer to another address for one to that attempt.
  expect(await told({ Email: "odd@example.org" })).toStrictEqual([5, "rejected", true]);
  expect(await told({ Email: taken })).toStrictEqual([5, "duplicate", true]);
  const { verdicts } = JSON.parse((await call("explain", taken, "--json")).stdout).leads[0];
  expect(verdicts).toMatchObject([{ finding: "known-quote", params: { by: "others" } }]);
  // Whoever has that quote is not to be asked about as if it were ours: its link would stand beside this row.
  await call("report", "run", "--format", "handover", "--output", "list.csv");
  expect(readSheet(cwd, "list.csv")).toStrictEqual([]);
  await call("resolve", "run", "--rows", "2", "--undo");
  const open = await call("runs", "--runs", ".", "--status", "duplicate", "--json");
  expect(JSON.parse(open.stdout).rows).toMatchObject([{ next: expect.stringContaining("handover") }]);
  // Under the address of that attempt, the answer may be one to it.
  await call("resolve", "run", "--rows", "2", "--not-created");
  service.addQuotes([{ email }]);
  expect(await told({ Email: email })).toStrictEqual([5, "unconfirmed", true]);
}, 30_000);
