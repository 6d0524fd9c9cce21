import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { COMMAND_NAMES } from "../../src/cli/help/overview.ts";
import { type CommandTable, declareProgram } from "../../src/cli/help/program.ts";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import { fixFileName, type RunEvidence, type Turn } from "../../src/outcome/evidence.ts";
import { runExitCode } from "../../src/outcome/exit-code.ts";
import { type Guidance, rowGuidance, runGuidance } from "../../src/outcome/guidance.ts";
import { toldText } from "../../src/outcome/happened-texts.ts";
import {
  AFTER_CRASH,
  afterAnswer,
  HELD_BACK,
  isFixable,
  type LeadState,
  REFUSED_LOCALLY,
  UNSENT,
} from "../../src/outcome/lead-state.ts";
import type { NextStep } from "../../src/outcome/next-step.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";
import type { Status } from "../../src/outcome/status.ts";
import { isInRanges, parseRows } from "../../src/settings/selection.ts";
import { countsOf } from "./counts-of.ts";

/** A run as it may be after any history: its rows, from row 2 on, and what guidance is told of it. */
interface History {
  states: readonly LeadState[];
  evidence: RunEvidence;
}

const FIRST_ROW = 2;
const DIR = "leadctl-runs/one";
const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];

/** A row was refused here, or met any answers, or the program died in an attempt of it. */
const anyState: fc.Arbitrary<LeadState> = fc
  .record({
    isRefused: fc.boolean(),
    answers: fc.array(
      fc.record({
        kind: fc.constantFrom(...KINDS, "crash" as const),
        decision: fc.constantFrom("settled", "again", "stopped"),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ isRefused, answers }) =>
    isRefused
      ? REFUSED_LOCALLY
      : answers.reduce<LeadState>(
          (state, { kind, decision }) =>
            kind === "crash" ? AFTER_CRASH : afterAnswer(state, kind, decision),
          UNSENT,
        ),
  );

const anyHistory: fc.Arbitrary<History> = fc
  .record({
    states: fc.array(anyState, { minLength: 1, maxLength: 8 }),
    unreadable: fc.option(fc.constantFrom("in progress" as const), { freq: 8 }),
    hasFix: fc.boolean(),
    hasReport: fc.boolean(),
  })
  .map(({ states, unreadable, hasFix, hasReport }) => {
    const counts = countsOf(numbered(states));
    const condition = unreadable ?? (states.some(({ resumable }) => resumable) ? "interrupted" : "complete");
    return {
      states,
      evidence: {
        dir: DIR,
        condition,
        counts,
        files: { fix: hasFix ? "fix.csv" : null, report: hasReport ? "report.csv" : null },
      },
    };
  });

/** What the program itself makes of a command, as far as it reads its line. */
async function parsed(argv: readonly string[]): Promise<{ words: readonly string[]; values: object }> {
  let found: { words: readonly string[]; values: object } | undefined;
  const entries = COMMAND_NAMES.map((name) => [
    name,
    {
      ...COMMANDS[name],
      run: async (words: readonly string[], values: object) => {
        found = { words, values };
        return 0 as const;
      },
    },
  ]);
  const program = declareProgram(Object.fromEntries(entries) as CommandTable, COMMAND_NAMES, () => undefined);
  await program.parseAsync(["node", "leadctl", ...argv]);
  if (!found) throw new Error(`no command: ${argv.join(" ")}`);
  return found;
}

const known = new Map<string, ReturnType<typeof parsed>>();

/** A line is read once, however often it is advised. */
function parsedOnce(argv: readonly string[]): ReturnType<typeof parsed> {
  const line = argv.join("\0");
  const result = known.get(line) ?? parsed(argv);
  known.set(line, result);
  return result;
}

/** Says what is wrong with a step, by what its command would find. */
async function faultOf({ argv }: NextStep, { states, evidence }: History): Promise<string | undefined> {
  for (const [index, word] of argv.entries()) {
    const isWritten = argv[index - 1] === "--output";
    if (typeof word === "object" && word.file !== undefined && word.file !== evidence.files.fix && !isWritten)
      return `there is no ${word.file}`;
  }
  const texts = argv.map((word) =>
    typeof word === "string" ? word : join(word.folder, ...(word.file === undefined ? [] : [word.file])),
  );
  const { words, values } = await parsedOnce(texts);
  if (words[0] !== DIR) return "it names another run";
  const { with: fixed, statuses, ranges, rows = ranges } = values as Record<string, never>;
  const [command] = texts;
  const selected = states.filter((_, index) =>
    typeof rows === "string"
      ? isInRanges(FIRST_ROW + index, parseRows(rows))
      : rows === undefined || isInRanges(FIRST_ROW + index, rows),
  );
  const has = (isWanted: (state: LeadState) => boolean): boolean => selected.some(isWanted);
  const ofStatus = (list: readonly Status[]): boolean => has(({ status }) => list.includes(status));
  switch (command) {
    case "resume":
      return has(({ resumable }) => resumable) ? undefined : "nothing is left to resume";
    case "replay":
      if (fixed !== undefined) return has(isFixable) ? undefined : "no row is to be corrected";
      return ofStatus(statuses ?? ["failed", "pending"]) ? undefined : "no row is selected";
    case "report":
      return statuses === undefined || ofStatus(statuses) ? undefined : "no row is selected";
    default:
      return `nobody expects ${command} here`;
  }
}

function rowsGuidance({ states, evidence }: History, turn: Turn): Guidance[] {
  return states.map((state, index) =>
    rowGuidance({ row: FIRST_ROW + index, state, last: null, turn, run: evidence }),
  );
}

function numbered(states: readonly LeadState[]): [row: number, state: LeadState][] {
  return states.map((state, index) => [FIRST_ROW + index, state]);
}

describe("guidance, after any history", () => {
  it("advises no command that ends as a mistake, or has nothing to do, and names no file that is not there", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const all = [runGuidance([history.evidence]), ...rowsGuidance(history, "to-come")];
        for (const step of all.flatMap(({ nextSteps }) => nextSteps))
          expect(await faultOf(step, history)).toBeUndefined();
        const { fix, report } = history.evidence.files;
        const words = all.map(({ meaning, action }) => toldText([...meaning, ...action])).join(" ");
        if (fix === null) expect(words).not.toContain(fixFileName("csv"));
        if (report === null) expect(words).not.toContain("report.csv");
      }),
      { numRuns: 500 },
    );
  });

  it("advises nothing to a run that a process works on, but to wait", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const evidence: RunEvidence = { ...history.evidence, condition: "in progress" };
        expect(runGuidance([evidence])).toMatchObject({
          nextSteps: [],
          action: [{ finding: "wait-for-run" }],
        });
        const steps = rowsGuidance({ ...history, evidence }, "in-flight");
        expect(steps.flatMap(({ nextSteps }) => nextSteps)).toStrictEqual([]);
      }),
    );
  });

  it("leaves no run without a next step while anything can be done about a row of it", () => {
    fc.assert(
      fc.property(anyHistory, ({ states, evidence }) => {
        fc.pre(evidence.condition !== "in progress");
        const isOpen = ({ status, maybeCreated, resumable }: LeadState): boolean =>
          resumable || maybeCreated || (status !== "created" && status !== "duplicate");
        const hasAll = evidence.files.report !== null;
        expect(runGuidance([evidence]).nextSteps.length > 0).toBe(states.some(isOpen) || !hasAll);
      }),
      { numRuns: 500 },
    );
  });

  it("tells each row what is to be done about it, and agrees with its run on resume and correction", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { states, evidence } = history;
        const { nextSteps } = runGuidance([evidence]);
        for (const [index, guidance] of rowsGuidance(history, "between-attempts").entries()) {
          expect([...guidance.action, ...guidance.nextSteps]).not.toStrictEqual([]);
          expect(guidance.meaning.length).toBeGreaterThan(0);
          if (evidence.condition === "in progress") continue;
          const state = states[index] ?? UNSENT;
          const argv = guidance.nextSteps.map((step) => step.argv);
          if (state.resumable) expect(argv).toStrictEqual([nextSteps[0]?.argv]);
          const given = nextSteps.map((step) => step.argv);
          // What a run leaves to its other rows for now, as failed ones that are sent again, writes the fix file too.
          const isRunBusy = given.some(([command]) => command === "replay") && evidence.files.fix === null;
          if (isFixable(state) && !isRunBusy)
            for (const command of argv) expect(given).toContainEqual(command);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("goes through the shards of an input one kind of step after another, each with what it needs itself", () => {
    const run = (dir: string, states: LeadState[], condition: RunEvidence["condition"]): RunEvidence => ({
      dir,
      condition,
      counts: countsOf(numbered(states)),
      files: { fix: null, report: "report.csv" },
    });
    const failed: LeadState = { status: "failed", maybeCreated: false, resumable: false };
    const { nextSteps } = runGuidance([
      run("a", [failed], "complete"),
      run("b", [UNSENT, AFTER_CRASH], "interrupted"),
    ]);
    expect(nextSteps.map(({ argv }) => argv)).toStrictEqual([
      ["resume", { folder: "b" }],
      ["replay", { folder: "a" }],
      ["replay", { folder: "b" }, "--status", "unknown"],
    ]);
  });

  it("says of failed rows that may exist what becomes of them, and of rows that only wait that they do", () => {
    const step = (...states: LeadState[]) => {
      const counts = countsOf(numbered(states));
      const files = { fix: "fix.csv", report: "report.csv" };
      return runGuidance([{ dir: "a", condition: "complete", counts, files }]).nextSteps[0];
    };
    const failed: LeadState = { status: "failed", maybeCreated: false, resumable: false };
    expect(step(failed)).toMatchObject({ step: "send-again", count: 1 });
    expect(step(failed, { ...failed, maybeCreated: true })).toMatchObject({
      step: "send-maybe-created",
      count: 2,
    });
    expect(step(REFUSED_LOCALLY, HELD_BACK)).toMatchObject({ step: "correct", count: 2, held: 1 });
    expect(step(HELD_BACK)).toMatchObject({ step: "correct", count: 1, held: 1 });
    expect(step(REFUSED_LOCALLY)).not.toHaveProperty("held");
  });

  it("ends a complete run with 0 only where nothing is left to do but to write its files", () => {
    fc.assert(
      fc.property(anyHistory, ({ states, evidence }) => {
        const isComplete = !states.some(({ resumable }) => resumable);
        const exitCode = runExitCode(evidence.counts.all, isComplete, null);
        const complete: RunEvidence = {
          ...evidence,
          condition: isComplete ? "complete" : "interrupted",
          files: { fix: "fix.csv", report: "report.csv" },
        };
        if (exitCode === 0) expect(runGuidance([complete]).nextSteps).toStrictEqual([]);
        expect(exitCode === 4).toBe(!isComplete);
      }),
    );
  });
});
