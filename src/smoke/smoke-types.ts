/** The types of the package's module `leadctl/smoke`. They need nothing else of the program. */

/** Which service is checked, and how. */
export interface SmokeCall {
  /** Address of the service: https, or plain http for this machine; the whole create address is understood, too. */
  baseUrl: string;
  partner: string;
  apiKey: string;
  /** Headers for a gateway before the service, by name; default none. */
  headers?: Readonly<Record<string, string>>;
  /** Whether quotes may be created, which nobody can delete. Default false: less can be checked then. */
  create?: boolean;
  /** Address of an account that has no quote, to check that it is refused; default: that is left out. */
  existingUser?: string;
  /** Addresses of the leads, with `{tag}` in them; default `leadctl+{tag}@example.com`. */
  email?: string;
  /** Only these checks or groups; default all that the interface promises. */
  only?: readonly string[];
  /** Not these checks or groups. */
  skip?: readonly string[];
  /** Why a check may differ, by its id. One that does not differ any more fails. */
  accept?: Readonly<Record<string, string>>;
  /** More requests that are sent again fail; default: no limit. */
  maxRetries?: number;
  /** A longer 95th percentile of all answers fails, in milliseconds; default: no limit. */
  maxP95Ms?: number;
  /** Default 1. */
  rounds?: number;
  /** Whether to tell, too, what the service does where the interface is silent; default false. */
  discover?: boolean;
  /** How long to wait for a service that is not there yet; default 0. */
  waitMs?: number;
  /** Total deadline of one request; default 30,000. */
  timeoutMs?: number;
  /** Ends the run between two requests; what was found is told. */
  signal?: AbortSignal;
  /** Called for each check, as soon as it is judged; of several rounds, for each of them. */
  onCheck?: (check: Pick<JudgedCheck, "id" | "group" | "title" | "status" | "differences">) => void;
}

/** What was found: the document of `leadctl smoke --json`, which docs/schemas/smoke.schema.json describes whole. */
export interface SmokeResult {
  /** `pass`: all is as promised. `fail`: something differs. `incomplete`: it could not be told. */
  verdict: "pass" | "fail" | "incomplete";
  /** Exit code of the command that would have found the same. */
  exitCode: number;
  /** Why nothing could be checked, such as `wrong-target`, `key-refused` or `no-answer`; else null. */
  error: { code: string; finding: string; message: string; hint: string } | null;
  summary: Readonly<Record<string, number>>;
  /** What did not pass, once for all checks in which it is the same; first what `created` a quote against the interface. */
  causes: readonly { differences: readonly string[]; created: boolean; checks: readonly string[] }[];
  checks: readonly JudgedCheck[];
  /** Quotes that were created, and stay. */
  created: readonly { quoteId: string; email: string | null; by: string }[];
  /** Leads that may have become quotes: their answers were lost. */
  maybeCreated: readonly { email: string | null; by: string }[];
  /** The status of each answer after which a request was sent again. */
  retries: readonly number[];
  /** What the service does where the interface is silent; null where nobody asked. */
  discovery: { facts: readonly { id: string; question: string; observed: string | null }[] } | null;
}

export interface JudgedCheck {
  /** As in `rules.v1`. */
  id: string;
  /** As in `rules`. */
  group: string;
  /** Section of the interface; empty for a limit of one's own. */
  section: string;
  title: string;
  status: "passed" | "differs" | "accepted" | "unneeded" | "unanswered" | "not-judged" | "left-out";
  /** Why it is left out or not judged, or why it may differ. */
  note: string | null;
  /** What is wrong, in sentences. */
  differences: readonly string[];
  /** The statuses after which one of its requests was sent again. */
  retries: readonly number[];
  /** Its first request for a POSIX shell, with the key as `$LEADCTL_API_KEY`; null where nothing differs. */
  curl: string | null;
}
