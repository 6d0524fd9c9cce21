import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, padEnd, truncate } from "../terminal/text-width.ts";

export interface SettingsTable {
  /** Null where there is none; undefined where it cannot be used. */
  config: { file: string } | null | undefined;
  settings: readonly { name: string; value: string | null; source: string | null }[];
  environments: readonly {
    name: string;
    baseUrl: string;
    partner: string;
    confirm: boolean;
    default: boolean;
  }[];
}

const GAP = "  ";
const VALUE_COLUMNS_MAX = 60;
const NO_CONFIG: Readonly<Record<string, string>> = {
  null: "No configuration file",
  undefined: "The configuration file cannot be used",
};
const NAMES: Readonly<Record<string, string>> = {
  baseUrl: "base URL",
  retryBase: "retry base",
  retryMax: "retry max",
};

/** The settings in force, a line each with where it came from; below them the environments that there are. */
export function renderSettings({ config, settings, environments }: SettingsTable, style: Style): string {
  const { chalk, signs } = style;
  const header = ["Setting", "Value", "From"];
  const lines = settings.map(({ name, value, source }) => [
    NAMES[name] ?? name,
    truncate(
      safeText(value ?? (source === null ? "not set" : "unusable")),
      VALUE_COLUMNS_MAX,
      signs.ellipsis,
    ),
    safeText(source ?? ""),
  ]);
  const places = environments.map(({ name, baseUrl, partner, ...marks }) => {
    const remarks = [...(marks.default ? ["default"] : []), ...(marks.confirm ? ["protected"] : [])];
    return [safeText(name), safeText(baseUrl), safeText([`partner ${partner}`, ...remarks].join(", "))];
  });
  const title = config ? `Environments in ${safeText(config.file)}` : NO_CONFIG[String(config)];
  const parts = [
    table([header, ...lines], chalk.bold),
    "",
    chalk.bold(title),
    ...(places.length > 0 ? [table(places)] : []),
  ];
  return `${parts.join("\n")}\n`;
}

function table(lines: readonly string[][], first: (text: string) => string = (text) => text): string {
  const widths = [0, 1].map((at) => Math.max(...lines.map((line) => displayWidth(line[at] ?? ""))));
  const texts = lines.map((line) =>
    line
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return texts.map((text, index) => (index === 0 ? first(text) : text)).join("\n");
}
