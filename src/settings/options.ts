import { listed } from "../base/sentence.ts";
import { STATUSES } from "../lead/statuses.ts";
import type { RowRange, Shard } from "./selection.ts";

/**
 * Every option of the command line, declared once. The command line, the reading of values, the configuration's
 * schema, `leadctl config`, the completions and docs/cli.md are made from these declarations. They are plain data,
 * so that they are there at once: `option-values.ts` reads what was typed.
 */

/** The kind of value that an option takes. */
export type OptionKind =
  /** Not everybody who gives the others gives a rare one. */
  | { readonly is: "switch"; readonly isRare?: true }
  | {
      readonly is: "text" | "texts" | "delimiter" | "file" | "folder" | "folders" | "rate" | "rows" | "shard";
    }
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
  /** An earlier name that still works but is not shown; its use is answered with the reason for the new name. */
  readonly former?: { readonly flags: string; readonly warning: string };
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
            : Kind extends { is: "texts" | "folders" }
              ? readonly string[]
              : string;

type HasValue<Declared, Sources> = Declared extends { takes: { isRare: true } }
  ? false
  : Declared extends { takes: { is: "switch" | "texts" | "folders" } } | { default: string } | Sources
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
const FOLDERS = { is: "folders" } as const;
const DURATION = { is: "duration", minMs: 0 } as const;
const DEADLINE = { is: "duration", minMs: 1 } as const;
const count = (min: number, max: number = Number.MAX_SAFE_INTEGER) => ({ is: "count", min, max }) as const;
const choice = <const Words extends readonly string[]>(...words: Words) => ({ is: "choice", words }) as const;
const list = <const Words extends readonly string[]>(...words: Words) => ({ is: "list", words }) as const;

/** Makes an option: its flags, what it takes, what only some have, and then what the help says of it. */
function option<const Kind, const More = unknown>(flags: string, takes: Kind, more?: More) {
  return (
    about: string,
  ): { readonly flags: string; readonly takes: Kind; readonly about: string } & More => ({
    flags,
    takes,
    about,
    ...(more as More),
  });
}

const flag = (flags: string) => option(flags, SWITCH);
const text = (flags: string) => option(flags, TEXT);
const file = (flags: string) => option(flags, FILE);

/** Options under a heading of the help. */
function under<const Group extends Readonly<Record<string, Omit<OptionDeclaration, "heading">>>>(
  heading: string,
  group: Group,
): { readonly [Name in keyof Group]: Group[Name] & { readonly heading: string } } {
  const entries = Object.entries(group).map(([name, option]) => [name, { ...option, heading }]);
  return Object.fromEntries(entries);
}

/** The options that name a place. */
export const PLACE = under("Target:", {
  env: option("--env <name>", TEXT, { variable: "LEADCTL_ENV" })("environment of leadctl.config.json"),
  baseUrl: option("--base-url <url>", TEXT, { variable: "LEADCTL_BASE_URL" })("address of the service"),
  partner: option("--partner <name>", TEXT, {
    variable: "LEADCTL_PARTNER",
  })("partner for whom leads are sent"),
  vars: option("--vars <file>", FILE, {
    former: {
      flags: "--env-file <file>",
      warning:
        "--env-file is a flag of Node, too: before leadctl begins, Node reads the file itself, runs what a NODE_OPTIONS in it says, and ends with 9 where the file is missing. Call it --vars, which Node does not know.",
    },
  })("file with variables such as LEADCTL_API_KEY"),
  config: file("--config <file>")("configuration file (default: leadctl.config.json)"),
});

/** Where leads go, and what is said of that. */
export const TARGET = {
  ...PLACE,
  ...under("Target:", {
    sandbox: flag("--sandbox")("start a sandbox in the program and send there"),
    confirm: text("--confirm <name>")("name of a protected environment, instead of typing it"),
  }),
};

/** How leads are sent. An environment of the configuration may set it, too. */
export const SENDING = under("Sending:", {
  concurrency: option("--concurrency <n>", count(1, 256), {
    fallback: "8",
  })("requests under way at once, 1 to 256"),
  rate: option("--rate <n>", { is: "rate" })("requests a second at most, retries included"),
  attemptsMax: option("--attempts <n>", count(1, 1_000), { fallback: "5" })("attempts for each lead"),
  retryBaseMs: option("--retry-base <time>", DURATION, {
    fallback: "500ms",
  })("longest wait before the first retry; doubled for each further one"),
  retryMaxMs: option("--retry-max <time>", DURATION, { fallback: "20s" })("longest wait before any retry"),
  timeoutMs: option("--timeout <time>", DEADLINE, { fallback: "90s" })(
    "longest time that one attempt may take",
  ),
  graceMs: option("--grace <time>", DURATION, {
    fallback: "25s",
  })("how long SIGTERM waits for requests that are under way"),
  requestIds: option("--request-ids <which>", choice("random", "none"), { fallback: "random" })(
    "as the X-Request-Id of each request",
  ),
  repeatedIds: option("--repeated-ids", { is: "switch", isRare: true })(
    "accept the same quote id for several leads, as a mock with fixed answers sends it",
  ),
});

