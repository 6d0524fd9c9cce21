import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix, saveFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf } from "./lead-sheet.ts";
import { readReport, readSheet } from "./run-files.ts";

const EMAIL = "contactInfo.email";

describe("a corrected row whose lead is or may be created", () => {
  it("is not taken, whatever was changed in it, while the others go", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), leadOf(3), leadOf(4), brokenLead(5)], {
      faults: {
        script: { "applicant-3@example.com": ["504-after"], "applicant-4@example.com": ["500-after"] },
      },
    });
    expect(readReport(dir).leads.map(({ status }) => status)).toStrictEqual([
      "created",
      "unknown",
      "failed",
      "invalid",
    ]);
    const rows = readSheet(dir, "report.csv").map((row) => ({ ...row, City: "Boston", "Unit Number": "5" }));
    saveFix(join(dir, "..", "all.csv"), rows);

    const end = await replay("--with", "all.csv");

    expect(JSON.parse(end.stdout).correction).toMatchObject({
      corrected: 1,
      ready: 1,
      refused: [{ row: 2 }, { row: 3 }, { row: 4 }],
    });
    expect(leadAt(dir, 5).status).toBe("created");
    expect(leadAt(dir, 3)).toMatchObject({ status: "unknown", maybeCreated: true });
    expect(readSheet(dir, "report.csv").map((line) => line.City)).toStrictEqual([
      "Cambridge",
      "Cambridge",
      "Cambridge",
      "Boston",
    ]);
    expect(service.requestCount()).toBe(4);
  });

  it("makes a run that is otherwise all created end with 1", async () => {
    const { dir, replay } = await submitted([leadOf(2), leadOf(3)]);
    const rows = readSheet(dir, "report.csv").map((row) => ({ ...row, City: "Boston" }));
    saveFix(join(dir, "..", "all.csv"), rows);
    const end = await replay("--with", "all.csv", "--rows", "3");
    expect(end.exitCode).toBe(1);
    expect(JSON.parse(end.stdout).correction).toMatchObject({ notSelected: 1, refused: [{ row: 3 }] });
  });
});

describe("equal e-mails", () => {
  it("are refused against a row of the run that was sent, and against another corrected row", async () => {
    const { dir, service, replay } = await submitted([
      leadOf(2),
      brokenLead(3),
      brokenLead(4),
      brokenLead(5),
    ]);
    const fixed = { "Unit Number": "5" };
    const path = correctFix(dir, {
      3: { ...fixed, Email: "APPLICANT-2@example.com" },
      4: { ...fixed, Email: "new@example.com" },
      5: { ...fixed, Email: "new@example.com" },
    });
    await replay("--with", path);
    expect(leadAt(dir, 3)).toMatchObject({ status: "invalid", email: "APPLICANT-2@example.com" });
    expect(leadAt(dir, 3).issues[0]).toMatchObject({
      finding: "email-repeated",
      params: { row: 2, of: "run" },
      cell: "H3",
    });
    expect(leadAt(dir, 4).status).toBe("created");
    expect(leadAt(dir, 5).issues[0]).toMatchObject({
      finding: "email-repeated",
      params: { row: 4, of: "run" },
    });
    expect(service.requestCount()).toBe(2);
  });

  it("may be swapped between rows that are corrected together", async () => {
    const { dir, replay } = await submitted([leadOf(2), leadOf(3)], {
      faults: {
        script: {
          "applicant-2@example.com": [{ side: "before", status: 422 }],
          "applicant-3@example.com": [{ side: "before", status: 422 }],
        },
      },
    });
    const [one, other] = ["applicant-2@example.com", "applicant-3@example.com"];
    const end = await replay("--with", correctFix(dir, { 2: { Email: other }, 3: { Email: one } }));
    expect(end.exitCode).toBe(0);
    expect([leadAt(dir, 2).email, leadAt(dir, 3).email]).toStrictEqual([other, one]);
  });

  it("keep a row back whose address another row still has, and it is not told to go", async () => {
    const twin = changed(leadOf(3), EMAIL, "applicant-2@example.com");
    const { dir, replay } = await submitted([leadOf(2), twin, brokenLead(4)]);
    const end = await replay("--with", correctFix(dir, { 4: { "Unit Number": "5" } }));
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 1, freed: 0, unchanged: 1 });
    expect(leadAt(dir, 3).status).toBe("invalid");
  });

  it("let a row go that only waited for its address, once the other row has got another", async () => {
    const twin = changed(leadOf(3), EMAIL, "applicant-2@example.com");
    const { dir, service, replay } = await submitted([leadOf(2), twin], {
      faults: { script: { "applicant-2@example.com": [{ side: "before", status: 422 }] } },
    });
    expect(leadAt(dir, 3).status).toBe("invalid");
    const path = correctFix(dir, { 2: { Email: "other@example.com" } });
    const end = await replay("--with", path);
    expect(end.exitCode).toBe(0);
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 2, unchanged: 0 });
    expect(service.quotes().map(({ email }) => email)).toStrictEqual([
      "other@example.com",
      "applicant-2@example.com",
    ]);
  });
});

