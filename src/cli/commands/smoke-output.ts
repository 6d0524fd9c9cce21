import type { Context, LiveStream } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { lossOf } from "../../base/output.ts";
import { replaceFile } from "../../base/replacement.ts";
import { failureOf, toldFailure } from "../../job/failure.ts";
import { type EventFields, eventLine } from "../../job/progress/events.ts";
import type { CommandValues } from "../../settings/options.ts";
import { smokeJunit } from "../../smoke/smoke-junit.ts";
import { exitCodeOf, type SmokeReport, smokeDocument } from "../../smoke/smoke-report.ts";
import { renderClosing, renderDiscovery, renderPercentiles } from "../../smoke/smoke-text.ts";
import { documentLine } from "../../terminal/safe-text.ts";
import { type Style, styleFor } from "../../terminal/style.ts";
import { commandError } from "../command-errors.ts";
import { lostOutput, reportFailure } from "../report-failure.ts";
import { requireOwn } from "./write-text.ts";

/** The formats of a run's report. */
export type SmokeForms = Pick<CommandValues<"smoke">, "json" | "junit" | "progress">;

const JUNIT_MARK = '<testsuites name="leadctl smoke"';
const STDOUT_NAMES: ReadonlySet<string | undefined> = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

const NOT_ENDED: NonNullable<SmokeReport["failure"]> = {
  code: "not-ended",
  finding: "not-ended",
  message: "The run has not ended: it is still going on, or it was killed",
  hint: "Call it again.",
  exitCode: EXIT.incomplete,
};

/**
 * Where a smoke test tells what it finds: text for people, the document of `--json`, JUnit, events. All say the same,
 * and each is written, however the run ends.
 */
export class SmokeOutput {
  readonly style: Style;
  readonly #forms: SmokeForms;
  readonly #context: Context;
  /** Null where the text has no stream that is not taken. */
  readonly #textStream: LiveStream | null;
  /** The JUnit file; null if there is none, or for stdout. */
  #junitPath: string | null = null;
  #scrub: (text: string) => string;

  constructor(forms: SmokeForms, context: Context) {
    this.#forms = forms;
    this.#context = context;
    this.#scrub = context.scrub;
    const isStdoutTaken = forms.json || this.#isJunitOnStdout;
    const isStderrTaken = forms.progress === "json";
    this.#textStream = !isStdoutTaken ? context.stdout : isStderrTaken ? null : context.stderr;
    this.style = styleFor(this.#textStream ?? context.stderr, context.env);
  }

  /** Whether every check has its line as soon as it is over. */
  get isEachTold(): boolean {
    return this.#forms.progress !== "none";
  }

  /** Takes more out of all that is written from now on. */
  redact(scrub: (text: string) => string): void {
    this.#scrub = (text) => scrub(this.#context.scrub(text));
  }

  get scrub(): (text: string) => string {
    return this.#scrub;
  }

  /** The results, for people. */
  print(text: string): void {
    this.#textStream?.write(this.#scrubLines(text));
  }

  /** Line by line: what one ends with has nothing to do with what the next one begins with. */
  #scrubLines(text: string): string {
    return text.split("\n").map(this.#scrub).join("\n");
  }

  /** Messages for people during the run. */
  tell(text: string): void {
    if (this.#forms.progress !== "json") this.#context.stderr.write(this.#scrubLines(text));
  }

  /** For programs that watch. */
  event(fields: EventFields): void {
    if (this.#forms.progress === "json") this.#context.stderr.write(eventLine(fields, this.#scrub));
  }

  /**
   * Makes sure that JUnit can be written, and leaves a file that is not a pass: whatever ends the program, no file of
   * yesterday is taken for today's.
   *
   * @throws CliError with exit code 2 where it cannot be written, and nothing is changed.
   */
  async begin(report: SmokeReport): Promise<void> {
    const { junit, json } = this.#forms;
    if (json && this.#isJunitOnStdout) throw commandError("usage/json-and-junit");
    if (junit === undefined || this.#isJunitOnStdout) return;
    await requireOwn("--junit", junit, JUNIT_MARK, "the JUnit of leadctl smoke");
    this.#junitPath = junit;
    await this.#writeJunit({ ...report, failure: report.failure ?? NOT_ENDED });
  }

  /** Says why a run could not begin or go on. */
  fail(error: unknown): SmokeReport["failure"] {
    const isEvent = this.#forms.progress === "json";
    reportFailure(error, { document: null, isEvent }, this.#context);
    const failure = failureOf(error, this.#context);
    return { ...toldFailure(failure), exitCode: failure.exitCode };
  }

  /** Tells it all, once more where it has scrolled away. */
  #close(report: SmokeReport): void {
    const document = smokeDocument(report, this.#scrub);
    if (document.smoke.roundsWanted > 1) this.print(renderPercentiles(document, this.style));
    if (document.discovery) this.print(renderDiscovery(document.discovery, this.style));
    this.print(renderClosing(document, this.style));
  }

  /**
   * Tells people how it ended, and writes what machines read.
   *
   * @returns The exit code of the command: another one than that of the report where a file cannot be written.
   */
  async end(report: SmokeReport): Promise<ExitCode> {
    if (report.isReached) this.#close(report);
    let whole = report;
    try {
      await this.#writeJunit(whole);
    } catch (error) {
      whole = { ...report, failure: this.fail(error) };
    }
    const document = smokeDocument(whole, this.#scrub);
    const { verdict } = document;
    const exitCode = exitCodeOf(whole);
    if (this.#forms.json) this.#context.stdout.write(documentLine("smoke", document, this.#scrub));
    this.event({ event: "verdict", verdict, exitCode });
    return (await this.#endLost(whole)) ?? exitCode;
  }

  /** Reports a lost output on those that are left; null if none is lost. */
  async #endLost(report: SmokeReport): Promise<ExitCode | null> {
    const loss = await lossOf(this.#context.stdout);
    if (loss === undefined) return null;
    const failure = failureOf(lostOutput(loss, "smoke"), this.#context);
    await this.#writeJunit({ ...report, failure, abortedBy: null }).catch(() => undefined);
    return failure.exitCode;
  }

  async #writeJunit(report: SmokeReport): Promise<void> {
    const text = smokeJunit(smokeDocument(report, this.#scrub));
    if (this.#isJunitOnStdout && !this.#forms.json) this.#context.stdout.write(text);
    else if (this.#junitPath !== null) await replaceFile(this.#junitPath, [text], "open");
  }

  get #isJunitOnStdout(): boolean {
    return STDOUT_NAMES.has(this.#forms.junit);
  }
}
