import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Rim } from "../rim/rim.ts";
import type { PolicyFlags, TargetFlags } from "../rim/settings.ts";
import { renderError } from "../terminal/error-text.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { renderSettings } from "../terminal/settings-table.ts";
import { styleFor } from "../terminal/style.ts";
import { reportSettings, type SettingsReport } from "./settings-report.ts";

export interface ConfigFlags extends TargetFlags, PolicyFlags {
  json?: boolean;
}

/** `leadctl config`: the settings in force, where each came from, and all that is wrong with them. */
export async function config(flags: ConfigFlags, rim: Rim): Promise<ExitCode> {
  const report = await reportSettings(flags, rim);
  const { problems } = report;
  if (flags.json) rim.stdout.write(rim.scrub(jsonLine(settingsDocument(report))));
  else {
    const style = styleFor(rim.stdout, rim.env);
    rim.stdout.write(rim.scrub(renderSettings({ ...report, environments: environmentsOf(report) }, style)));
    const errorStyle = styleFor(rim.stderr, rim.env);
    for (const problem of problems) rim.stderr.write(rim.scrub(renderError(problem, errorStyle)));
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
