import { capital, uncapital } from "../base/sentence.ts";
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

/** Where leads go, as the settings have it that a person can change. */
export interface SendingPlace {
  /** Address of the service, as a person gave it. */
  address: string;
  /** The configuration's environment that the address is of; null: it was given by itself. */
  environment: string | null;
  /** The variable that holds the key. */
  keyVariable: string;
}

/** What is known of a case of a stop. Sentences that may be shared say nothing of it. */
export interface StopKnown extends Partial<Proven & SendingPlace> {
  /** Status of the last answer. */
  status?: number | null;
  /** The system's own words, or those of the client. */
  why?: string;
  errorCode?: string;
  /** Until when the service asks us to wait; null for more than a year. */
  until?: string | null;
  /** How the last look at a service that does not recover ended. */
  end?: keyof typeof UNWELL;
  isProxy?: boolean;
}

export const OUT_OF_FILES = "this computer lets leadctl open no more files and connections";
const ASK_WHAT_CHANGED = "Ask the service's owner what changed there.";
const CHECK_PROXY = "Check HTTPS_PROXY, and that the proxy is running.";
const FIRST_LEADS = `The first ${LIMITS.canaryLeadsMax} leads`;

const UNWELL = {
  silent: ({ why }: StopKnown) => `it does not answer (${why})`,
  unreachable: ({ why }: StopKnown) => `it cannot be reached (${why})`,
  failing: ({ status }: StopKnown) => `it answers ${status}`,
  undecided: () => "it is there, but no lead gets a definite answer",
};

/** Why a round stops, and what to do about it, by its code. */
export const STOP_TEXTS = {
  "files-exhausted": (known: StopKnown) =>
    text(
      unsent(OUT_OF_FILES, known),
      "Allow more (for example with ulimit -n 4096), or send with a lower --concurrency.",
    ),
  "host-not-found": (known: StopKnown) =>
    known.isProven
      ? text(
          "The service's host name cannot be found any more, though an earlier round reached it",
          "Check that this machine is online.",
        )
      : text(
          unsent(`the service's host name cannot be found${inBrackets(known.address)}`, known),
          checkAddress("that this machine is online", known),
        ),
  interrupted: () => text("Stopped by hand"),
  journal: () => text("The run's journal could not be written", "Make room on the disk."),
  "no-definite-answer": ({ status }: StopKnown) =>
    text(
      `${FIRST_LEADS} got no definite answer${status ? `, the last one ${status}` : ""}, so no other was sent`,
      "The address answers, but the service does not work: tell its owner.",
    ),
  "no-progress": () =>
    text(
      "No lead was settled for ten minutes",
      "Check that the service is running, and that it lets you send now.",
    ),
  "not-sent": (known: StopKnown) =>
    text(
      unsent(`there was no connection to ${known.address ?? "the service"}${inBrackets(known.why)}`, known),
      `${checkAddress("that the service is running", known)} Check that this network lets you reach it.`,
    ),
  "not-the-service": ({ status }: StopKnown) =>
    text(
      `The address answered ${status ? `${status} ` : ""}with something other than a JSON object, so no other lead was sent`,
      "Check --base-url: a web page or a login page of the network may answer there. Ask the service's owner what happened to that lead.",
    ),
  "nothing-listens": (known: StopKnown) =>
    text(
      unsent(`nothing answered at ${known.address ?? "the service's address"} (connection refused)`, known),
      checkAddress("that the service is running", known),
    ),
  plan: () => text("The run's plan could not be read", "Check the disk."),
  "proxy-refused": (known: StopKnown) =>
    text(
      unsent(known.why ?? "the proxy refused the connection to the service", known),
      "Ask whoever runs the proxy whether it lets you through to the service.",
    ),
  "proxy-unreachable": (known: StopKnown) =>
    text(unsent(known.why ?? "the proxy cannot be reached", known), CHECK_PROXY),
  redirected: (known: StopKnown) =>
    text(
      `${whose(known)} got a redirect${inBrackets(known.status)}, which is never followed`,
      known.isProven === undefined
        ? "Ask the service's owner which address accepts leads."
        : known.isProven
          ? ASK_WHAT_CHANGED
          : `${capital(submitAgain(known, "the service's own address as --base-url"))} Or ask its owner to remove the redirect.`,
    ),
  "retry-after": ({ until }: StopKnown) =>
    until
      ? text(`The service asks us to wait until ${utcText(until, "second")}`, "Wait until then.")
      : text(
          `The service asks us to wait ${until === null ? "for more than a year" : "longer than a run may wait"}`,
          "Ask the service's owner when it accepts leads again.",
        ),
  "same-answer": () =>
    text(
      "Three leads got the same quote, each on its own connection: something else answers instead of the service",
      "Look for a cache or a proxy in front of the service. If it is a mock that always gives the same answer, add --repeated-ids.",
    ),
  "service-unwell": ({ end, isProxy, ...known }: StopKnown) =>
    text(
      `The service stopped accepting leads, and did not recover within a few minutes${end ? `: ${UNWELL[end](known)}` : ""}`,
      isProxy ? CHECK_PROXY : "Check that the service is running.",
    ),
  "tls-refused": ({ errorCode }: StopKnown) =>
    text(
      `The server's certificate was refused${inBrackets(errorCode)}`,
      "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
    ),
  unanswered: () =>
    text(
      `${FIRST_LEADS} were sent and not answered, so no other was sent`,
      "Ask the service's owner what happened to them.",
    ),
  unauthorized: ({ keyVariable = "the key" }: StopKnown) =>
    text(
      "The service refused the key (401)",
      `Check ${keyVariable}, and that it belongs to this environment and partner.`,
    ),
  "wrong-target": (known: StopKnown) =>
    text(
      `The address does not accept leads${known.status ? `: ${uncapital(whose(known))} got ${known.status}` : ""}`,
      known.isProven
        ? ASK_WHAT_CHANGED
        : `Check ${targetSettings(known.environment ?? null)}.${ifWrong("one is", known)} If both are right, ask the service's owner.`,
    ),
} satisfies Readonly<Record<string, (known: StopKnown) => StopText>>;

