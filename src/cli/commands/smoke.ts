import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { withStopHandlers } from "../../base/interruption.ts";
import { replaceFile } from "../../base/replacement.ts";
import { isAttended, requireTypedName, unnamed } from "../../job/ask/confirmation.ts";
import { noteEvent } from "../../job/progress/events.ts";
import { type Connection, type OwnSandbox, openConnection } from "../../job/round/connect.ts";
import { judgeEmail } from "../../lead/email.ts";
import type { HttpClient } from "../../send/client.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../../settings/options.ts";
import {
  askedIds,
  type Baseline,
  baselineText,
  compareWith,
  parseBaseline,
} from "../../smoke/discovery/discover.ts";
import { blankReport, type SmokeWatcher, smokeService } from "../../smoke/run-smoke.ts";
import { parseEmailTemplate } from "../../smoke/smoke-lead.ts";
import {
  CONNECTIONS,
  checkCount,
  quotaOf,
  requireChoice,
  runNames,
  type SmokePlan,
  type SmokeWishes,
} from "../../smoke/smoke-plan.ts";
import { causeKey, checkDocument, type SmokeReport, scrubberFor } from "../../smoke/smoke-report.ts";
import { renderConnection, renderGroup, renderOpening, renderResult } from "../../smoke/smoke-text.ts";
import { sentenceLines } from "../../terminal/layout.ts";
import { amountText, durationText } from "../../terminal/number-text.ts";
import { commandError } from "../command-errors.ts";
import { type SmokeForms, SmokeOutput } from "./smoke-output.ts";
import { requireOwn } from "./write-text.ts";

/** An account that the sandbox knows, so that the check of such an address can be made there, too. */
const SANDBOX_USER = "known@example.com";

/** `leadctl smoke`: checks an environment against the interface. */
export async function smoke(options: SmokeOptions, context: Context): Promise<ExitCode> {
  const output = new SmokeOutput(options, context);
  const environment = options.sandbox ? "sandbox" : (options.env ?? null);
  const report = blankReport({ ...checksOf(options), environment }, context.clock.date());
  try {
    await output.begin(report);
    await check(report, options, output, context);
  } catch (error) {
    report.failure = output.fail(error);
  }
  return output.end(report);
}

/**
 * Tells of a line of `leadctl smoke` that could not be read, in the forms that it asks for.
 *
 * @param forms As far as the line says.
 */
export async function refuseSmoke(error: unknown, forms: SmokeForms, context: Context): Promise<ExitCode> {
  const output = new SmokeOutput(forms, context);
  const report = blankReport({ ...checksOf({}), environment: null }, context.clock.date());
  report.failure = output.fail(error);
  // If it cannot be written either, the first error is the one to correct.
  await output.begin(report).catch(() => undefined);
  return output.end(report);
}

/** @param report To be filled: it holds what is known so far, whatever ends the run. */
async function check(
  report: SmokeReport,
  options: SmokeOptions,
  output: SmokeOutput,
  context: Context,
): Promise<void> {
  const existingUser = options.existingUser ?? (options.sandbox ? SANDBOX_USER : null);
  const settings = await parseSmokeSettings(options, existingUser);
  const startSandbox = async (): Promise<OwnSandbox> => {
    const sandbox = await import("../../sandbox/start-sandbox.ts");
    return sandbox.startSandbox({ keepLeads: false, users: existingUser === null ? [] : [existingUser] });
  };
  const { timeoutMs } = COMMAND_OPTIONS.smoke;
  const connection = await openConnection(options, startSandbox, context, undefined, timeoutMs);
  const client = connection.connect(CONNECTIONS);
  try {
    const { service, headers, key, keyVariable } = connection;
    const plan: SmokePlan = {
      ...service,
      ...settings.wishes,
      environment: options.sandbox ? "sandbox" : (connection.environment?.name ?? null),
      keyVariable,
      authorization: key.authorization,
      headers,
      ...runNames(context.clock.date(), context.random),
    };
    output.redact(scrubberFor(plan));
    Object.assign(report, blankReport(plan, report.startedAt, plan));
    await confirmStart(plan, connection, options, output, context);
    await watch(plan, client, report, output, context);
    if (report.failure) throw new CliError(report.failure.message, report.failure);
    // An environment may echo the key.
    for (const fact of report.discovery?.facts ?? [])
      fact.observed = fact.observed && output.scrub(key.scrub(fact.observed));
    await keep(report, plan, settings, context);
  } finally {
    await client.close();
    await connection.close();
  }
}

