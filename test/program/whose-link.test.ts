import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { leadOf } from "./lead-sheet.ts";
import { named, Office, withEmail } from "./office.ts";
import { readReport } from "./run-files.ts";
import { startService } from "./run-program.ts";

const SHARED = "home@example.com";
const OTTO = withEmail(named(leadOf(2), "Otto", "House"), SHARED);
const ODA = withEmail(named(leadOf(3), "Oda", "House"), SHARED);

/** Its login link, as the service gave it out. */
function linkOf(office: Office, email: string): string {
  return office.service.quotes().find((quote) => quote.email === email)?.loginUrl ?? "nowhere";
}

it("somebody's link is offered to nobody else who shares the e-mail, also where they went to two services", async () => {
  const other = await startService({ partners: ["beta"] });
  for (const env of [{}, { ...other.env, LEADCTL_PARTNER: "beta" }]) {
    const office = await Office.open();
    await office.submit("one", [OTTO]);
    await office.submit("two", [ODA], env);
    const { stdout } = await office.call(["explain", "Oda House", "--reveal"]);
    expect(stdout).not.toContain(linkOf(office, SHARED));
    // At the other service she has one of her own.
    const [own] = other.quotes();
    expect(stdout.includes("Login link of Oda House: ")).toBe(own !== undefined);
    if (own) expect(stdout).toContain(own.loginUrl);
    const otto = await office.call(["explain", "Otto House", "--reveal"]);
    expect(otto.stdout).toContain(`Login link of Otto House: ${linkOf(office, SHARED)}`);
  }
}, 30_000);

it("--reveal shows the link of who is asked for by e-mail, and does not name itself then", async () => {
  const office = await Office.open();
  await office.submit("one", [leadOf(2), leadOf(3)]);
  const { stdout } = await office.call(["explain", "applicant-3@example.com", "--reveal"]);
  expect(stdout).toContain(linkOf(office, "applicant-3@example.com"));
  expect(stdout).not.toContain(linkOf(office, "applicant-2@example.com"));
  expect(stdout).not.toContain("--reveal");
});

it("somebody's link is not offered for who is only found by the name in that e-mail", async () => {
  const office = await Office.open();
  await office.submit("one", [withEmail(named(leadOf(2), "John", "Doe"), "jane.doe@example.com")]);
  for (const [asked, finding] of [
    ["Jane Doe", "link-of-another"],
    ["Doe, Jane", "link-of-another"],
    ["Joh Doe", "created"],
    ["jane.doe", "created"],
  ] as const) {
    const { leads } = await office.json(["explain", asked]);
    expect([asked, leads[0].verdicts[0].finding]).toStrictEqual([asked, finding]);
  }
  const { stdout } = await office.call(["explain", "Jane Doe", "--reveal"]);
  expect(stdout).not.toContain("Login link of Jane Doe");
});

it("nobody is called safe to send of whom submit would ask, and a quote under another e-mail is told", async () => {
  const office = await Office.open(3);
  await office.submit("one", [named(leadOf(3), "Robert", "Lee")]);
  const bob = withEmail(named(leadOf(3), "Bob", "Lee-Jones"), "bob@example.org");
  await office.submit("two", [bob], {}, "--accept-people");
  expect(await office.ask("applicant-3@example.com")).toBe("absent-unclear alike=leadctl-runs/two, row 2");
  expect(await office.ask("bob@example.org")).toBe("created place=leadctl-runs/two, row 2");
  // The same service, however its address is written.
  const url = new URL(office.service.url);
  url.hostname = "LOCALHOST";
  const same = await office.submit("three", [bob], { LEADCTL_BASE_URL: url.href });
  expect(same.stderr).toContain("leadctl-runs/two");
});

it("nor of somebody whose row was refused more often than a list is long", async () => {
  const office = await Office.open();
  await office.submit("one", [withEmail(leadOf(3), "new@example.org")]);
  await office.submit("again", Array(22).fill(brokenLead(3)), {}, "--quiet");
  expect(await office.ask("applicant-3@example.com")).toBe("absent-unclear alike=leadctl-runs/one, row 2");
});

