import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { withStopHandlers } from "../base/interruption.ts";
import { canRedact, redactor } from "../base/redact.ts";
import { replaceFile } from "../base/replacement.ts";
import { isAttended, requireTypedName, unnamed } from "../job/confirmation.ts";
import { type Connection, connectWith, type OwnSandbox } from "../job/connect.ts";
import type { HttpClient } from "../send/client.ts";
import type { ApiKey } from "../settings/api-key.ts";
import type { Environment } from "../settings/config-file.ts";
import { settle } from "../settings/option-values.ts";
import { COMMAND_OPTIONS } from "../settings/options.ts";
import { baselineText, changesSince, comparedCount } from "../smoke/discovery/baseline.ts";
import {
  quotesOf,
  runSmoke,
  type SmokeFindings,
  type SmokePlan,
  type SmokeWatcher,
} from "../smoke/run-smoke.ts";
import { smokeDocument } from "../smoke/smoke-json.ts";
import { smokeJunit } from "../smoke/smoke-junit.ts";
import { exitCodeOf, type SmokeReport } from "../smoke/smoke-report.ts";
import {
  renderClosing,
  renderConnection,
  renderDiscovery,
  renderGroup,
  renderOpening,
  renderPercentiles,
  renderResult,
} from "../smoke/smoke-text.ts";
import { sentenceLines } from "../terminal/layout.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine } from "../terminal/safe-text.ts";
import { styleFor } from "../terminal/style.ts";
import { parseSmokeSettings, type SmokeOptions, type SmokeSettings } from "./smoke-settings.ts";

/** An account that the sandbox knows, so that the check of such an address can be made there, too. */
const SANDBOX_USER = "known@example.com";

/** `leadctl smoke`: checks an environment against the interface. */
export async function smoke(options: SmokeOptions, context: Context): Promise<ExitCode> {
  const settings = parseSmokeSettings(options);
  const existingUser = settings.existingUser ?? (options.sandbox ? SANDBOX_USER : null);
  const startSandbox = async (): Promise<OwnSandbox> => {
    const sandbox = await import("../sandbox/start-sandbox.ts");
    return sandbox.startSandbox({ keepLeads: false, users: existingUser === null ? [] : [existingUser] });
  };
  const settingsFor = (limits?: Environment["limits"]) => settle(COMMAND_OPTIONS.smoke, options, limits);
  const connection = await connectWith(settingsFor, options, startSandbox, context);
  const client = connection.connect();
  try {
    return await checkEnvironment(connection, { ...settings, existingUser }, client, options, context);
  } finally {
    await client.close();
    await connection.close();
  }
}

async function checkEnvironment(
  connection: Connection<unknown>,
  settings: SmokeSettings,
  client: HttpClient,
  options: SmokeOptions,
  context: Context,
): Promise<ExitCode> {
  const isJson = options.json;
  const plan = planOf(connection, settings, context);
  const view = openView(plan, isJson, context);
  const place = options.sandbox ? "sandbox" : (connection.environment?.name ?? null);
  const opening = renderOpening(plan, place, view.style);
  for (const warning of connection.warnings)
    view.tell(`${sentenceLines("Warning", warning, view.style).join("\n")}\n`);
  const { environment } = connection;
  if (options.confirm === undefined && needsName(plan, environment)) {
    // What somebody is asked about stands on the stream on which the question stands.
    view.tell(opening);
    await confirmQuotes(plan, environment, context);
  } else view.print(opening);
  const stop = new AbortController();
  let abortedBy: ExitCode | null = null;
  const handlers = {
    onFirst: () => stop.abort(),
    onSecond: (exitCode: ExitCode) => {
      abortedBy = exitCode;
      client.abort();
    },
  };
  const around = {
    clock: context.clock,
    signal: stop.signal,
    watcher: watcherOf(plan, client, view, context),
  };
  const findings = await withStopHandlers(handlers, () => runSmoke(plan, client, around));
  const report = reportOf(findings, settings, connection.key);
  if (plan.roundCount > 1) view.print(renderPercentiles(report.results, view.style));
  if (report.discovery) view.print(renderDiscovery(report.discovery, view.style));
  view.print(renderClosing(report, view.style));
  if (isJson) context.stdout.write(jsonLine(smokeDocument(report, view.scrub), view.scrub));
  await writeFiles(report, settings, context.clock.date(), view.scrub);
  return abortedBy ?? exitCodeOf(report);
}