/**
 * Says what is about to happen. A run that creates nothing does no harm: only quotes have to be confirmed.
 *
 * @throws CliError with exit code 2 when nobody confirms them: nothing was sent.
 */
async function confirmStart(
  plan: SmokePlan,
  { environment, warnings }: Connection,
  { confirm }: SmokeOptions,
  output: SmokeOutput,
  context: Context,
): Promise<void> {
  const { surely, perhaps } = quotaOf(plan);
  for (const warning of warnings)
    output.tell(`${sentenceLines("Warning", warning.message, output.style).join("\n")}\n`);
  const opening = renderOpening(plan, output.style);
  if (!environment?.isProtected || surely + perhaps === 0 || confirm !== undefined)
    return output.print(opening);
  // Show the reason for a question on the same stream as the question.
  output.tell(opening);
  const what = `to create ${amountText(surely + perhaps, "quote")} there, which nobody can delete`;
  if (!isAttended(context)) throw unnamed(environment, `${what}; or --no-create, which creates none`);
  await requireTypedName(environment, what, context);
}

async function watch(
  plan: SmokePlan,
  client: HttpClient,
  report: SmokeReport,
  output: SmokeOutput,
  context: Context,
): Promise<void> {
  const { clock, random } = context;
  const stop = new AbortController();
  const handlers = {
    onFirst: () => stop.abort(),
    onSecond: (exitCode: ExitCode) => {
      report.abortedBy = exitCode;
      client.abort();
    },
  };
  const onReached = (): void => {
    const facts = client.facts();
    if (facts) output.print(renderConnection(facts, clock.date(), output.style));
  };
  const watcher = { ...watcherOf(plan, output), onReached };
  const around = { clock, random, report, signal: stop.signal, watcher };
  await withStopHandlers(handlers, () => smokeService(plan, client, around));
}

/** Tells how it goes, check by check. */
function watcherOf(plan: SmokePlan, output: SmokeOutput): SmokeWatcher {
  const { style, scrub } = output;
  const total = checkCount(plan);
  const firstByCause = new Map<string, string>();
  let [groupId, waitedFor] = ["", ""];
  let [roundNumber, settled] = [1, 0];
  return {
    onWaiting: ({ code, message }, leftMs) => {
      if (code === waitedFor) return;
      waitedFor = code;
      const text = `${message}; waiting, up to ${durationText(leftMs)}`;
      output.tell(`${sentenceLines("Waiting", text, style).join("\n")}\n`);
      output.event(noteEvent([{ finding: code, message: text }]));
    },
    onRound: (number) => {
      [roundNumber, settled] = [number, 0];
      if (plan.roundCount > 1) output.tell(`  Round ${number} of ${plan.roundCount}\n`);
    },
    onResult: (result) => {
      const { group } = result;
      const check = checkDocument(result, scrub, plan);
      const { status, differences } = check;
      settled += 1;
      output.event({ event: "check", id: check.id, status, round: roundNumber, settled, total });
      const isSilent = status === "passed" && (plan.roundCount > 1 || !output.isEachTold);
      const cause = causeKey(check);
      const first = differences.length === 0 ? undefined : firstByCause.get(cause);
      const isKnown = first === check.id || status === "left-out";
      if (isSilent || (roundNumber > 1 && isKnown)) return;
      if (first === undefined && differences.length > 0) firstByCause.set(cause, check.id);
      if (group.id !== groupId) output.print(renderGroup(group, style));
      groupId = group.id;
      output.print(renderResult(check, style, first ?? null));
    },
    onDiscovery: (questionCount) => output.tell(`\n  Asking ${questionCount} questions\n`),
  };
}

