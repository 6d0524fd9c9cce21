import type { HttpRequest, HttpResponse } from "../send/client.ts";
import type { LeadJson } from "./smoke-lead.ts";

/** What a request is made of, for one round against one environment. */
export interface StepContext {
  /** Without a trailing slash. */
  baseUrl: string;
  /** The create path of the partner, with the base URL's own path. */
  createPath: string;
  partner: string;
  /** The value of the Authorization header with the real key. */
  authorization: string;
  /** A key that nobody has. */
  wrongKey: string;
  /** False under `--no-create`: then no request may be one that a single fault turns into a quote. */
  mayCreate: boolean;
  existingUser: string | null;
  /** An address of this round, the same for the same label. */
  email(label: string): string;
}

/** One request that checks look at. Checks that name the same step share its one exchange of the round. */
export interface Step {
  /** Unique. */
  name: string;
  /** Quotes that it adds where the interface is kept; `perhaps` where the interface is silent. */
  creates: 0 | 1 | "perhaps";
  /** Sent only where somebody named an account: without one behind the address it would create a quote. */
  needsExistingUser?: true;
  /** The step that has to be sent before this one. */
  after?: Step;
  /** Sent at the same moment, over a connection of its own. */
  beside?: Step;
  request(context: StepContext): HttpRequest;
  /**
   * Another request that has to decide, where the first answer decides nothing; null: it does. The second
   * answer replaces the first.
   */
  again?(answer: HttpResponse, context: StepContext): HttpRequest | null;
}

/** Whether a request carries a lead, or anything that a service might make one of. */
export function carriesLead({ body }: HttpRequest): boolean {
  return body !== null && body !== "";
}

/** What decides which steps are sent. */
export type CreateLimits = Pick<StepContext, "mayCreate" | "existingUser">;

/** The first reason for which one of the steps is not sent; null when all are. */
export function omissionOf({ steps }: { steps: readonly Step[] }, limits: CreateLimits): string | null {
  return steps.map((step) => omission(step, limits)).find((note) => note !== null) ?? null;
}

/** Why a step is not sent under these options; null when it is. */
export function omission(step: Step, limits: CreateLimits): string | null {
  const reason = step.after ? omission(step.after, limits) : null;
  if (reason !== null) return reason;
  if (!limits.mayCreate && (step.creates !== 0 || step.needsExistingUser)) return "left out: --no-create";
  return step.needsExistingUser && limits.existingUser === null ? "needs --existing-user" : null;
}

/** A step's request and the answer that counts: the last one. */
export interface StepExchange {
  step: Step;
  request: HttpRequest;
  answer: HttpResponse;
  /** To the same request, before it: each said to try again. */
  earlier: readonly HttpResponse[];
}

/** One promise of the interface that an environment keeps or breaks. */
export interface SmokeCheck {
  /** Unique, as in `rules.v1`; what stands before the dot is the group. */
  id: string;
  /** Section of the interface, as in `4.2 V1, 7`; empty for a limit of one's own. */
  section: string;
  /** The promise, as a short sentence. */
  title: string;
  steps: readonly Step[];
  /**
   * Looks at the answers to the steps that came whole, in their order. If some are missing, differences in the others
   * still count.
   *
   * @returns What differs from the interface, in words; nothing when it is kept.
   */
  judge(exchanges: readonly StepExchange[], context: StepContext): string[];
  /** Why nothing can be said, as a sentence; null when something can. */
  obstacle?(exchanges: readonly StepExchange[]): string | null;
  /** Only for a limit that somebody has set: it needs no step of its own, and is judged after all others. */
  judgeRun?(figures: RunFigures): string[];
}

/** What a whole run is measured by. */
export interface RunFigures {
  retryCount: number;
  /** Over all requests of the checks; null where none was sent. */
  p95Ms: number | null;
}

/** The checks of one file. */
export interface CheckGroup {
  /** The part of the checks' ids before the dot. */
  id: string;
  title: string;
  /** Section of the interface, for all of them; empty for limits of one's own. */
  section: string;
  /** Left out unless somebody names it: the interface does not promise it. */
  isOnRequest?: true;
  checks: readonly SmokeCheck[];
}

/** A group of checks, which have their ids without that of the group, and the group's section where they name none. */
export function checkGroup({
  checks,
  ...group
}: Omit<CheckGroup, "checks"> & {
  checks: readonly (Omit<SmokeCheck, "section"> & { section?: string })[];
}): CheckGroup {
  const { id, section } = group;
  return { ...group, checks: checks.map((check) => ({ section, ...check, id: `${id}.${check.id}` })) };
}

/** Looks at each answer by itself. */
export function ofEach(differences: (answer: HttpResponse) => string[]): SmokeCheck["judge"] {
  return (exchanges) => exchanges.flatMap(({ answer }) => differences(answer));
}

/**
 * What became of a check, in the order of the last lines: its sign and word there, the label where checks are listed
 * that have it, what JUnit has of it, and its name among the counts of the document.
 */
export const CHECK_STATUSES = {
  passed: { mark: "ok", word: "passed", label: null, junit: "passed", count: "passed" },
  differs: { mark: "error", word: "differ", label: "Differ", junit: "failure", count: "differs" },
  /** It differs, and somebody has said that it may. */
  accepted: { mark: "warning", word: "accepted", label: "Accepted", junit: "skipped", count: "accepted" },
  /** Somebody has said that it may differ, and it passed. */
  unneeded: {
    mark: "error",
    word: "no longer needed",
    label: "Unneeded",
    junit: "failure",
    count: "unneeded",
  },
  /** No whole answer came, so nothing is known. */
  unanswered: { mark: "question", word: "unanswered", label: "Silent", junit: "error", count: "unanswered" },
  /** Not reached, or what came does not tell; the note says why. */
  "not-judged": { mark: "question", word: "not judged", label: null, junit: "error", count: "notJudged" },
  /** Nobody asked for it here; the note says why. */
  "left-out": { mark: "waiting", word: "left out", label: null, junit: "skipped", count: "leftOut" },
} as const;

export type CheckStatus = keyof typeof CHECK_STATUSES;

export const STATUS_NAMES = Object.keys(CHECK_STATUSES) as [CheckStatus, ...CheckStatus[]];

/** A request to the create path, as section 4.1 has it but for what the options change; null: no such header. */
export function post(
  { createPath, authorization: key }: StepContext,
  body: LeadJson | string | null,
  options: {
    authorization?: string | null;
    contentType?: string | null;
    method?: string;
    path?: string;
  } = {},
): HttpRequest {
  const {
    method = "POST",
    path = createPath,
    authorization = key,
    contentType = "application/json",
  } = options;
  return {
    method,
    path,
    headers: {
      ...(authorization !== null && { authorization }),
      ...(contentType !== null && body !== null && { "content-type": contentType }),
    },
    body: body === null || typeof body === "string" ? body : JSON.stringify(body),
  };
}
