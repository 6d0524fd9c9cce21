import type { RowRange, Shard } from "./selection.ts";

/**
 * Every option of the command line, declared once. The command line, the reading of values, the configuration's
 * schema, `leadctl config`, the completions and docs/cli.md are made from these declarations. They are plain data,
 * so that they are there at once: `option-values.ts` reads what was typed.
 */

/** What an option takes. */
export type OptionKind =
  | { readonly is: "switch" | "text" | "texts" | "delimiter" | "file" | "folder" | "rate" | "rows" | "shard" }
  /** A whole number. */
  | { readonly is: "count"; readonly min: number; readonly max: number }
  /** In milliseconds, as typed text has it: `250ms`, `30s`, `2m`. */
  | { readonly is: "duration"; readonly minMs: number }
  /** In milliseconds, as in `30d`: how old something is. */
  | { readonly is: "age" }
  /** One of some words, or several of them, separated by commas. */
  | { readonly is: "choice" | "list"; readonly words: readonly string[] };

export interface OptionDeclaration {
  /** As typed and as the help shows it, as in `--retry-base <time>`; `--no-<name>` switches off. */
  readonly flags: string;
  readonly takes: OptionKind;
  /** For the help, which adds the words, the default and the variable. */
  readonly about: string;
  /** As it would be typed. Holds where the option is not given. */
  readonly default?: string;
  /** As `default`, but of the lowest rank: it holds where the configuration says nothing either; see `settle`. */
  readonly fallback?: string;
  /** Says the same where the option is not given. */
  readonly variable?: string;
  /** What the configuration's schema says of it. An environment may set it, by the flag's name in camel case. */
  readonly config?: string;
  /** Another name, which is taken and not shown. */
  readonly alias?: string;
  /** In the help, as in `Target:`. */
  readonly heading: string;
}

/** Options by the names that commands know their values by. */
export type OptionGroup = Readonly<Record<string, OptionDeclaration>>;

type ValueOf<Kind> = Kind extends { is: "switch" }
  ? boolean
  : Kind extends { is: "count" | "rate" | "duration" | "age" }
    ? number
    : Kind extends { is: "choice"; words: readonly (infer Word)[] }
      ? Word
      : Kind extends { is: "list"; words: readonly (infer Word)[] }
        ? readonly Word[]
        : Kind extends { is: "rows" }
          ? readonly RowRange[]
          : Kind extends { is: "shard" }
            ? Shard
            : Kind extends { is: "texts" }
              ? readonly string[]
              : string;

type HasValue<Declared, Sources> = Declared extends
  | { takes: { is: "switch" | "texts" } }
  | { default: string }
  | Sources
  ? true
  : false;

type Values<Group, Sources> = {
  [Name in keyof Group as HasValue<Group[Name], Sources> extends true ? Name : never]: ValueOf<
    Group[Name] extends { takes: infer Kind } ? Kind : never
  >;
} & {
  [Name in keyof Group as HasValue<Group[Name], Sources> extends true ? never : Name]?: ValueOf<
    Group[Name] extends { takes: infer Kind } ? Kind : never
  >;
};

/** The values of a command line; see `readOptions`. */
export type OptionValues<Group> = Values<Group, never>;

/** The values in force, with those of the configuration and the fallbacks; see `settle`. */
export type SettledValues<Group> = Values<Group, { fallback: string }>;

const SWITCH = { is: "switch" } as const;
const TEXT = { is: "text" } as const;
const TEXTS = { is: "texts" } as const;
const FILE = { is: "file" } as const;
const FOLDER = { is: "folder" } as const;
const DURATION = { is: "duration", minMs: 0 } as const;
const DEADLINE = { is: "duration", minMs: 1 } as const;
const count = (min: number, max: number = Number.MAX_SAFE_INTEGER) => ({ is: "count", min, max }) as const;
const choice = <const Words extends readonly string[]>(...words: Words) => ({ is: "choice", words }) as const;
const list = <const Words extends readonly string[]>(...words: Words) => ({ is: "list", words }) as const;

