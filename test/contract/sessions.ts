import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { correctFix } from "../program/fix-sheet.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { type Session, sheetOf, type World } from "./session.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
const CONDO_WITHOUT_UNIT = { "Building Type": "condo", "Unit Number": "" };
const NO_EMAIL = { Email: "nobody" };
const LATER = { kind: "429", retryAfter: 120 } as const;
const CONFLICT = { side: "before", status: 409, body: { message: "Conflict" } } as const;
const ONE_BY_ONE = "--concurrency 1 --attempts 2 --retry-base 1ms";

/** What scripts and cron jobs may rely on: a change of a record is told in the CHANGELOG, or it is a fault. */
export const SESSIONS: readonly Session[] = [
  {
    name: "clean",
    about: "Every row is ready, and every one is created.",
    steps: [
      "leadctl validate leads.csv",
      "leadctl validate leads.csv --json",
      "leadctl submit leads.csv --out run",
      "leadctl runs",
      "leadctl explain run 3 --json",
      "leadctl resume run --json",
      "leadctl replay run --json",
      "leadctl submit leads.csv --out run --json",
    ],
  },
  {
    name: "several-runs",
    about: "One sheet goes twice, and a part of it again.",
    steps: [
      "leadctl submit leads.csv --json",
      "leadctl submit leads.csv --json",
      "leadctl submit leads.csv --out third --rows 2,3 --quiet",
      "leadctl runs --json",
      "leadctl runs --status duplicate --json",
      "leadctl replay third nowhere --json",
      "leadctl explain marcus.abernathy@example.com --json",
      "leadctl explain jane doe",
      "leadctl explain nobody@example.com --json",
      "leadctl runs --purge 0d --json",
      "leadctl runs --purge 0d --yes --json",
    ],
  },
  {
    name: "invalid",
    about: "Rows 3 and 5 are held back; row 3 is corrected.",
    cells: { 3: CONDO_WITHOUT_UNIT, 5: NO_EMAIL },
    steps: [
      "leadctl validate leads.csv --json",
      "leadctl validate leads.csv --out checked --quiet",
      "leadctl submit leads.csv --out run --json",
      "leadctl runs --status invalid --json",
      "leadctl replay run --with run/fix.csv --json",
      { says: "row 3 of run/fix.csv is corrected in corrected.csv", do: correctUnit },
      "leadctl replay run --with corrected.csv --json",
    ],
  },
  {
    name: "reports",
    about: "A run with a row of most statuses, in each format.",
    cells: { 3: CONDO_WITHOUT_UNIT },
    faults: { 4: ["reset-after"], 5: ["500-before", "500-before"], 6: ["500-before", CONFLICT] },
    steps: [
      `leadctl submit leads.csv --out run --quiet ${ONE_BY_ONE}`,
      "leadctl report run --format json",
      "leadctl report run --format csv",
      "leadctl report run --format xlsx",
      "leadctl report run --format html",
      "leadctl report run --format markdown",
      "leadctl report run --format junit",
      "leadctl report run --format handover",
      "leadctl report run --status unknown,failed --format json",
      "leadctl report run --json",
      "leadctl report run --output leads.html --json",
    ],
  },
  {
    name: "people",
    about:
      "Row 3 has an account, 4 the e-mail of row 2, 5 another e-mail of row 2's person; row 6 is a test.",
    cells: {
      4: { Email: "JANE.DOE@example.com" },
      5: { ...personOf(2), Email: "jane@example.org" },
      6: { "First Name": "Test", "Last Name": "Test", Email: "test@example.com", Phone: "1234567890" },
    },
    users: ["marcus.abernathy@example.com"],
    steps: [
      "leadctl validate leads.csv --json",
      "leadctl submit leads.csv --out run --json",
      "leadctl report run --format json",
      { says: "second.csv holds another e-mail of row 2's person", do: writeSecondSheet },
      "leadctl validate second.csv --json",
      "leadctl submit second.csv --out second --json",
    ],
  },
  {
    name: "questions",
    about: "The Building Type of rows 3 and 5 is a word that nobody knows.",
    cells: { 3: { "Building Type": "Zome" }, 5: { "Building Type": "Zome" } },
    steps: [
      "leadctl validate leads.csv --json",
      "leadctl submit leads.csv --out run",
      "leadctl submit leads.csv --out run --json",
      "leadctl submit leads.csv --out accepted --accept-reading --rows 2-4 --json",
      "leadctl submit leads.csv --out strict --accept-reading --strict --rows 5 --json",
      { says: "mapping.json answers that it is a single family", do: writeAnswer },
      "leadctl submit leads.csv --out answered --mapping mapping.json --rows 5 --json",
      {
        says: "sheet.csv is fixtures/sheets/two-addresses-unmarked.csv",
        do: copySheet("two-addresses-unmarked.csv"),
      },
      "leadctl map sheet.csv --json",
      "leadctl map sheet.csv --save sheet-mapping.json",
      "leadctl submit sheet.csv --out other --accept-reading --json",
    ],
  },
  {
    name: "unknown",
    about: "Rows 3 and 6 got no answer, row 4 a conflict after a 500; row 5 failed.",
    faults: {
      3: ["reset-after"],
      4: ["500-before", CONFLICT],
      5: ["503-before", "503-before"],
      6: ["502-before"],
    },
    steps: [
      `leadctl submit leads.csv --out run --json ${ONE_BY_ONE}`,
      "leadctl runs --status unknown,unconfirmed",
      "leadctl runs --status unknown,unconfirmed --json",
      "leadctl explain run 3 --json",
      "leadctl resolve run --rows 4 --created --json",
      "leadctl resolve run --rows 2 --created --json",
      "leadctl replay run --json",
      "leadctl replay run --status unknown --json",
      "leadctl resolve run --rows 3 --not-created --json",
      "leadctl replay run --rows 3 --json",
    ],
  },
  {
    name: "interrupted",
    about: "The service tells row 4 to come back in two minutes, and takes it then.",
    faults: { 4: [LATER] },
    steps: [
      "leadctl submit leads.csv --out run --concurrency 1 --json",
      "leadctl runs --json",
      "leadctl explain run 5 --json",
      "leadctl replay run --status unknown --json",
      "leadctl resume run --json",
      "leadctl resume nowhere --json",
    ],
  },
  {
    name: "stopped",
    about: "The program ends while row 4 is sent: once killed, once by SIGTERM.",
    faults: { 4: ["no-answer-before", "no-answer-before"] },
    steps: [
      {
        args: ["submit", "leads.csv", "--out", "killed", "--concurrency", "1"],
        signal: "SIGKILL",
        leads: 3,
      },
      "leadctl runs --json",
      "leadctl report killed --format json",
      "leadctl resume killed --json",
      {
        args: ["submit", "leads.csv", "--out", "ended", "--rows", "4-6", "--grace", "10ms", "--json"],
        signal: "SIGTERM",
        leads: 1,
      },
      "leadctl runs --status pending,unknown --json",
    ],
  },
  {
    name: "target",
    about: "The key, the partner or the address is wrong, or the service is down.",
    steps: [
      "LEADCTL_API_KEY=wrong-key-that-nobody-has leadctl submit leads.csv --out run --json",
      "leadctl resume run --json",
      "LEADCTL_API_KEY= leadctl submit leads.csv --out no-key --json",
      "LEADCTL_PARTNER=nobody leadctl submit leads.csv --out no-partner --json",
      "leadctl submit leads.csv --base-url http://127.0.0.1:1 --out nothing-listens --attempts 1 --json",
      {
        says: "the service answers 503",
        do: ({ service }) => service.change({ faults: { probabilities: { "503-before": 1 } } }),
      },
      "leadctl submit leads.csv --out outage --attempts 1 --json",
    ],
  },
  {
    name: "protected",
    about: "An environment of leadctl.config.json is protected.",
    steps: [
      { says: "leadctl.config.json names it production", do: writeConfig },
      "leadctl config --env production --json",
      "leadctl config --env nowhere --json",
      "leadctl submit leads.csv --env production --out run --json",
      "leadctl submit leads.csv --env production --out run --confirm staging --json",
      "leadctl submit leads.csv --env production --out run --confirm production --json",
      "leadctl smoke --env production --only success --json",
    ],
  },
  {
    name: "selection",
    about: "Only some rows go.",
    steps: [
      "leadctl submit leads.csv --out rows --rows 3,5-6 --json",
      "leadctl submit leads.csv --out beyond --rows 9 --json",
      "leadctl submit leads.csv --out shard-0 --shard 0/2 --json",
      "leadctl submit leads.csv --out shard-1 --shard 1/2 --json",
      "leadctl report shard-0 shard-1 --json --output both.csv",
    ],
  },
  {
    name: "inputs",
    about: "Inputs of each kind, and some that cannot be read.",
    leads: 6,
    steps: [
      "leadctl submit - --format csv --rows 2-3 --out stdin --json < leads.csv",
      "cat leads.csv | leadctl validate - --json",
      { says: "leads.json holds the rows 4 and 5, leads.jsonl row 6, leads.xlsx row 7", do: writeInputs },
      "leadctl submit leads.json --out json --json",
      "cat leads.jsonl | leadctl submit - --format jsonl --out jsonl --json",
      "leadctl submit leads.xlsx --out workbook --json",
      "leadctl validate nowhere.csv --json",
      "printf 'Email,Phone\\n\"a@example.com,1' | leadctl validate - --format csv --json",
    ],
  },
  {
    name: "smoke",
    about: "An environment is checked.",
    steps: [
      "leadctl smoke",
      "leadctl smoke --no-create",
      "leadctl smoke --only methods --json",
      "leadctl smoke --only methods --junit smoke.xml --progress json",
      "leadctl smoke --only nothing --json",
      "LEADCTL_API_KEY=wrong-key-that-nobody-has leadctl smoke --only rules.v1 --json",
      "leadctl smoke --base-url http://127.0.0.1:1 --only methods.get --json",
      { says: "the service answers every lead with 422", do: answerOddly },
      "leadctl smoke --only rules.v1 --json",
      "leadctl smoke --only rules.v1 --junit -",
    ],
  },
  {
    name: "output",
    about: "Pipes that close, disks that are full, and events.",
    steps: [
      "leadctl submit leads.csv --out run --json | true",
      "leadctl runs --json | true",
      "leadctl runs --json > /dev/full",
      "leadctl report run --format json --output no/such/folder/report.json --json",
      "leadctl submit leads.csv --out events --progress json --concurrency 1",
      "leadctl replay run --status created --progress json --json",
    ],
  },
  {
    name: "usage",
    about: "What needs neither a run nor a service, and command lines that are wrong.",
    steps: [
      "leadctl --version",
      "leadctl --help",
      "leadctl",
      "leadctl template",
      "leadctl template --format xlsx",
      "leadctl template --describe",
      "leadctl completion bash",
      "leadctl config --json",
      "leadctl sandbox -- sh -c 'echo $LEADCTL_PARTNER; exit 7'",
      "leadctl sumbit leads.csv",
      "leadctl sumbit leads.csv --json",
      "leadctl submit --json",
      "leadctl submit leads.csv --colour --json",
      "leadctl report nowhere --json",
    ],
  },
];

