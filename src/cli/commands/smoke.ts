import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { withStopHandlers } from "../../base/interruption.ts";
import { replaceOpen } from "../../base/replacement.ts";
import { isAttended, requireTypedName, unnamed } from "../../job/ask/confirmation.ts";
import { noteEvent } from "../../job/progress/events.ts";
import { type Connection, connectWith, type OwnSandbox } from "../../job/round/connect.ts";
import type { HttpClient } from "../../send/client.ts";
import type { ApiKey } from "../../settings/api-key.ts";
import type { Environment } from "../../settings/config-file.ts";
import { settle } from "../../settings/option-values.ts";
import { COMMAND_OPTIONS } from "../../settings/options.ts";
import { CONNECTIONS } from "../../smoke/check-service.ts";
import { baselineText, compareWith } from "../../smoke/discovery/baseline.ts";
import { blankReport, newReport, runSmoke, type SmokeWatcher } from "../../smoke/run-smoke.ts";
import { checkCount, quotaOf, runNames, type SmokePlan } from "../../smoke/smoke-plan.ts";
import { causeKey, checkDocument, type SmokeReport, scrubberFor } from "../../smoke/smoke-report.ts";
import {
  renderClosing,
  renderConnection,
  renderDiscovery,
  renderGroup,
  renderOpening,
  renderPercentiles,
  renderResult,
} from "../../smoke/smoke-text.ts";
import { sentenceLines } from "../../terminal/layout.ts";
import { amountText, durationText } from "../../terminal/number-text.ts";
import { type SmokeForms, SmokeOutput } from "./smoke-output.ts";
import { checksOf, parseSmokeSettings, type SmokeOptions, type SmokeSettings } from "./smoke-settings.ts";

/** An account that the sandbox knows, so that the check of such an address can be made there, too. */
const SANDBOX_USER = "known@example.com";