it("a list of open rows has a command for each partner, and the age of a request, not of a recovery", async () => {
  const script = Object.fromEntries(
    [2, 3].map((n) => [`applicant-${n}@example.com`, ["close-before" as const]]),
  );
  const office = await Office.openWith(script);
  await office.submit("one", [leadOf(2)], {}, "--attempts", "1");
  const other = await startService({ partners: ["beta"], faults: { script } });
  await office.submit("two", [leadOf(3)], { ...other.env, LEADCTL_PARTNER: "beta" }, "--attempts", "1");
  const { stdout } = await office.call(["runs", "--status", "unknown"]);

  const commands = stdout.split("\n").filter((line) => /replay .*--status unknown$/.test(line));
  expect(commands.map((line) => [line.includes("/one"), line.includes("/two")]).sort()).toStrictEqual([
    [false, true],
    [true, false],
  ]);
  // As a crash leaves it: the request is on record, and no answer.
  const journal = join(office.dir("one"), "journal.ndjson");
  const lines = readFileSync(journal, "utf8").split("\n");
  const sent = JSON.parse(lines.find((line) => line.includes('"intent"')) ?? "{}").at;
  writeFileSync(
    journal,
    `${lines.slice(0, lines.findIndex((line) => line.includes('"intent"')) + 1).join("\n")}\n`,
  );
  await office.call(["resume", "one", "--older-journal"]);
  const { rows } = JSON.parse((await office.call(["runs", "--status", "unknown", "--json"])).stdout);
  expect(rows.find(({ dir }: { dir: string }) => dir.endsWith("one"))).toMatchObject({ at: sent });
});

it("ids that come for two people are nobody's, also where the first answer with them proves nothing", async () => {
  const ids = (n: number) => ({
    quoteId: `q-${n}`,
    loginUrl: `https://service.example.test/api/auth/callback/credentials?token=TOKEN-${n}-OF-SOMEBODY`,
  });
  const unproven = (n: number) => ({ side: "before" as const, status: 502, body: ids(n) });
  const proven = (n: number) => ({
    side: "before" as const,
    status: 200,
    body: { success: true, ...ids(n) },
  });
  const failed = { side: "before" as const, status: 500, body: ids(3) };
  const office = await Office.openWith({
    "applicant-3@example.com": [unproven(1)],
    "applicant-4@example.com": [proven(1)],
    "applicant-5@example.com": [unproven(2)],
    "applicant-6@example.com": [unproven(2)],
    // Another attempt of that row created it: its own link is in no doubt.
    "applicant-7@example.com": [failed, null],
    "applicant-8@example.com": [proven(3)],
    "applicant-9@example.com": [unproven(4)],
    "applicant-10@example.com": ["503-before", proven(4)],
  });
  const once = ["--concurrency", "1", "--retry-base", "1ms"];
  await office.submit("run", [2, 3, 4, 5, 6, 7, 8].map(leadOf), {}, ...once);
  const { leads } = readReport(office.dir("run"));
  const shown = leads.map(({ row, status, quoteId, loginUrl }) => [
    row,
    status,
    (quoteId ?? loginUrl) !== null,
  ]);
  expect(shown).toStrictEqual([
    [2, "created", true],
    ...[3, 4, 5, 6].map((row) => [row, "unknown", false]),
    [7, "created", true],
    [8, "unknown", false],
  ]);
  // A later round knows of the answers of the earlier ones.
  await office.submit("later", [leadOf(9), leadOf(10)], {}, ...once, "--attempts", "1");
  await office.call(["replay", "later", ...once]);
  const later = readReport(office.dir("later")).leads;
  expect(later.map(({ status, loginUrl }) => [status, loginUrl])).toStrictEqual([
    ["unknown", null],
    ["unknown", null],
  ]);
}, 30_000);