/** Name, phone and addresses of a row's person. */
function personOf(row: number): Record<string, string> {
  const records: Record<string, string>[] = parse(sheetOf(row - 1), { columns: true });
  const { "Affiliate ID": _id, Email: _email, ...person } = records.at(-1) ?? {};
  return person;
}

function correctUnit({ cwd }: World): void {
  correctFix(join(cwd, "run"), { 3: { "Unit Number": "3" } });
}

function writeSecondSheet({ cwd }: World): void {
  writeFileSync(join(cwd, "second.csv"), sheetOf(1, { 2: { Email: "jane.d@example.net" } }));
}

function writeAnswer({ cwd }: World): void {
  const answers = { "word:buildingType:zome": "singleFamily" };
  writeFileSync(join(cwd, "mapping.json"), JSON.stringify({ answers }));
}

function copySheet(name: string) {
  return ({ cwd }: World) => cpSync(join(FIXTURES, "sheets", name), join(cwd, "sheet.csv"));
}

function writeConfig({ cwd, service }: World): void {
  const production = { baseUrl: service.url, partner: "acme", confirm: true };
  writeFileSync(join(cwd, "leadctl.config.json"), JSON.stringify({ environments: { production } }));
}

function writeInputs({ cwd }: World): void {
  const records: Record<string, string>[] = parse(sheetOf(6), { columns: true });
  const [, , third = {}, fourth = {}, fifth = {}, sixth = {}] = records;
  writeFileSync(join(cwd, "leads.json"), JSON.stringify([third, fourth]));
  writeFileSync(join(cwd, "leads.jsonl"), `${JSON.stringify(fifth)}\n`);
  const rows = [Object.keys(sixth), Object.values(sixth)];
  writeFileSync(join(cwd, "leads.xlsx"), workbookOf({ sheets: [{ name: "Leads", rows }] }));
}

function answerOddly({ service }: World): void {
  const odd = { side: "before", status: 422, body: { message: "Odd" } } as const;
  service.change({ faults: { script: { "*": [odd, odd, odd] } } });
}
