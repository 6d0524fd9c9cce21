import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Issue } from "../../src/lead/issue.ts";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
import { coded } from "../wordless.ts";
import { REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { changed, csvOf, type NestedLead } from "./lead-sheet.ts";
import {
  freshFolder,
  type ProgramEnd,
  type RunningService,
  runProgram,
  startService,
} from "./run-program.ts";

/** A folder in which runs are made, and asked about. */
export class Office {
  readonly cwd = freshFolder();
  readonly service: RunningService;

  private constructor(service: RunningService) {
    this.service = service;
    mkdirSync(join(this.cwd, "leadctl-runs"));
  }

  /** @param refused People whose first request the service refuses. */
  static open(...refused: number[]): Promise<Office> {
    return Office.openWith(
      Object.fromEntries(refused.map((n) => [`applicant-${n}@example.com`, [REFUSED_FOR_COUNTY]])),
    );
  }

  /** @param partners Whom the service knows; null: everybody. */
  static async openWith(script: FaultScript, partners?: null): Promise<Office> {
    return new Office(await startService({ faults: { script }, ...(partners === null && { partners }) }));
  }

  dir(name: string): string {
    return join(this.cwd, "leadctl-runs", name);
  }

  call(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramEnd> {
    return runProgram(args, { cwd: this.cwd, env: { ...this.service.env, ...env } });
  }

  /** The document of a command. */
  // biome-ignore lint/suspicious/noExplicitAny: docs/schemas says what it holds, and test/schemas.test.ts checks that
  async json(args: readonly string[]): Promise<any> {
    return JSON.parse((await this.call([...args, "--json"])).stdout);
  }

  async submit(
    name: string,
    rows: readonly NestedLead[],
    env: Record<string, string> = {},
    ...flags: string[]
  ): Promise<ProgramEnd> {
    const sheet = `${basename(name)}.csv`;
    writeFileSync(join(this.cwd, sheet), csvOf(rows));
    const args = ["submit", sheet, "--out", join("leadctl-runs", name), ...flags];
    if (!flags.includes("--sandbox")) return this.call(args, env);
    return runProgram(args, { cwd: this.cwd });
  }

  ask(...question: string[]): Promise<string> {
    return firstVerdict((args) => this.call(args), question);
  }
}

interface ToldVerdict {
  finding: string;
  params?: Issue["params"];
  text: string;
}

/**
 * The verdict that the first line of an answer ends with, by its code: without whose it is, and what there is none of. The line itself
 * where it is none.
 */
export async function firstVerdict(
  call: (args: readonly string[]) => Promise<ProgramEnd>,
  question: readonly string[],
): Promise<string> {
  const [line = ""] = (await call(["explain", ...question])).stdout.split("\n");
  const leads: { verdicts: ToldVerdict[] }[] = JSON.parse(
    (await call(["explain", ...question, "--json"])).stdout,
  ).leads;
  const told = leads.flatMap(({ verdicts }) => verdicts).find(({ text }) => line.endsWith(text));
  if (!told) return line;
  const params = Object.entries(told.params ?? {}).filter(
    ([name, value]) => name !== "who" && value !== 0 && String(value) !== "",
  );
  return coded({ finding: told.finding, params: Object.fromEntries(params) });
}

export function named(lead: NestedLead, first: string, last: string): NestedLead {
  return changed(changed(lead, "contactInfo.firstName", first), "contactInfo.lastName", last);
}

export function withEmail(lead: NestedLead, email: string): NestedLead {
  return changed(lead, "contactInfo.email", email);
}