/** `leadctl smoke`: checks an environment against the interface. */
export async function smoke(options: SmokeOptions, context: Context): Promise<ExitCode> {
  const output = new SmokeOutput(options, context);
  const run = new SmokeRun(options, output, context);
  try {
    await output.begin(run.report);
    await run.check();
  } catch (error) {
    run.report.failure = output.fail(error);
  }
  return run.end();
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

/** One call of the command: what is known of it so far, whatever ends it. */
class SmokeRun {
  report: SmokeReport;
  readonly #options: SmokeOptions;
  readonly #output: SmokeOutput;
  readonly #context: Context;
  /** Whether there is more to tell people than why it failed. */
  #hasBegun = false;

  constructor(options: SmokeOptions, output: SmokeOutput, context: Context) {
    this.#options = options;
    this.#output = output;
    this.#context = context;
    const environment = options.sandbox ? "sandbox" : (options.env ?? null);
    this.report = blankReport({ ...checksOf(options), environment }, context.clock.date());
  }

  async check(): Promise<void> {
    const options = this.#options;
    const existingUser = options.existingUser ?? (options.sandbox ? SANDBOX_USER : null);
    const settings = await parseSmokeSettings(options, existingUser);
    const startSandbox = async (): Promise<OwnSandbox> => {
      const sandbox = await import("../../sandbox/start-sandbox.ts");
      return sandbox.startSandbox({ keepLeads: false, users: existingUser === null ? [] : [existingUser] });
    };
    const settingsFor = (limits?: Environment["limits"]) => ({
      ...settle(COMMAND_OPTIONS.smoke, options, limits),
      concurrency: CONNECTIONS,
    });
    const connection = await connectWith(settingsFor, options, startSandbox, this.#context);
    const client = connection.connect();
    try {
      await this.#checkEnvironment(connection, settings, client);
    } finally {
      await client.close();
      await connection.close();
    }
  }

  /** Tells it all, once more where it has scrolled away, and writes what machines read. */
  async end(): Promise<ExitCode> {
    const { report } = this;
    const output = this.#output;
    if (this.#hasBegun) {
      const document = output.document(report);
      if (document.smoke.roundsWanted > 1) output.print(renderPercentiles(document, output.style));
      if (document.discovery) output.print(renderDiscovery(document.discovery, output.style));
      output.print(renderClosing(document, output.style));
    }
    return output.end(report);
  }

  async #checkEnvironment(
    connection: Connection<unknown>,
    settings: SmokeSettings,
    client: HttpClient,
  ): Promise<void> {
    const context = this.#context;
    const output = this.#output;
    const { environment, service, headers, key, keyVariable } = connection;
    const plan: SmokePlan = {
      ...service,
      ...settings.wishes,
      environment: this.#options.sandbox ? "sandbox" : (environment?.name ?? null),
      keyVariable,
      authorization: key.authorization,
      headers,
      ...runNames(context.clock.date(), context.random),
    };
    output.redact(scrubberFor(plan));
    this.report = newReport(plan, this.report.startedAt);
    const { surely, perhaps } = quotaOf(plan);
    const quoteCount = surely + perhaps;
    for (const warning of connection.warnings)
      output.tell(`${sentenceLines("Warning", warning.message, output.style).join("\n")}\n`);
    const opening = renderOpening(plan, output.style);
    // A run that creates nothing does no harm: only quotes have to be confirmed.
    if (environment?.isProtected && quoteCount > 0 && this.#options.confirm === undefined) {
      // Show the reason for a question on the same stream as the question.
      output.tell(opening);
      await confirmQuotes(quoteCount, environment, context);
    } else output.print(opening);
    await this.#run(plan, client);
    if (this.report.failure) throw new CliError(this.report.failure.message, this.report.failure);
    this.#finishDiscovery(settings, key);
    await this.#keepBaseline(settings);
  }

  async #run(plan: SmokePlan, client: HttpClient): Promise<void> {
    const { clock, random } = this.#context;
    const stop = new AbortController();
    const handlers = {
      onFirst: () => stop.abort(),
      onSecond: (exitCode: ExitCode) => {
        report.abortedBy = exitCode;
        client.abort();
      },
    };
    const { report } = this;
    const around = { clock, random, report, signal: stop.signal, watcher: this.#watcher(plan, client) };
    await withStopHandlers(handlers, () => runSmoke(plan, client, around));
    this.#hasBegun = this.report.failure === null;
  }

  #watcher(plan: SmokePlan, client: HttpClient): SmokeWatcher {
    const output = this.#output;
    const { style, scrub } = output;
    const total = checkCount(plan);
    const firstByCause = new Map<string, string>();
    let groupId = "";
    let waitedFor = "";
    let roundNumber = 1;
    let settled = 0;
    return {
      onWaiting: ({ code, message }, leftMs) => {
        if (code === waitedFor) return;
        waitedFor = code;
        const text = `${message}; waiting, up to ${durationText(leftMs)}`;
        output.tell(`${sentenceLines("Waiting", text, style).join("\n")}\n`);
        output.event(noteEvent([{ finding: code, message: text }]));
      },
      onReached: () => {
        this.#hasBegun = true;
        const facts = client.facts();
        if (facts) output.print(renderConnection(facts, this.#context.clock.date(), style));
      },
      onRound: (number) => {
        roundNumber = number;
        settled = 0;
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

  /** Removes the key from the discoveries, since an environment may echo it, and adds their comparison. */
  #finishDiscovery({ baseline }: SmokeSettings, key: ApiKey): void {
    const { discovery } = this.report;
    const { scrub } = this.#output;
    for (const fact of discovery?.facts ?? [])
      fact.observed = fact.observed && scrub(key.scrub(fact.observed));
    if (discovery && baseline) compareWith(baseline, discovery);
  }

  /** Only a whole look is kept: what it lacks would never be compared again. */
  async #keepBaseline({ outputPath }: SmokeSettings): Promise<void> {
    const { discovery, plan } = this.report;
    if (outputPath === null || !discovery?.complete || !plan) return;
    const { baseUrl, partner } = plan;
    const takenAt = this.#context.clock.date().toISOString();
    await replaceOpen(outputPath, [baselineText({ baseUrl, partner, takenAt }, discovery.facts)]);
  }
}

/** @throws CliError with exit code 2 when nobody confirms them: nothing was sent. */
async function confirmQuotes(count: number, environment: Environment, context: Context): Promise<void> {
  const what = `to create ${amountText(count, "quote")} there, which nobody can delete`;
  if (!isAttended(context)) throw unnamed(environment, `${what}; or --no-create, which creates none`);
  await requireTypedName(environment, what, context);
}
