import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
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

  static async openWith(script: FaultScript): Promise<Office> {
    return new Office(await startService({ faults: { script } }));
  }

  dir(name: string): string {
    return join(this.cwd, "leadctl-runs", name);
  }

  call(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramEnd> {
    return runProgram(args, { cwd: this.cwd, env: { ...this.service.env, ...env } });
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

  /** The first line of the answer. */
  async ask(...question: string[]): Promise<string> {
    const { stdout } = await this.call(["explain", ...question]);
    return stdout.split("\n")[0] ?? "";
  }
}

export function named(lead: NestedLead, first: string, last: string): NestedLead {
  return changed(changed(lead, "contactInfo.firstName", first), "contactInfo.lastName", last);
}

export function withEmail(lead: NestedLead, email: string): NestedLead {
  return changed(lead, "contactInfo.email", email);
}
