import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { PolicyFlags, TargetFlags } from "../settings/settings.ts";
import { renderError } from "../terminal/layout.ts";
import { jsonLine } from "../terminal/safe-text.ts";
import { styleFor } from "../terminal/style.ts";
import { reportSettings, type SettingsReport } from "./settings-report.ts";
import { renderSettings } from "./settings-table.ts";

export interface ConfigFlags extends TargetFlags, PolicyFlags {
  json?: boolean;
}

/** `leadctl config`: the settings in force, where each came from, and all that is wrong with them. */
export async function config(flags: ConfigFlags, context: Context): Promise<ExitCode> {
  const report = await reportSettings(flags, context);
  const { problems } = report;
  if (flags.json) context.stdout.write(context.scrub(jsonLine(settingsDocument(report))));
  else {
    const style = styleFor(context.stdout, context.env);
    context.stdout.write(
      context.scrub(renderSettings({ ...report, environments: environmentsOf(report) }, style)),
    );
    const errorStyle = styleFor(context.stderr, context.env);
    for (const problem of problems) context.stderr.write(context.scrub(renderError(problem, errorStyle)));
  }
  return problems.length > 0 ? EXIT.usage : EXIT.ok;
}

function settingsDocument(report: SettingsReport): unknown {
  const { config, settings, problems } = report;
  return {
    config: { file: config?.file ?? null, environments: environmentsOf(report) },
    settings: Object.fromEntries(settings.map(({ name, ...rest }) => [name, rest])),
    problems: problems.map(({ code, message, hint }) => ({ code, message, hint })),
  };
}

function environmentsOf({ config }: SettingsReport) {
  return (config?.environments ?? []).map(({ name, target, isProtected }) => ({
    name,
    ...target,
    confirm: isProtected,
    default: name === config?.defaultName,
  }));
}
