import { nearestName } from "../base/nearest-name.ts";
import { amountText, durationText } from "../terminal/number-text.ts";
import {
  type CheckGroup,
  type CreateLimits,
  carriesLead,
  checkGroup,
  omission,
  omissionOf,
  type Step,
  type StepContext,
} from "./check.ts";
import { ACCEPTED } from "./checks/acceptances.ts";
import { AUTHENTICATION, METHODS } from "./checks/access.ts";
import { CONTENT_TYPES } from "./checks/content-types.ts";
import { DUPLICATES, RACE } from "./checks/duplicates.ts";
import { RULES_ALONE, RULES_TOGETHER } from "./checks/rules.ts";
import { SUCCESS } from "./checks/success.ts";
import { QUESTIONS } from "./discovery/questions.ts";
import { looksMax } from "./preflight.ts";
import { smokeError } from "./smoke-errors.ts";

/** The race asks for two at once; everything else goes one after the other. */
export const CONNECTIONS = 2;

/** What somebody wants to be checked, and how. */
export interface SmokeWishes extends CreateLimits {
  /** Makes an e-mail address of a tag. */
  email(tag: string): string;
  roundCount: number;
  /** Whether to ask what the interface leaves open, too. */
  isDiscovering: boolean;
  /** Which checks, by ids of checks and of groups; of `only` null: all that the interface promises. */
  choice: { only: readonly string[] | null; skip: readonly string[] };
  /** What is asked of a run beyond the interface; null: nothing. */
  limits: { retriesMax: number | null; p95MsMax: number | null };
  /** Why a check may differ, by its id. */
  accepted: ReadonlyMap<string, string>;
  /** How long to wait for a service that is not there yet. */
  waitMs: number;
}

export interface SmokePlan
  extends SmokeWishes,
    Pick<StepContext, "baseUrl" | "partner" | "authorization" | "wrongKey"> {
  /** The environment's name; null where it has none. */
  environment: string | null;
  /** The variable that holds the key. */
  keyVariable: string;
  /** Headers that a gateway wants, by the variables that hold their values. */
  headers: Readonly<Record<string, string>>;
  /** Differs for each run: quotes stay, so no address can be used twice. */
  runTag: string;
}

/** What tells a run from every other one, and a key that nobody has. */
export function runNames(at: Date, random: () => number): Pick<SmokePlan, "runTag" | "wrongKey"> {
  const seconds = Math.floor(at.getTime() / 1000);
  const drawn = Math.floor(random() * 36 ** 4);
  const runTag = `${seconds.toString(36)}${drawn.toString(36).padStart(4, "0")}`;
  return { runTag, wrongKey: `leadctl-smoke-${runTag}` };
}

/**
 * Every promise of the interface that an environment can be checked against from outside, in the order in which
 * they are shown, and what is only checked where somebody asks for it.
 */
export const ALL_CHECKS: readonly CheckGroup[] = [
  AUTHENTICATION,
  METHODS,
  RULES_ALONE,
  RULES_TOGETHER,
  ACCEPTED,
  SUCCESS,
  DUPLICATES,
  CONTENT_TYPES,
  RACE,
];

/** The checks that are wanted, in their order. Those that the interface does not promise are there only by name. */
export function plannedChecks({ choice, limits }: Pick<SmokePlan, "choice" | "limits">): CheckGroup[] {
  const { only, skip } = choice;
  const chosen = ALL_CHECKS.map((group) => {
    const isNamed = (words: readonly string[], id: string): boolean =>
      words.includes(id) || words.includes(group.id);
    const isWanted = (id: string): boolean => (only === null ? !group.isOnRequest : isNamed(only, id));
    return { ...group, checks: group.checks.filter(({ id }) => isWanted(id) && !isNamed(skip, id)) };
  });
  return [...chosen, ...limitChecks(limits)].filter(({ checks }) => checks.length > 0);
}

/** A check for each limit that is set, so that every surface tells of it as of any other. */
function limitChecks({ retriesMax, p95MsMax }: SmokeWishes["limits"]): CheckGroup[] {
  const none = { steps: [], judge: () => [] };
  const retries = retriesMax !== null && {
    ...none,
    id: "retries",
    title: `Requests are sent again at most ${amountText(retriesMax, "time")}`,
    judgeRun: ({ retryCount }: { retryCount: number }) =>
      retryCount > retriesMax ? [`Retries: at most ${retriesMax} allowed, ${retryCount} needed.`] : [],
  };
  const p95 = p95MsMax !== null && {
    ...none,
    id: "p95",
    title: `95 of 100 answers come within ${durationText(p95MsMax)}`,
    judgeRun: ({ p95Ms }: { p95Ms: number | null }) =>
      (p95Ms ?? 0) > p95MsMax
        ? [`p95: at most ${p95MsMax} ms allowed, ${p95Ms?.toFixed(1)} ms measured.`]
        : [],
  };
  const checks = [retries, p95].filter((check) => check !== false);
  return checks.length === 0 ? [] : [checkGroup({ id: "limits", title: "Your limits", section: "", checks })];
}

