import { capital } from "../base/sentence.ts";
import { LIMITS } from "../settings/policy.ts";
import { utcText } from "../terminal/time-text.ts";

/** What is said of a stop. */
export interface StopText {
  /** What happened, as a sentence without its full stop. */
  message: string;
  /** What to do before the next step of the run, as sentences; empty where there is nothing. */
  hint: string;
}

/** What earlier leads and earlier rounds have shown. */
export interface Proven {
  /** One of them reached the service. */
  isProven: boolean;
  /** A lead that was sent may exist, though nothing proves it. */
  mayExist: boolean;
}

interface Status {
  /** Status of the last answer. */
  status: number | null;
}

/** Where leads go, as the settings have it that a person can change. */
export interface SendingPlace {
  /** Address of the service, as a person gave it. */
  address: string;
  /** The configuration's environment that the address is of; null: it was given by itself. */
  environment: string | null;
  /** The variable that holds the key. */
  keyVariable: string;
}

interface Why {
  /** The system's own words, or those of the client. */
  why: string;
}

export const OUT_OF_FILES = "this computer lets leadctl open no more files and connections";
const ASK_WHAT_CHANGED = "Ask the service's owner what changed there.";
const FIRST_LEADS = `The first ${LIMITS.canaryLeadsMax} leads`;

/** What is known of a service that does not recover, by how its last look at it ended. */
const UNWELL = {
  silent: ({ why }: Why) => `it does not answer (${why})`,
  unreachable: ({ why }: Why) => `it cannot be reached (${why})`,
  failing: ({ status }: Status) => `it answers ${status}`,
  undecided: () => "it is there, but no lead gets a definite answer",
};

/**
 * Why a round stops, and what to do about it, by its code. Without `known`, each says only what may be shared.
 */
export const STOP_TEXTS = {
  "files-exhausted": (known?: Proven) =>
    text(
      unsent(OUT_OF_FILES, known),
      "Allow more (for example with ulimit -n 4096), or send with a lower --concurrency.",
    ),
  "host-not-found": (known?: Proven & SendingPlace) =>
    known?.isProven
      ? text(
          "The service's host name cannot be found any more, though an earlier round reached it",
          "Check that this machine is online.",
        )
      : text(
          unsent(
            known
              ? `the host name cannot be found (${known.address})`
              : "the service's host name cannot be found",
            known,
          ),
          known
            ? `Check ${addressSetting(known.environment)}. If it is wrong, ${submitAgain(known, "the right one")} If it is right, check that this machine is online.`
            : `Check ${addressSetting(null)}, and that this machine is online.`,
        ),
  interrupted: () => text("Stopped by hand"),
  journal: () => text("The run's journal could not be written", "Make room on the disk."),
  "no-definite-answer": (known?: Status) =>
    known
      ? text(
          `${FIRST_LEADS} got no definite answer, the last one ${known.status}, so no other was sent`,
          `The address answers, but the service does not work: tell its owner that it answers ${known.status}.`,
        )
      : text(
          `${FIRST_LEADS} got no definite answer, so no other was sent`,
          "Tell the service's owner that leads get no definite answer.",
        ),
  "no-progress": () =>
    text(
      "No lead was settled for ten minutes",
      "Check that the service is running, and that it lets you send now.",
    ),
  "not-sent": (known?: Proven & SendingPlace & Why) =>
    known
      ? text(
          unsent(`there was no connection to ${known.address} (${known.why})`, known),
          `${checkAddress(known)} Check that this network lets you reach it.`,
        )
      : text(
          "There was no connection to the service",
          "Check --base-url, and that this network lets you reach it.",
        ),
  "not-the-service": (known?: Status) =>
    text(
      `The address answered ${known ? `${known.status} ` : ""}with something other than JSON, so no other lead was sent`,
      `Check --base-url: a web page or a login page of the network may answer there.${known ? " Ask the service's owner what happened to that lead." : ""}`,
    ),
  "nothing-listens": (known?: Proven & SendingPlace) =>
    known
      ? text(unsent(`nothing answered at ${known.address} (connection refused)`, known), checkAddress(known))
      : text(
          "Nothing answered at the service's address (connection refused)",
          "Check --base-url, and that the service is running.",
        ),
  plan: () => text("The run's plan could not be read", "Check the disk."),
  "proxy-refused": (known?: Proven & Why) =>
    text(
      unsent(known?.why ?? "the proxy refused the connection to the service", known),
      "Ask whoever runs the proxy whether it lets you through to the service.",
    ),
  "proxy-unreachable": (known?: Proven & Why) =>
    text(unsent(known?.why ?? "the proxy cannot be reached", known), CHECK_PROXY),
  redirected: (known?: Proven & Status) =>
    text(
      `${known ? `${whose(known)} got a redirect (${known.status})` : "A lead got a redirect"}, which is never followed`,
      !known
        ? "Ask the service's owner which address takes leads."
        : known.isProven
          ? ASK_WHAT_CHANGED
          : `${capital(submitAgain(known, "the service's own address as --base-url"))} Or ask its owner to remove the redirect.`,
    ),
  "retry-after": (known?: { until: string | null }) =>
    known?.until
      ? text(`The service asks us to wait until ${utcText(known.until, "second")}`, "Wait until then.")
      : text(
          known
            ? "The service asks us to wait for more than a year"
            : "The service asks us to wait longer than a run may wait",
          "Ask the service's owner when it takes leads again.",
        ),
  "same-answer": () =>
    text(
      "Three leads got the same quote, each on its own connection: something else answers instead of the service",
      "Look for a cache or a proxy in front of the service. If it is a mock that always gives the same answer, add --repeated-ids.",
    ),
  "service-unwell": (known?: Status & Why & { end: keyof typeof UNWELL; isProxy: boolean }) =>
    text(
      `The service stopped taking leads, and did not recover within a few minutes${known ? `: ${UNWELL[known.end](known)}` : ""}`,
      known?.isProxy ? CHECK_PROXY : "Check that the service is running.",
    ),
  "tls-refused": (known?: { errorCode: string }) =>
    text(
      `The server's certificate was refused${known ? ` (${known.errorCode})` : ""}`,
      "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
    ),
  unanswered: () =>
    text(
      `${FIRST_LEADS} were sent and not answered, so no other was sent`,
      "Ask the service's owner what happened to them.",
    ),
  unauthorized: (known?: Pick<SendingPlace, "keyVariable">) =>
    text(
      "The service refused the key (401)",
      `Check ${known?.keyVariable ?? "the key"}, and that it belongs to this environment and partner.`,
    ),
  "wrong-target": (known?: Proven & Status & Pick<SendingPlace, "environment">) =>
    text(
      `The address does not take leads${known ? `: ${uncapital(whose(known))} got ${known.status}` : ""}`,
      known?.isProven
        ? ASK_WHAT_CHANGED
        : `Check ${targetSettings(known?.environment ?? null)}.${known ? ` If one is wrong, ${submitAgain(known, "the right one")}` : ""} If both are right, ask the service's owner.`,
    ),
} satisfies Readonly<Record<string, (known?: never) => StopText>>;