const ROWS = under("Rows:", {
  ranges: option("--rows <list>", { is: "rows" })("only these rows, as in 5,7-10"),
});

/** Which rows of the input are meant. */
export const SELECTION = {
  ...ROWS,
  ...under("Rows:", {
    limit: option("--limit <n>", count(1))("only the first n of the selected rows"),
    shard: option("--shard <i/n>", { is: "shard" })(
      "only part i (from 0) of n parts; equal e-mails stay together",
    ),
  }),
};

export const STRICT = under("Rows:", {
  strict: flag("--strict")("refuse rows with doubtful values, instead of only warning"),
});

export const MAPPING = under("Input:", {
  mapping: file("--mapping <file>")(
    "what columns and words mean, as `leadctl map --save` writes it (.xlsx, .json)",
  ),
});

/** One person, one quote: rows that may be somebody twice. */
export const SAME_PEOPLE = under("Rows:", {
  acceptPeople: flag("--accept-people")(
    "do not hold back rows that may be the same person as another lead, but warn about them",
  ),
});

/** What becomes of open questions where nobody is asked. A choice for one sheet, so that no configuration makes it. */
export const READING = under("Input:", {
  acceptReading: flag("--accept-reading")(
    "continue with open questions: columns left out, words sent as they are",
  ),
});

/** How the input is read, where the file itself does not say it. */
export const INPUT = under("Input:", {
  format: option("--format <format>", choice("csv", "json", "jsonl", "xlsx"))("(default: from the file)"),
  delimiter: option("--delimiter <character>", { is: "delimiter" })(
    "separator of the columns of a CSV (default: from the file)",
  ),
  encoding: text("--encoding <name>")("encoding of the text (default: from the file)"),
  sheet: text("--sheet <name>")("sheet of a workbook that has several"),
  headerRow: option("--header-row <n>", count(1, 1_000))("row of the headers (default: from the file)"),
  hiddenRows: option(
    "--hidden-rows <what>",
    choice("include", "skip"),
  )("hidden and filtered rows of a workbook (default: refuse such a sheet)"),
});

const JSON_DOCUMENT = under("Output:", {
  json: flag("--json")("one JSON document on stdout"),
});

/** What a command says, and where. */
export const OUTPUT = {
  ...JSON_DOCUMENT,
  ...under("Output:", {
    all: flag("--all")("list all problems and changes in the summary"),
    quiet: flag("--quiet")("print only errors on stderr"),
    progress: option("--progress <mode>", choice("auto", "live", "plain", "json", "none"), {
      fallback: "auto",
    })(""),
  }),
};

const TAKE_OVER = under("Run:", {
  takeOver: flag("--take-over")("take over a locked run, if you are certain that no process works on it"),
});

const OLDER_JOURNAL = under("Run:", {
  olderJournal: flag("--older-journal")(
    "continue with a journal from a backup, if there is no newer one; rows that it lacks become unknown",
  ),
});

const RUNS = under("Files:", {
  runs: option(
    "--runs <dir>",
    FOLDERS,
  )("another folder that holds runs, besides leadctl-runs and those of the configuration; repeatable"),
  config: file("--config <file>")("configuration file (default: leadctl.config.json)"),
});