/** Options under a heading of the help. */
function under<const Group extends Readonly<Record<string, Omit<OptionDeclaration, "heading">>>>(
  heading: string,
  group: Group,
): { readonly [Name in keyof Group]: Group[Name] & { readonly heading: string } } {
  const entries = Object.entries(group).map(([name, option]) => [name, { ...option, heading }]);
  return Object.fromEntries(entries);
}

/** The same options with their values as they were typed, for who shows them. */
function asTyped<Group extends OptionGroup>(
  group: Group,
): { readonly [Name in keyof Group]: Omit<Group[Name], "takes"> & { readonly takes: typeof TEXT } } {
  const entries = Object.entries(group).map(([name, option]) => [name, { ...option, takes: TEXT }]);
  return Object.fromEntries(entries);
}

/** By what a place is named. */
export const PLACE = under("Target:", {
  env: {
    flags: "--env <name>",
    takes: TEXT,
    about: "environment of leadctl.config.json",
    variable: "LEADCTL_ENV",
  },
  baseUrl: {
    flags: "--base-url <url>",
    takes: TEXT,
    about: "address of the service",
    variable: "LEADCTL_BASE_URL",
  },
  partner: {
    flags: "--partner <name>",
    takes: TEXT,
    about: "partner on whose behalf leads go",
    variable: "LEADCTL_PARTNER",
  },
  vars: {
    flags: "--vars <file>",
    takes: FILE,
    about: "file with variables such as LEADCTL_API_KEY",
    // Its first name. Node has a flag that is called so, and ends with 9 where the file is missing.
    alias: "--env-file <file>",
  },
  config: {
    flags: "--config <file>",
    takes: FILE,
    about: "configuration file (default: leadctl.config.json)",
  },
});

/** Where leads go, and what is said of that. */
export const TARGET = {
  ...PLACE,
  ...under("Target:", {
    sandbox: {
      flags: "--sandbox",
      takes: SWITCH,
      about: "start a sandbox in the program and send there",
    },
    confirm: {
      flags: "--confirm <name>",
      takes: TEXT,
      about: "name of a protected environment, instead of typing it",
    },
  }),
};

/** How leads are sent. */
export const SENDING = under("Sending:", {
  concurrency: {
    flags: "--concurrency <n>",
    takes: count(1, 256),
    about: "requests under way at once, 1 to 256",
    fallback: "8",
    config: "Requests under way at once.",
  },
  rate: {
    flags: "--rate <n>",
    takes: { is: "rate" },
    about: "requests a second at most, retries included",
    config: "Requests a second at most, retries included.",
  },
  attemptsMax: {
    flags: "--attempts <n>",
    takes: count(1, 1_000),
    about: "attempts for each lead",
    fallback: "5",
    config: "Attempts for each lead.",
  },
  retryBaseMs: {
    flags: "--retry-base <time>",
    takes: DURATION,
    about: "bound of the first backoff, doubled each time",
    fallback: "500ms",
    config: "Bound of the first backoff, doubled each time, as in 500ms.",
  },
  retryMaxMs: {
    flags: "--retry-max <time>",
    takes: DURATION,
    about: "cap of the backoff",
    fallback: "20s",
    config: "Cap of the backoff, as in 20s.",
  },
  timeoutMs: {
    flags: "--timeout <time>",
    takes: DEADLINE,
    about: "total deadline of one attempt",
    fallback: "90s",
    config: "Total deadline of one attempt, as in 90s.",
  },
  graceMs: {
    flags: "--grace <time>",
    takes: DURATION,
    about: "how long SIGTERM waits for what is under way",
    fallback: "25s",
    config: "How long SIGTERM waits for what is under way, as in 25s.",
  },
});

const ROWS = under("Rows:", {
  ranges: { flags: "--rows <list>", takes: { is: "rows" }, about: "only these rows, as in 5,7-10" },
});