/** Compares what was discovered with a baseline, and keeps it as one. Only a whole look is kept: what it lacks would never be compared again. */
async function keep(
  { discovery }: SmokeReport,
  { baseUrl, partner }: SmokePlan,
  { baseline, outputPath }: SmokeSettings,
  { clock }: Context,
): Promise<void> {
  if (discovery && baseline) compareWith(baseline, discovery);
  if (outputPath === null || !discovery?.complete) return;
  const takenAt = clock.date().toISOString();
  await replaceFile(outputPath, [baselineText({ baseUrl, partner, takenAt }, discovery.facts)], "open");
}

export type SmokeOptions = CommandValues<"smoke">;

export interface SmokeSettings {
  wishes: SmokeWishes;
  /** The file for the discovered facts. */
  outputPath: string | null;
  baseline: Baseline | null;
}

const BASELINE_MARK = '"leadctlDiscovery"';

/**
 * Reads the flags and the baseline, and makes sure that the file can be written: a run that has created quotes must
 * not fail over a misspelt folder.
 *
 * @param existingUser The one that is given, or that the sandbox knows.
 * @throws CliError with exit code 2.
 */
export async function parseSmokeSettings(
  options: SmokeOptions,
  existingUser: string | null,
): Promise<SmokeSettings> {
  const { output, baseline, create: mayCreate } = options;
  if (existingUser !== null && judgeEmail(existingUser) === "invalid")
    throw commandError("usage/existing-user", { existingUser });
  const wishes: SmokeWishes = {
    ...checksOf(options),
    mayCreate,
    existingUser,
    isDiscovering: options.discover || output !== undefined || baseline !== undefined,
    roundCount: options.roundCount,
    waitMs: options.waitMs,
    accepted: new Map(options.accept.map(acceptedOf)),
    email: parseEmailTemplate(options.email),
  };
  requireChoice(wishes);
  if (output !== undefined && baseline !== undefined && resolve(output) === resolve(baseline))
    throw commandError("baseline-is-output", { output });
  if (output !== undefined) await requireLesser(output, wishes);
  return {
    wishes,
    outputPath: output ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
  };
}

/** Which checks are wanted, with limits beyond the interface; also where other options cannot be read. */
export function checksOf({
  only = [],
  skip = [],
  retriesMax,
  p95MsMax,
}: Partial<SmokeOptions>): Pick<SmokeWishes, "choice" | "limits"> {
  const names = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => text.split(",").map((word) => word.trim())).filter((word) => word !== "");
  return {
    choice: { only: only.length === 0 ? null : names(only), skip: names(skip) },
    limits: { retriesMax: retriesMax ?? null, p95MsMax: p95MsMax ?? null },
  };
}

function acceptedOf(text: string): [id: string, reason: string] {
  const [id = "", ...rest] = text.split("=");
  const reason = rest.join("=").trim();
  if (reason !== "") return [id.trim(), reason];
  throw commandError("usage/accept", { text });
}

function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw commandError("baseline-missing", { path, why: (error as Error).message });
  }
  return parseBaseline(text, path);
}

/** A baseline is not replaced by one that knows less: what only the older one has would never be compared again. */
async function requireLesser(path: string, wishes: SmokeWishes): Promise<void> {
  await requireOwn("--output", path, BASELINE_MARK, "a baseline");
  let older: Baseline;
  try {
    older = readBaseline(path);
  } catch {
    // There is no baseline, or an empty one.
    return;
  }
  const asked = new Set(askedIds(wishes));
  const lost = older.facts.filter(({ id }) => !asked.has(id));
  if (lost.length > 0) throw commandError("baseline-fuller", { path, ids: lost.map(({ id }) => id) });
}