export type StopCode = keyof typeof STOP_TEXTS;

/** Hints as the desk gives them, where the others name options and variables. */
export const DESK_STOP_HINTS: Readonly<Partial<Record<StopCode, string>>> = {
  "files-exhausted": "Close other programs, or ask whoever looks after this computer to allow more.",
  "host-not-found": "Check that this computer is online, and that the address is right.",
  "not-sent":
    "Check that the service is running, that its address is right, and that this network lets you reach it.",
  "not-the-service":
    "Check the address: a web page or a login page of the network may answer there. Ask the service's owner what happened to that lead.",
  "nothing-listens": "Check that the service is running, and that its address is right.",
  "proxy-unreachable": "Check that the proxy is running.",
  redirected: "Ask the service's owner which address accepts leads.",
  "same-answer": "Look for a cache or a proxy in front of the service.",
  "service-unwell": "Check that the service is running, and the proxy if there is one.",
  "tls-refused":
    "Check the address. If your company has a certificate authority of its own, ask whoever looks after this computer.",
  unauthorized: STOP_TEXTS.unauthorized({}).hint,
  "wrong-target":
    "Check the address and the partner. If both are right, ask the service's owner what changed there.",
};

function text(message: string, hint = ""): StopText {
  return { message, hint };
}

function inBrackets(what: string | number | null | undefined): string {
  return what === undefined || what === null ? "" : ` (${what})`;
}

/** Says what kept the first lead from being sent: where nothing is proven and nothing may exist, nothing was. */
function unsent(what: string, { isProven, mayExist }: StopKnown): string {
  return isProven === false && !mayExist ? `Nothing was sent: ${what}` : capital(what);
}

/** A run stays with its address. Nobody is to send a lead twice by changing it. */
function submitAgain({ mayExist }: StopKnown, address: string): string {
  const submit = `submit the sheet again with ${address}.`;
  return mayExist ? `ask the service's owner first whether a lead was created; then ${submit}` : submit;
}

/** What to do about a setting that nothing has proven. @param is As in `it is`. */
function ifWrong(is: string, known: StopKnown): string {
  return known.isProven === false ? ` If ${is} wrong, ${submitAgain(known, "the right one")}` : "";
}

/** @param what To be checked as well, or alone at an address that is proven. */
function checkAddress(what: string, known: StopKnown): string {
  if (known.isProven) return `Check ${what}.`;
  const wrong = ifWrong("it is", known);
  const setting = addressSetting(known.environment ?? null);
  return wrong === ""
    ? `Check ${setting}, and ${what}.`
    : `Check ${setting}.${wrong} If it is right, check ${what}.`;
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

function whose({ isProven }: StopKnown): string {
  if (isProven === undefined) return "A lead";
  return isProven ? "Three leads in a row, at an address that accepted leads before," : "The first lead";
}

/** Whether a code, of any version, is one of those above. */
export function isStopCode(code: string): code is StopCode {
  return Object.hasOwn(STOP_TEXTS, code);
}

/** What may be shared of a stop. */
export function sharedStopText(code: string): StopText {
  return isStopCode(code) ? STOP_TEXTS[code]({}) : text("The run stopped early");
}