/** Which rows of the input are meant. */
export const SELECTION = {
  ...ROWS,
  ...under("Rows:", {
    limit: { flags: "--limit <n>", takes: count(1), about: "only the first n of the selected rows" },
    shard: {
      flags: "--shard <i/n>",
      takes: { is: "shard" },
      about: "only part i, from 0, of n parts by e-mail",
    },
  }),
};

export const STRICT = under("Rows:", {
  strict: { flags: "--strict", takes: SWITCH, about: "refuse rows that would only be warned about" },
});

export const MAPPING = under("Input:", {
  mapping: {
    flags: "--mapping <file>",
    takes: FILE,
    about: "columns, constants and defaults, as `leadctl map --save` writes them",
  },
});

/** How the input is read, where the file itself does not say it. */
export const INPUT = under("Input:", {
  format: {
    flags: "--format <format>",
    takes: choice("csv", "json", "jsonl", "xlsx"),
    about: "(default: from the file)",
  },
  delimiter: {
    flags: "--delimiter <character>",
    takes: { is: "delimiter" },
    about: "what separates the columns of a CSV (default: from the file)",
  },
  encoding: {
    flags: "--encoding <name>",
    takes: TEXT,
    about: "encoding of the text (default: from the file)",
  },
  sheet: { flags: "--sheet <name>", takes: TEXT, about: "sheet of a workbook that has several" },
  headerRow: {
    flags: "--header-row <n>",
    takes: count(1, 1_000),
    about: "row in which the headers stand (default: from the file)",
  },
});

const JSON_DOCUMENT = under("Output:", {
  json: { flags: "--json", takes: SWITCH, about: "one JSON document on stdout" },
});

/** What a command says, and where. */
export const OUTPUT = {
  ...JSON_DOCUMENT,
  ...under("Output:", {
    quiet: { flags: "--quiet", takes: SWITCH, about: "nothing but errors on stderr" },
    progress: {
      flags: "--progress <mode>",
      takes: choice("auto", "live", "plain", "json", "none"),
      about: "",
      fallback: "auto",
    },
  }),
};

const TAKE_OVER = under("Run:", {
  takeOver: {
    flags: "--take-over",
    takes: SWITCH,
    about: "the run was left locked by another host that is no longer at it",
  },
});

const RUNS = under("Files:", {
  runs: { flags: "--runs <dir>", takes: FOLDER, about: "folder that holds the runs (default: leadctl-runs)" },
});