/** @throws CliError with exit code 2 for a choice that names no check, or leaves none. */
export function requireChoice({
  choice,
  accepted,
  ...limits
}: Pick<SmokeWishes, "choice" | "accepted"> & CreateLimits): void {
  requireNames("--only", choice.only ?? [], true);
  requireNames("--skip", choice.skip, true);
  requireNames("--accept", [...accepted.keys()], false);
  const checks = plannedChecks({ choice, limits: { retriesMax: null, p95MsMax: null } });
  const reasons = checks.flatMap((group) => group.checks.map((check) => omissionOf(check, limits)));
  if (!reasons.includes(null)) throw smokeError("nothing-to-check", { reason: reasons[0] });
}

function requireNames(flag: string, words: readonly string[], takesGroups: boolean): void {
  const ids = ALL_CHECKS.flatMap(({ checks }) => checks.map(({ id }) => id));
  const names = takesGroups ? ALL_CHECKS.map(({ id }) => id) : [];
  const known = [...ids, ...names];
  const word = words.find((one) => !known.includes(one));
  if (word === undefined) return;
  throw smokeError("check-unknown", {
    flag,
    word,
    near: nearestName(word, known),
    takesGroups,
    names,
    first: ids[0],
  });
}

/** What a run leaves behind at most. */
export interface Quota {
  /** Quotes that it makes where the interface is kept. */
  surely: number;
  /** Those that it may make besides, where the interface is silent. */
  perhaps: number;
  /** With so many, known and suspected, it stops. */
  quotesMax: number;
  /** Leads that it sends, whatever they are answered: no service can make more quotes of them. */
  leadsMax: number;
}

/** Quotes beyond the planned ones after which a service counts as one that takes what it must refuse. */
const UNPLANNED_MAX = 12;
/** Retries in a round, for limits and 500s. */
export const RETRIES_MAX = 40;

/** What a run leaves behind, and how much it sends, whatever the service does. */
export function quotaOf(plan: SmokePlan): Quota {
  const context = contextOf(plan, 1);
  const checked = sentSteps(
    plannedChecks(plan).flatMap(({ checks }) => checks),
    plan,
  );
  const asked = plan.isDiscovering ? sentSteps(QUESTIONS, plan) : new Set<Step>();
  const onlyAsked = [...asked].filter((step) => !checked.has(step));
  /** The checks are repeated in each round, the questions are not. */
  const sum = (countOf: (step: Step) => number): number => {
    const total = (steps: Iterable<Step>): number =>
      [...steps].reduce((count, step) => count + countOf(step), 0);
    return total(checked) * plan.roundCount + total(onlyAsked);
  };
  const surely = sum(({ creates }) => Number(creates === 1));
  const perhaps = sum(({ creates }) => Number(creates === "perhaps"));
  const leads = sum((step) => (step.again ? 2 : Number(carriesLead(step.request(context)))));
  return {
    surely,
    perhaps,
    quotesMax: plan.mayCreate ? surely + perhaps + UNPLANNED_MAX : 1,
    leadsMax: looksMax(plan.waitMs) + leads + RETRIES_MAX * plan.roundCount,
  };
}

/** All steps that are sent for checks or questions, each once. */
function sentSteps(wanted: readonly { steps: readonly Step[] }[], limits: CreateLimits): Set<Step> {
  const sent = new Set<Step>();
  const add = (step: Step | undefined): void => {
    if (!step || sent.has(step) || omission(step, limits) !== null) return;
    add(step.after);
    sent.add(step);
    add(step.beside);
  };
  for (const { steps } of wanted) steps.forEach(add);
  return sent;
}

export function checkCount(plan: SmokePlan): number {
  return plannedChecks(plan).reduce((sum, { checks }) => sum + checks.length, 0);
}

export function contextOf(plan: SmokePlan, roundNumber: number): StepContext {
  const { baseUrl, partner, runTag, roundCount } = plan;
  const roundTag = roundCount > 1 ? `-r${roundNumber}` : "";
  return {
    ...plan,
    createPath: new URL(`${baseUrl}/api/${partner}/lead/create`).pathname,
    email: (label) => plan.email(`${runTag}${roundTag}-${label}`),
  };
}