describe("a file whose rows cannot be tied to the run", () => {
  it.each([
    ["row-number-missing", { leadctl_row: "" }],
    ["row-absent", { leadctl_row: "99" }],
    ["row-number-unreadable", { leadctl_row: "third" }],
    ["row-repeated", { leadctl_row: "4" }],
    [
      "row-of-other",
      { "First Name": "Ada", "Last Name": "King", Email: "a@example.com", Phone: "", Street: "1 Other Way" },
    ],
  ])("is refused whole for %s: nothing is sent or written", async (finding, change) => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3), brokenLead(4)]);
    const files = () => readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), "utf8")]);
    const before = files();
    const fixed = { "Affiliate ID": "X-1", "Unit Number": "3", ...change };
    const end = await replay("--with", correctFix(dir, { 3: fixed, 4: { "Unit Number": "4" } }));
    const { code, problems } = JSON.parse(end.stdout).error;
    expect([end.exitCode, code]).toStrictEqual([2, "fix-not-matched"]);
    expect(problems).toMatchObject([{ finding }]);
    expect(service.requestCount()).toBe(1);
    expect(files()).toStrictEqual(before);
  });

  it("is not one in which a row is damaged as it was from the beginning, but one in which it is so now", async () => {
    const swallowed = changed(leadOf(3), "address.street", `1 Elm St\n${",".repeat(23)}\n${",".repeat(23)}`);
    const { dir, replay } = await submitted([leadOf(2), swallowed, brokenLead(4)]);
    expect(leadAt(dir, 3)).toMatchObject({ status: "invalid", issues: [{}] });
    const again = await replay(
      "--with",
      correctFix(dir, { 3: { City: "Boston" }, 4: { "Unit Number": "1" } }),
    );
    expect(again.exitCode).toBe(2);
    expect(JSON.parse(again.stdout).error.code).toBe("fix-not-matched");
    const end = await replay("--with", correctFix(dir, { 4: { "Unit Number": "1" } }));
    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { created: 2, invalid: 1 },
      correction: { corrected: 1, unchanged: 1 },
    });
    const mended = await replay("--with", correctFix(dir, { 3: { Street: "1 Elm St" } }));
    expect(mended.exitCode).toBe(0);
  });

  it("is refused when it has no column leadctl_row, or is not there", async () => {
    const { cwd, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    writeFileSync(join(cwd, "plain.csv"), csvOf([leadOf(3)]));
    for (const [name, code] of [
      ["plain.csv", "fix-without-rows"],
      ["nowhere.csv", "input-missing"],
    ] as const) {
      const end = await replay("--with", name);
      expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([2, code]);
    }
    expect(service.requestCount()).toBe(1);
  });
});