/** What each command takes, in the order of its help. */
export const COMMAND_OPTIONS = {
  submit: {
    ...TARGET,
    ...SELECTION,
    ...STRICT,
    ...MAPPING,
    ...INPUT,
    ...under("Files:", {
      out: {
        flags: "--out <dir>",
        takes: FOLDER,
        about: "folder of the run (default: leadctl-runs/<UTC time>-<input name>)",
      },
    }),
    ...OUTPUT,
    ...SENDING,
  },
  validate: {
    ...SELECTION,
    ...STRICT,
    ...MAPPING,
    ...INPUT,
    ...under("Files:", {
      out: {
        flags: "--out <dir>",
        takes: FOLDER,
        about: "write report and fix files there, without sending anything",
      },
    }),
    ...OUTPUT,
  },
  resume: { ...TARGET, ...TAKE_OVER, ...OUTPUT, ...SENDING },
  replay: {
    ...under("Rows:", {
      with: {
        flags: "--with <file>",
        takes: FILE,
        about: "the run's fix file, corrected: its changed rows go instead of what failed",
      },
      /** What may be sent again as it is: never what is created, nor what was refused here. */
      statuses: {
        flags: "--status <list>",
        takes: list("failed", "pending", "unknown", "unconfirmed", "rejected", "duplicate"),
        about: "which rows, by status, separated by commas",
        fallback: "failed,pending",
      },
    }),
    ...ROWS,
    ...TARGET,
    ...INPUT,
    ...TAKE_OVER,
    ...OUTPUT,
    ...SENDING,
  },
  explain: {
    ...RUNS,
    ...under("Output:", {
      reveal: { flags: "--reveal", takes: SWITCH, about: "show login links and whole e-mail addresses" },
    }),
    ...JSON_DOCUMENT,
  },
  runs: {
    ...RUNS,
    ...under("Removing:", {
      purgeMs: {
        flags: "--purge <age>",
        takes: { is: "age" },
        about: "remove runs older than this, as in 30d, after showing them",
      },
      yes: { flags: "--yes", takes: SWITCH, about: "remove without asking" },
      force: {
        flags: "--force",
        takes: SWITCH,
        about: "with --purge: also runs that are interrupted or damaged",
      },
    }),
    ...JSON_DOCUMENT,
  },
  report: {
    ...under("Report:", {
      format: {
        flags: "--format <format>",
        takes: choice("html", "csv", "json", "junit", "markdown"),
        about: "(default: by the name of --output)",
      },
      output: { flags: "--output <file>", takes: FILE, about: "where to (default: stdout)" },
      reveal: {
        flags: "--reveal",
        takes: SWITCH,
        about: "with e-mails, names and login links in html, junit and markdown too",
      },
    }),
    ...under("Rows:", {
      statuses: {
        flags: "--status <list>",
        takes: list(
          "created",
          "invalid",
          "rejected",
          "duplicate",
          "unconfirmed",
          "unknown",
          "failed",
          "pending",
        ),
        about: "only rows with these statuses, separated by commas",
      },
    }),
    ...ROWS,
    ...OUTPUT,
  },
  map: {
    ...MAPPING,
    ...INPUT,
    ...under("Files:", {
      save: {
        flags: "--save <file>",
        takes: FILE,
        about: "write the match down as a mapping file, ready to edit",
      },
    }),
    ...JSON_DOCUMENT,
  },
  template: under("Output:", {
    format: {
      flags: "--format <format>",
      takes: choice("csv", "xlsx", "json"),
      about: "(default: by the name of --output, else csv)",
    },
    output: { flags: "--output <file>", takes: FILE, about: "where to (default: stdout)" },
    describe: {
      flags: "--describe",
      takes: SWITCH,
      about: "list the fields instead: names, types, values, when each is needed",
    },
  }),
  smoke: {
    ...TARGET,
    ...under("Checks:", {
      create: {
        flags: "--no-create",
        takes: SWITCH,
        about: "only what creates no quote; otherwise their number is told before",
      },
      email: {
        flags: "--email <template>",
        takes: TEXT,
        about: "addresses of the leads",
        default: "leadctl+{tag}@example.com",
      },
      existingUser: {
        flags: "--existing-user <email>",
        takes: TEXT,
        about: "an account there without a quote, to check that it is refused",
      },
      discover: {
        flags: "--discover",
        takes: SWITCH,
        about: "tell, too, what it does where the interface is silent",
      },
      roundCount: {
        flags: "--repeat <n>",
        takes: count(1, 1_000),
        about: "rounds, for a soak",
        default: "1",
      },
      /** Smoke asks little, and one request after the other: it need not wait as long as a run. */
      timeoutMs: {
        flags: "--timeout <time>",
        takes: DEADLINE,
        about: "total deadline of one request",
        fallback: "30s",
      },
    }),
    ...under("Files:", {
      output: {
        flags: "--output <file>",
        takes: FILE,
        about: "keep what --discover found, as a baseline",
      },
      baseline: {
        flags: "--baseline <file>",
        takes: FILE,
        about: "what has changed since this baseline differs",
      },
      junit: { flags: "--junit <file>", takes: FILE, about: "write the results as JUnit XML" },
    }),
    ...JSON_DOCUMENT,
  },
  config: { ...PLACE, ...asTyped(SENDING), ...JSON_DOCUMENT },
  sandbox: {
    ...under("Address:", {
      port: {
        flags: "--port <number>",
        takes: count(0, 65_535),
        about: "port to listen on (default: 0, which picks a free one)",
        default: "0",
      },
      host: {
        flags: "--host <address>",
        takes: TEXT,
        about: "address to listen on; anything but loopback needs --expose (default: 127.0.0.1)",
      },
      expose: {
        flags: "--expose",
        takes: SWITCH,
        about: "let other machines reach it; without --host, on every address",
      },
      baseUrl: {
        flags: "--base-url <url>",
        takes: TEXT,
        about: "base of the login links (default: its own address)",
      },
    }),
    ...under("Accounts:", {
      key: {
        flags: "--key <key>",
        takes: TEXTS,
        about: "a key that is accepted; repeatable (default: one made at random)",
      },
      partner: {
        flags: "--partner <name>",
        takes: TEXTS,
        about: "a partner that is served; repeatable (default: any)",
      },
      user: {
        flags: "--user <email>",
        takes: TEXTS,
        about: "an account that exists already; repeatable",
      },
    }),
    ...under("Faults:", {
      latency: {
        flags: "--latency <time>",
        takes: TEXT,
        about: "delay of every answer, as in 50ms or 50ms±20ms",
      },
      rateLimit: {
        flags: "--rate-limit <rate>",
        takes: TEXT,
        about: "answer 429 above this rate, as in 20/s",
      },
      fault: {
        flags: "--fault <kind=probability>",
        takes: TEXTS,
        about: "a fault at random, as in 500-before=0.1; repeatable",
      },
      seed: {
        flags: "--seed <number>",
        takes: count(0, 2 ** 32 - 1),
        about: "seed of the random faults, to have the same ones again",
      },
      faults: {
        flags: "--faults <file>",
        takes: FILE,
        about: "a script of faults by e-mail and attempt, as JSON",
      },
    }),
    ...under("Files:", {
      log: {
        flags: "--log <file>",
        takes: FILE,
        about: "write one JSON line a request, without keys and tokens",
      },
    }),
  },
  completion: {},
  help: {},
} as const satisfies Readonly<Record<string, OptionGroup>>;

