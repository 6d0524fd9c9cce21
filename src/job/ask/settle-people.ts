import type { Context } from "../../base/context.ts";
import type { Issue, IssuePlace } from "../../lead/issue.ts";
import type { PersonReason } from "../../lead/person-keys.ts";
import { leftOutText, maybeSameText, type Names, otherPropertyText } from "../../report/text/people-text.ts";
import type { MatchedRow, PeopleFound } from "../../run/plan/match-people.ts";
import type { PlanChanges } from "../../run/plan/write-plan.ts";
import { PEOPLE_TEXTS, peopleFinding, runFinding } from "../../run/run-texts.ts";
import type { Question } from "../../sheet/question.ts";
import { LEAVE_OUT, SEND_ROWS } from "../../sheet/question.ts";
import type { CommandOutput } from "../command-output.ts";
import { noteEvent } from "../progress/events.ts";
import { askOnce, canAsk } from "./ask-questions.ts";

/** What a person has said of rows that may be somebody twice, before anybody asked. */
export interface PeopleOrder {
  /** They go. */
  acceptPeople: boolean;
  /** Rows of people who have a quote, or may have one, are left out. */
  onlyNew?: boolean;
  /** Whether somebody is there to be asked. */
  isAttended?: boolean;
  /** Whether rows that stay behind are in the fix file: not those that failed. Absent: yes. */
  isInFix?: boolean;
}

/** Where a field of a row stands. */
export type Locate = (path: readonly string[], row: number) => Partial<IssuePlace>;

const NAMED_MAX = 10;

/** What becomes of the rows of people who may have a quote already, or go before: a person is asked, where one is there. */
export async function settlePeople(
  people: PeopleFound,
  { acceptPeople, onlyNew = false, isAttended = false, isInFix = true }: PeopleOrder,
  locate: Locate,
  output: CommandOutput,
  context: Context,
): Promise<PlanChanges> {
  /** @param hints What to do about it in a command; a page has a button for it. */
  const tell = (
    finding: keyof typeof PEOPLE_TEXTS,
    lines: readonly string[],
    hints: readonly string[] = [],
  ): void => {
    if (lines.length === 0) return;
    output.say(`${[...lines, ...hints].join("\n")}\n`);
    output.event(noteEvent([{ finding, message: lines.map((line) => line.trim()).join(" ") }]));
  };
  const leftOut = new Set(onlyNew ? people.known.map(({ row }) => row) : []);
  const found = { ...people, asked: people.asked.filter(({ row }) => !leftOut.has(row)) };
  if (onlyNew) tell("known-left-out", leftOutText(found));
  tell("other-property", otherPropertyText(found.noticed));
  const isAsked = !acceptPeople && isAttended && found.asked.length > 0 && canAsk(output, context);
  const asked = isAsked ? personQuestion(found, await namesIn(found)) : undefined;
  const isSent =
    acceptPeople || (asked !== undefined && (await askOnce(asked, output, context)) === SEND_ROWS);
  const { "all-sent": sent, "held-back": held } = PEOPLE_TEXTS;
  const accept = PEOPLE_TEXTS[isInFix ? "accept-people" : "accept-people-again"];
  if (found.asked.length > 0)
    tell("maybe-twice", [...maybeSameText(found.asked), isSent ? sent() : held()], isSent ? [] : [accept()]);
  return peopleChanges(found, { acceptPeople: isSent, onlyNew }, locate);
}

/** The names of people in other runs, to show with the question. */
async function namesIn({ asked }: Pick<PeopleFound, "asked">): Promise<Names> {
  const names = new Map<string, string>();
  const rows = new Map<string, Set<number>>();
  for (const { dir, row } of asked.slice(0, NAMED_MAX).flatMap(({ matches }) => matches))
    if (dir !== null) rows.set(dir, (rows.get(dir) ?? new Set()).add(row));
  if (rows.size === 0) return names;
  const { versionsOf } = await import("../../run/search/read-leads.ts");
  for (const [dir, some] of rows)
    for await (const { row, lead } of versionsOf(dir, some))
      names.set(
        `${dir} ${row}`,
        [lead.contactInfo?.firstName, lead.contactInfo?.lastName].filter(Boolean).join(" "),
      );
  return names;
}

/** What becomes of rows in the plan, once it is known whether those that may be somebody twice go. */
export function peopleChanges(
  found: PeopleFound,
  { acceptPeople: isSent, onlyNew = false }: Pick<PeopleOrder, "acceptPeople" | "onlyNew">,
  locate: Locate,
): PlanChanges {
  return {
    leftOut: new Set(onlyNew ? found.known.map(({ row }) => row) : []),
    issues: new Map(found.asked.map((matched) => [matched.row, personIssue(matched, isSent, locate)])),
  };
}

/** Where what two leads share stands in a lead. */
const PATHS: Readonly<Record<PersonReason, readonly string[]>> = {
  email: ["contactInfo", "email"],
  "name-phone": ["contactInfo", "phone"],
  "name-address": ["residentialAddress", "street"],
  "name-reference": ["affiliateId"],
  "reference-phone": ["affiliateId"],
  "reference-address": ["affiliateId"],
};

/**
 * Says that a row may be somebody twice.
 *
 * @param isSent Whether it goes, as a person has said.
 */
function personIssue({ row: own, matches: [first] }: MatchedRow, isSent: boolean, locate: Locate): Issue {
  if (!first) throw new Error("a row that matches nobody is not asked about");
  const { dir, row, existing, reasons } = first;
  const same = { run: dir ?? "", row, existing: existing ?? "first", reasons, isSent } as const;
  const path = [...PATHS[reasons[0] ?? "name-phone"]];
  return {
    code: "custom",
    ...runFinding("maybe-same-person", same),
    path,
    ...locate(path, own),
    ...(isSent && { harm: "doubtful" as const }),
  };
}

/** One for all rows that may be somebody twice; undefined where there is none. */
export function personQuestion({ asked }: Pick<PeopleFound, "asked">, names?: Names): Question | undefined {
  if (asked.length === 0) return undefined;
  const [, ...lines] = maybeSameText(asked, names);
  const { message, ...coded } = peopleFinding("somebody-twice", { count: asked.length });
  return {
    ...coded,
    id: "people",
    kind: "person",
    column: "",
    text: message,
    samples: lines.map((line) => ({ text: line.trim() })),
    rowCount: asked.length,
    people: asked.map(({ row, matches }) => ({
      row,
      maybe: matches.map(({ dir, ...match }) => ({ run: dir, ...match })),
    })),
    options: [
      { answer: LEAVE_OUT, label: asked.length === 1 ? "Hold it back" : "Hold them back" },
      { answer: SEND_ROWS, label: asked.length === 1 ? "Send it" : "Send them" },
    ],
    isAcceptable: false,
  };
}