/** Whatever creates nothing does no harm: only quotes have to be confirmed, in a protected environment. */
function needsName(plan: SmokePlan, environment: Environment | null): environment is Environment {
  return environment?.isProtected === true && quoteCount(plan) > 0;
}

function quoteCount(plan: SmokePlan): number {
  const { surely, perhaps } = quotesOf(plan);
  return surely + perhaps;
}

/** @throws CliError with exit code 2 when nobody confirms them: nothing was sent. */
async function confirmQuotes(plan: SmokePlan, environment: Environment, context: Context): Promise<void> {
  const what = `to create ${amountText(quoteCount(plan), "quote")} there, which nobody can delete`;
  if (!isAttended(context)) throw unnamed(environment, `${what}; or --no-create, which creates none`);
  await requireTypedName(environment, what, context);
}

function planOf({ service, key }: Connection<unknown>, settings: SmokeSettings, context: Context): SmokePlan {
  const random = Math.floor(context.random() * 36 ** 4);
  const seconds = Math.floor(context.clock.date().getTime() / 1000);
  const runTag = `${seconds.toString(36)}${random.toString(36).padStart(4, "0")}`;
  return {
    ...service,
    authorization: key.authorization,
    wrongKey: `leadctl-smoke-${runTag}`,
    mayCreate: settings.mayCreate,
    existingUser: settings.existingUser,
    email: settings.email,
    runTag,
    roundCount: settings.roundCount,
    isDiscovering: settings.isDiscovering,
  };
}

/** Where the text for people goes and how it looks. */
interface View {
  style: ReturnType<typeof styleFor>;
  /** For a request or an answer: takes the key, tokens and the existing user's address out. */
  scrub(text: string): string;
  print(text: string): void;
  tell(text: string): void;
}

/** The results are what the command is for: they go to stdout, but for `--json`, whose document stands there alone. */
function openView({ authorization, existingUser }: SmokePlan, isJson: boolean, context: Context): View {
  const stream = isJson ? context.stderr : context.stdout;
  const key = authorization.replace(/^Bearer /, "");
  const scrub = redactor([...(canRedact(key) ? [key] : []), existingUser ?? ""]);
  return {
    style: styleFor(stream, context.env),
    scrub,
    print: (text) => void stream.write(scrub(text)),
    tell: (text) => void context.stderr.write(scrub(text)),
  };
}

function watcherOf(
  { roundCount }: SmokePlan,
  client: HttpClient,
  view: View,
  context: Context,
): SmokeWatcher {
  let groupId = "";
  return {
    onReached: () => {
      const facts = client.facts();
      if (facts) view.print(renderConnection(facts, context.clock.date(), view.style));
    },
    onRound: (roundNumber) => {
      if (roundCount > 1) view.tell(`  Round ${roundNumber} of ${roundCount}\n`);
    },
    onResult: (result) => {
      if (roundCount > 1 && result.status === "holds") return;
      if (result.group.id !== groupId) view.print(renderGroup(result.group, view.style));
      groupId = result.group.id;
      view.print(renderResult(result, view.style, view.scrub));
    },
    onDiscovery: (questionCount) => view.tell(`\n  Asking ${questionCount} questions\n`),
  };
}

/** What was discovered loses the key, which an environment may echo, and gains its comparison. */
function reportOf(findings: SmokeFindings, { baseline }: SmokeSettings, key: ApiKey): SmokeReport {
  const { discovery } = findings;
  if (!discovery) return { ...findings, discovery };
  const facts = discovery.facts.map((fact) => ({
    ...fact,
    observed: fact.observed && key.scrub(fact.observed),
  }));
  const comparison = baseline && {
    baseline,
    changes: changesSince(baseline, facts),
    comparedCount: comparedCount(baseline, facts),
  };
  return { ...findings, discovery: { ...discovery, facts, comparison } };
}

async function writeFiles(
  report: SmokeReport,
  { outputPath, junitPath }: SmokeSettings,
  at: Date,
  scrub: (text: string) => string,
): Promise<void> {
  if (junitPath !== null) await replaceFile(junitPath, [smokeJunit(report, scrub)]);
  if (outputPath !== null && report.discovery && report.discovery.obstacle === null) {
    const { baseUrl, partner, discovery } = report;
    const baseline = { baseUrl, partner, takenAt: at.toISOString(), facts: [...discovery.facts] };
    await replaceFile(outputPath, [baselineText(baseline)]);
  }
}
