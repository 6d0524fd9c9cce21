import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { completion } from "../../../src/cli/completion/completion.ts";
import { sharedFolder } from "../../folders.ts";
import { PROGRAM_FILE } from "../../program/run-program.ts";
import { testContext } from "../../security/test-context.ts";

const FOLDERS = ["leadctl-runs/20261101-leads", "leadctl-runs/20261102-two words", "other", "my folder"];
const FILES = ["leads.csv", "my leads.csv", "mapping.json"];

/** Has a shell find the program. */
export const PROGRAM_FUNCTION = `leadctl() { '${process.execPath}' '${PROGRAM_FILE}' "$@"; }`;

/** What is typed before a Tab, and the line after it, in shells that write words alike. */
export const COMPLETED: readonly (readonly [typed: string, line: string])[] = [
  ["leadctl sub", "leadctl submit "],
  ["leadctl submit --form", "leadctl submit --format "],
  ["leadctl submit --format=c", "leadctl submit --format=csv "],
  ["leadctl report x --status=created,unk", "leadctl report x --status=created,unknown "],
  ["leadctl submit --env pro", "leadctl submit --env production "],
  ["leadctl config --env=stag", "leadctl config --env=staging"],
  ["leadctl validate leads.", "leadctl validate leads.csv "],
  ["leadctl validate my\\ l", "leadctl validate my\\ leads.csv "],
  ["leadctl validate 'my l", "leadctl validate 'my leads.csv' "],
  [
    "leadctl submit --base-url https://x:80/y my\\ l",
    "leadctl submit --base-url https://x:80/y my\\ leads.csv ",
  ],
  ["leadctl validate -- my\\ l", "leadctl validate -- my\\ leads.csv "],
  ["leadctl submit --out my\\ f", "leadctl submit --out my\\ folder/"],
  ["leadctl resume 20261101", "leadctl resume leadctl-runs/20261101-leads "],
  ["leadctl resume leadctl-runs/20261102", "leadctl resume leadctl-runs/20261102-two\\ words "],
  ["leadctl replay oth", "leadctl replay other/"],
];

/** What `leadctl completion` prints. */
export function scriptFor(shell: string): string {
  const { context, stdout } = testContext();
  completion(shell, context);
  return stdout.text;
}

/** A new folder with sheets and runs to complete, and files of the shell besides; gone after the test file. */
export function completionFolder(files: Readonly<Record<string, string>>): string {
  const folder = sharedFolder();
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  for (const name of FILES) writeFileSync(join(folder, name), "");
  const environment = (partner: string) => ({ baseUrl: "https://leads.example.test", partner });
  const environments = {
    staging: environment("acme"),
    "staging-2": environment("acme"),
    production: environment("acme"),
  };
  writeFileSync(join(folder, "leadctl.config.json"), JSON.stringify({ environments }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