export type StopCode = keyof typeof STOP_TEXTS;

/** What is known of a case of a stop. */
export type StopParams<C extends StopCode> = Parameters<(typeof STOP_TEXTS)[C]>[0];

const CHECK_PROXY = "Check HTTPS_PROXY, and that the proxy is running.";

function text(message: string, hint = ""): StopText {
  return { message, hint };
}

/** Says what kept the first lead from being sent: where nothing is proven and nothing may exist, nothing was. */
function unsent(what: string, known: Proven | undefined): string {
  return known && !known.isProven && !known.mayExist ? `Nothing was sent: ${what}` : capital(what);
}

/** A run stays with its address. Nobody is to send a lead twice by changing it. */
function submitAgain({ mayExist }: Proven, address: string): string {
  const submit = `submit the sheet again with ${address}.`;
  return mayExist ? `ask the service's owner first whether a lead was created; then ${submit}` : submit;
}

function checkAddress(known: Proven & SendingPlace): string {
  const check = "that the service is running.";
  return known.isProven
    ? `Check ${check}`
    : `Check ${addressSetting(known.environment)}. If it is wrong, ${submitAgain(known, "the right one")} If it is right, check ${check}`;
}

/** What sets the address. @param environment Null where it was given by itself. */
export function addressSetting(environment: string | null): string {
  return environment === null
    ? "the address (--base-url or LEADCTL_BASE_URL)"
    : `baseUrl of environment ${environment}`;
}

/** The same with the partner. */
export function targetSettings(environment: string | null): string {
  return environment === null
    ? "address and partner (--base-url and --partner, or LEADCTL_BASE_URL and LEADCTL_PARTNER)"
    : `baseUrl and partner of environment ${environment}`;
}

function whose({ isProven }: Pick<Proven, "isProven">): string {
  return isProven ? "Three leads in a row, at an address that took leads before," : "The first lead";
}

function uncapital(what: string): string {
  return `${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

/** Whether a code, of any version, is one of those above. */
export function isStopCode(code: string): code is StopCode {
  return Object.hasOwn(STOP_TEXTS, code);
}

/** What may be shared of a stop. */
export function sharedStopText(code: string): StopText {
  return isStopCode(code) ? STOP_TEXTS[code]() : text("The run stopped early");
}