/** What each command takes, in the order of its help. */
export const COMMAND_OPTIONS = {
  desk: {
    ...under("Page:", {
      port: option("--port <number>", count(0, 65_535), {
        default: "0",
      })("port of the page (default: a free one)"),
      open: flag("--no-open")("only print the address: open no browser"),
      idleMs: option("--idle <time>", DEADLINE, {
        default: "8h",
      })("stop after this time without use"),
    }),
    ...PLACE,
    sandbox: TARGET.sandbox,
  },
  submit: {
    ...TARGET,
    ...SELECTION,
    ...STRICT,
    ...MAPPING,
    ...READING,
    ...INPUT,
    ...under("Files:", {
      out: option("--out <dir>", FOLDER)("folder of the run (default: leadctl-runs/<UTC time>-<input name>)"),
    }),
    ...SAME_PEOPLE,
    ...under("Rows:", {
      onlyNew: flag("--only-new")(
        "leave out the rows of people who have a quote from an earlier run here, or may have",
      ),
      again: flag("--again")("send even if another process is sending the same rows now"),
    }),
    ...OUTPUT,
    ...SENDING,
  },
  validate: {
    ...SELECTION,
    ...STRICT,
    ...MAPPING,
    ...READING,
    ...SAME_PEOPLE,
    ...INPUT,
    ...under("Files:", {
      out: option("--out <dir>", FOLDER)("write report and fix files there, without sending anything"),
    }),
    ...OUTPUT,
  },
  resume: { ...TARGET, ...TAKE_OVER, ...OLDER_JOURNAL, ...OUTPUT, ...SENDING },
  replay: {
    ...under("Rows:", {
      with: file("--with <file>")(
        "the run's corrected fix file: send its changed rows instead of what failed",
      ),
      /** What may be sent again as it is: never what is created, nor what was refused here. */
      statuses: option(
        "--status <list>",
        list("failed", "pending", "unknown", "unconfirmed", "rejected", "duplicate"),
        { fallback: "failed,pending" },
      )("which rows, by status, separated by commas"),
    }),
    ...ROWS,
    ...TARGET,
    ...READING,
    ...SAME_PEOPLE,
    ...INPUT,
    ...TAKE_OVER,
    ...OUTPUT,
    ...SENDING,
  },
  resolve: {
    ...ROWS,
    ...under("Answer:", {
      created: flag("--created")("the service's owner says that the lead exists"),
      notCreated: flag("--not-created")(
        "the service's owner says that it does not exist: replay may send it again",
      ),
      undo: flag("--undo")("take back the answers about these rows"),
      quoteId: text("--quote-id <id>")("with --created: the quote's id"),
      loginUrl: text("--login-url <url>")(
        "with --created: the login link; it stays in the shell's history, unless you use --from",
      ),
      note: text("--note <text>")("who said it, and when"),
      from: file("--from <file>")(
        "answers of many rows: a sheet as `leadctl report --format handover` writes it, filled in",
      ),
    }),
    ...TAKE_OVER,
    ...OUTPUT,
  },
  explain: {
    ...RUNS,
    ...under("Output:", {
      reveal: flag("--reveal")("show login links and whole e-mail addresses"),
      verbose: flag("--verbose")("show every attempt of every row"),
    }),
    ...JSON_DOCUMENT,
  },
  runs: {
    ...under("Runs:", {
      sinceMs: option("--since <age>", { is: "age" })(
        "only runs in which something happened in this time, as in 2d",
      ),
      target: text("--target <text>")(
        "only runs whose address, partner or environment contains this; the word sandbox selects those of a sandbox",
      ),
      statuses: option(
        "--status <list>",
        list(...STATUSES),
      )("list the open rows with these statuses in all runs, and the command for each"),
      all: flag("--all")("list everything, however long"),
    }),
    ...RUNS,
    ...under("Removing:", {
      purgeMs: option("--purge <age>", { is: "age" })(
        "show runs older than this, as in 30d, and ask before they are removed; it looks in leadctl-runs and where --out put runs, or only in --runs",
      ),
      yes: flag("--yes")("remove without asking"),
      force: flag("--force")(
        "with --purge: also runs that are interrupted or damaged, or have rows that may exist",
      ),
    }),
    ...JSON_DOCUMENT,
  },
  report: {
    ...under("Report:", {
      format: option(
        "--format <format>",
        choice("html", "csv", "xlsx", "json", "junit", "markdown", "handover"),
      )("(default: by the name of --output)"),
      output: file("--output <file>")("file to write (default: stdout)"),
      reveal: flag("--reveal")("show the rows and the service's words in html, junit and markdown, too"),
    }),
    ...under("Rows:", {
      statuses: option(
        "--status <list>",
        list(...STATUSES),
      )("only rows with these statuses, separated by commas"),
    }),
    ...ROWS,
    ...OUTPUT,
  },
  map: {
    ...MAPPING,
    ...INPUT,
    ...under("Files:", {
      save: file("--save <file>")(
        "write a file to fill in: mapping.xlsx for people, mapping.json for engineers",
      ),
    }),
    ...JSON_DOCUMENT,
  },
  template: under("Output:", {
    format: option(
      "--format <format>",
      choice("csv", "xlsx", "json"),
    )("(default: by the name of --output, else csv)"),
    output: file("--output <file>")("file to write (default: stdout)"),
    describe: flag("--describe")("list the fields instead: names, types, values, when each is needed"),
  }),
  smoke: {
    ...TARGET,
    ...under("Checks:", {
      create: flag("--no-create")(
        "run only checks that create no quote; without this, smoke first says how many quotes it will create",
      ),
      email: option("--email <template>", TEXT, {
        default: "leadctl+{tag}@example.com",
      })("e-mail addresses of the leads"),
      existingUser: text("--existing-user <email>")(
        "e-mail of an account that has no quote, to check that a lead with it is refused",
      ),
      discover: flag("--discover")("also show what the service does where the interface is silent"),
      only: option(
        "--only <checks>",
        TEXTS,
      )("only these checks or groups, as in rules,auth.missing; repeatable"),
      skip: option("--skip <checks>", TEXTS)("not these checks or groups; repeatable"),
      accept: option(
        "--accept <id=reason>",
        TEXTS,
      )("let this check differ, and show the reason; once it passes, the run fails; repeatable"),
      retriesMax: option(
        "--max-retries <n>",
        count(0),
      )("fail the run if more requests than this are sent again"),
      p95MsMax: option(
        "--max-p95 <time>",
        DURATION,
      )("fail the run if the 95th percentile of all answers is longer than this"),
      roundCount: option("--repeat <n>", count(1, 1_000), {
        default: "1",
      })("number of rounds, for a soak test"),
      waitMs: option("--wait <time>", DURATION, {
        default: "0s",
      })("wait up to this time for a service that is not there yet"),
      /** Smoke asks little, and one request after the other: it need not wait as long as a run. */
      timeoutMs: option("--timeout <time>", DEADLINE, { fallback: "30s" })(
        "longest time that one request may take",
      ),
    }),
    ...under("Files:", {
      output: file("--output <file>")("keep what --discover found, as a baseline"),
      baseline: file("--baseline <file>")("report what has changed since this baseline"),
      junit: file("--junit <file>")("write the results as JUnit XML; - for stdout"),
    }),
    ...JSON_DOCUMENT,
    ...under("Output:", {
      progress: option("--progress <mode>", choice("auto", "plain", "json", "none"), { default: "auto" })(""),
    }),
  },
  config: { ...PLACE, ...JSON_DOCUMENT },
  sandbox: {
    ...under("Address:", {
      port: option("--port <number>", count(0, 65_535), { default: "0" })(
        "port to listen on (default: 0, which picks a free one)",
      ),
      host: text("--host <address>")(
        "address to listen on; anything but loopback needs --expose (default: 127.0.0.1)",
      ),
      expose: flag("--expose")("let other machines reach it; without --host, on every address"),
      baseUrl: text("--base-url <url>")("base of the login links (default: its own address)"),
    }),
    ...under("Accounts:", {
      key: option("--key <key>", TEXTS)("a key that is accepted; repeatable (default: one made at random)"),
      partner: option("--partner <name>", TEXTS)("a partner that is served; repeatable (default: any)"),
      user: option("--user <email>", TEXTS)("an account that exists already; repeatable"),
    }),
    ...under("Answers:", {
      successStatus: option("--success-status <code>", choice("200", "201", "202"), { default: "200" })(
        "as the status of a success: the interface does not say which",
      ),
    }),
    ...under("Faults:", {
      latency: text("--latency <time>")("delay of every answer, as in 50ms or 50ms±20ms"),
      rateLimit: text("--rate-limit <rate>")("answer 429 above this rate, as in 20/s"),
      fault: option(
        "--fault <kind=probability>",
        TEXTS,
      )("a fault at random, as in 500-before=0.1; repeatable"),
      seed: option("--seed <number>", count(0, 2 ** 32 - 1))("seed of the random faults, to repeat them"),
      faults: file("--faults <file>")("JSON file with faults by e-mail, attempt, row, request and share"),
      admin: flag("--no-admin")("do not let programs on this machine set faults, quotes and users"),
    }),
    ...under("Files:", {
      log: file("--log <file>")("write one JSON line for each request, without keys and tokens"),
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
export const CONFIGURABLE: ReadonlyMap<string, OptionDeclaration> = new Map(
  Object.values(SENDING).map((option) => [camelCase(option.flags), option]),
);

/** What the help says of an option. */
export function aboutText(option: OptionDeclaration): string {
  const { about } = option;
  const value = option.default ?? option.fallback;
  const isSaid = about.includes("(default: ");
  return [
    choiceText(option),
    about,
    value === undefined || isSaid ? "" : `(default: ${value})`,
    option.variable === undefined ? "" : `(${option.variable})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The words of an option that takes one of them; else empty. */
export function choiceText({ takes }: OptionDeclaration): string {
  return takes.is === "choice" ? oneOf(takes.words) : "";
}

/** As in `csv, json or xlsx`. */
export function oneOf(words: readonly string[]): string {
  return listed(words, "or");
}