/** The values that a command gets. */
export type CommandValues<Name extends keyof typeof COMMAND_OPTIONS> = OptionValues<
  (typeof COMMAND_OPTIONS)[Name]
>;
export type PlaceValues = OptionValues<typeof PLACE>;
export type TargetValues = OptionValues<typeof TARGET>;
export type SendingValues = OptionValues<typeof SENDING>;
export type InputValues = OptionValues<typeof INPUT>;
export type OutputValues = OptionValues<typeof OUTPUT>;

/** How leads are sent: what is given, and below it what an environment sets and the fallbacks. */
export type SendSettings = SettledValues<typeof SENDING>;
/** Which rows of an input a run is about. Everything else is only counted as read. */
export type Selection = OptionValues<typeof SELECTION>;
export type InputFormat = NonNullable<InputValues["format"]>;
export type ProgressMode = NonNullable<OutputValues["progress"]>;

/** As it is typed, as in `--retry-base`. */
export function flagOf({ flags }: Pick<OptionDeclaration, "flags">): string {
  return flags.replace(/ .*/, "");
}

/** A flag's name in camel case, as commander and the configuration have it: `retryBase`. */
export function camelCase(flag: string): string {
  return flag
    .replace(/ .*/, "")
    .replace(/^--(?:no-)?/, "")
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The options that an environment of the configuration may set, by the names that they have there. */
export const CONFIGURABLE: ReadonlyMap<string, OptionDeclaration & { readonly config: string }> = new Map(
  Object.values(SENDING).map((option) => [camelCase(option.flags), option]),
);

/** What the help says of an option. */
export function aboutText({ takes, about, ...option }: OptionDeclaration): string {
  const words = takes.is === "choice" ? oneOf(takes.words) : "";
  const value = option.default ?? option.fallback;
  const isSaid = about.includes("(default: ");
  return [
    words,
    about,
    value === undefined || isSaid ? "" : `(default: ${value})`,
    option.variable === undefined ? "" : `(${option.variable})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** As in `csv, json or xlsx`. */
export function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
