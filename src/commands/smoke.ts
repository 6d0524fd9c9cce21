import type { Environment } from "../config/config.ts";
import { amountText } from "../count-text.ts";
import type { ExitCode } from "../exit-codes.ts";
import { replaceFile } from "../files/replacement.ts";
import { programVersion } from "../program-version.ts";
import { withStopHandlers } from "../rim/interruption.ts";
import type { Rim } from "../rim/rim.ts";
import { isAttended, requireTypedName, unnamed } from "../round/confirmation.ts";
import type { ApiKey } from "../service/api-key.ts";
import { createUrl } from "../service/target.ts";
import { baselineText, changesSince, comparedCount } from "../smoke/discovery/baseline.ts";
import { type ObservedWire, openWire } from "../smoke/open-wire.ts";
import {
  renderClosing,
  renderConnection,
  renderDiscovery,
  renderPercentiles,
} from "../smoke/render-closing.ts";
import { smokeDocument } from "../smoke/render-json.ts";
import { smokeJunit } from "../smoke/render-junit.ts";
import { renderOpening } from "../smoke/render-opening.ts";
import { renderGroup, renderResult } from "../smoke/render-table.ts";
import {
  quotesOf,
  runSmoke,
  type SmokeFindings,
  type SmokePlan,
  type SmokeWatcher,
} from "../smoke/run-smoke.ts";
import { exitCodeOf, type SmokeReport } from "../smoke/smoke-report.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { redactor } from "../terminal/redact.ts";
import { styleFor } from "../terminal/style.ts";
import { parseSmokeSettings, type SmokeFlags, type SmokeSettings } from "./smoke-settings.ts";
import { openSmokeTarget, type SmokeTarget } from "./smoke-target.ts";

/** `leadctl smoke`: holds an environment against the interface. */
export async function smoke(flags: SmokeFlags, rim: Rim): Promise<ExitCode> {
  const settings = parseSmokeSettings(flags);
  const target = await openSmokeTarget(flags, settings.existingUser, rim);
  const wire = openWire({
    origin: createUrl(target.target).origin,
    timeoutMs: target.timeoutMs,
    userAgent: `leadctl/${programVersion()}`,
    clock: rim.clock,
    scrub: (text) => target.key.scrub(text),
    ...(target.proxy && { dispatcher: target.proxy }),
  });
  try {
    return await holdAgainst(target, settings, wire, flags, rim);
  } finally {
    await wire.close();
    await target.close();
  }
}

async function holdAgainst(
  target: SmokeTarget,
  settings: SmokeSettings,
  wire: ObservedWire,
  flags: SmokeFlags,
  rim: Rim,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  const plan = planOf(target, settings, rim);
  const view = openView(plan, isJson, rim);
  const place = target.isSandbox ? "sandbox" : (target.environment?.name ?? null);
  const opening = renderOpening(plan, place, view.style);
  const { environment } = target;
  if (flags.confirm === undefined && needsName(plan, environment)) {
    // What somebody is asked about stands on the stream on which the question stands.
    view.tell(opening);
    await confirmQuotes(plan, environment, rim);
  } else view.print(opening);
  const stop = new AbortController();
  let abortedBy: ExitCode | null = null;
  const handlers = {
    onFirst: () => stop.abort(),
    onSecond: (exitCode: ExitCode) => {
      abortedBy = exitCode;
      wire.abort();
    },
  };
  const options = { clock: rim.clock, signal: stop.signal, watcher: watcherOf(plan, wire, view, rim) };
  const findings = await withStopHandlers(handlers, () => runSmoke(plan, wire, options));
  const report = reportOf(findings, settings, target.key);
  if (plan.roundCount > 1) view.print(renderPercentiles(report.results, view.style));
  if (report.discovery) view.print(renderDiscovery(report.discovery, view.style));
  view.print(renderClosing(report, view.style));
  if (isJson) rim.stdout.write(view.scrub(jsonLine(smokeDocument(report, view.scrub))));
  await writeFiles(report, settings, rim.clock.date(), view.scrub);
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
async function confirmQuotes(plan: SmokePlan, environment: Environment, rim: Rim): Promise<void> {
  const what = `to create ${amountText(quoteCount(plan), "quote")} there, which nobody can delete`;
  if (!isAttended(rim)) throw unnamed(environment, `${what}; or --no-create, which creates none`);
  await requireTypedName(environment, what, rim);
}

function planOf({ target, key, existingUser }: SmokeTarget, settings: SmokeSettings, rim: Rim): SmokePlan {
  const random = Math.floor(rim.random() * 36 ** 4);
  const seconds = Math.floor(rim.clock.date().getTime() / 1000);
  const runTag = `${seconds.toString(36)}${random.toString(36).padStart(4, "0")}`;
  return {
    ...target,
    authorization: key.authorization,
    wrongKey: `leadctl-smoke-${runTag}`,
    mayCreate: settings.mayCreate,
    existingUser,
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
function openView({ authorization, existingUser }: SmokePlan, isJson: boolean, rim: Rim): View {
  const stream = isJson ? rim.stderr : rim.stdout;
  const scrub = redactor([authorization.replace(/^Bearer /, ""), existingUser ?? ""]);
  return {
    style: styleFor(stream, rim.env),
    scrub,
    print: (text) => void stream.write(scrub(text)),
    tell: (text) => void rim.stderr.write(scrub(text)),
  };
}

function watcherOf({ roundCount }: SmokePlan, wire: ObservedWire, view: View, rim: Rim): SmokeWatcher {
  let groupId = "";
  return {
    onReached: () => {
      const facts = wire.facts();
      if (facts) view.print(renderConnection(facts, rim.clock.date(), view.style));
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
  if (junitPath !== null) await replaceFile(junitPath, textOf(smokeJunit(report, scrub)));
  if (outputPath !== null && report.discovery && report.discovery.obstacle === null) {
    const { baseUrl, partner, discovery } = report;
    const baseline = { baseUrl, partner, takenAt: at.toISOString(), facts: [...discovery.facts] };
    await replaceFile(outputPath, textOf(baselineText(baseline)));
  }
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}
