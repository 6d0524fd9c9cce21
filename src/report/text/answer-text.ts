import { mapTexts } from "../../base/json-value.ts";
import { wrap } from "../../base/text-width.ts";
import { issueText } from "../../lead/issue-text.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { placeText, type Sighting, type Verdict } from "../../outcome/verdict.ts";
import type { KnownRuns } from "../../run/folder/known-runs.ts";
import { tableLines } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { timeText } from "../../terminal/time-text.ts";
import {
  type Explanation,
  explanationDocument,
  nextDocument,
  type Redaction,
  redactionFor,
  shownEmail,
} from "../model/explanation.ts";
import type { LeadAnswer, LeadVerdicts } from "../model/lead-answer.ts";
import type { ExplainDocument } from "../model/report-schemas.ts";
import { explanationText } from "./explain-text.ts";
import { ABSENT_TEXTS, FOUND_TEXTS } from "./found-texts.ts";

/** How an answer is told. */
export interface AnswerStyle extends Redaction {
  shell: Shell;
  /** How wide a line of sentences may be; infinite where nobody looks at it on a terminal. */
  columns: number;
  /** Tells every attempt of every row too. */
  isVerbose: boolean;
}

const ROWS_SHOWN_MAX = 20;

/** What is known of one lead, or of several: the verdict first, then a line for each row. Ends with a line feed. */
export function leadAnswerText(answer: LeadAnswer, style: AnswerStyle): string {
  const { leads, rows } = answer;
  const leftCount = Math.max(0, rows.length - ROWS_SHOWN_MAX) + answer.leftCount;
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const list = rows.length + leftCount > 1 ? [rowsText(shown, leftCount, style)] : [];
  const [lead, ...others] = leads;
  if (!lead)
    return `${FOUND_TEXTS["too-many"]({ count: rows.length + answer.leftCount })}\n\n${list.join("")}`;
  const verdicts = others.length === 0 ? leadText(lead, answer, style) : severalText(answer, style);
  return [verdicts, ...(style.isVerbose ? shown.map((row) => explanationText(row, style)) : list)].join("\n");
}

/** What is known of one row: the verdict over all runs, then every attempt, then other rows of the same lead. */
export function rowAnswerText(answer: LeadAnswer, dir: string, row: number, style: AnswerStyle): string {
  const own = answer.rows.find((each) => each.run.dir === dir && each.row.row === row);
  const others = answer.rows.filter((each) => each !== own);
  const [lead] = answer.leads;
  return [
    // What is wrong with the row stands with the row.
    ...(lead ? [leadText(lead, answer, { ...style, isVerbose: own !== undefined })] : []),
    ...(own ? [explanationText(own, style)] : []),
    ...(others.length > 0 ? [rowsText(others.slice(0, ROWS_SHOWN_MAX), 0, style, "Elsewhere")] : []),
  ].join("\n");
}

/** A lead at all services where it is, a block for each, then where else the person is. */
function leadText(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string {
  const blocks = lead.verdicts.map((verdict) => verdictText(lead, verdict, answer, style));
  const lines = alsoText(lead, style).flatMap((text) => wrap(safeText(text), style.columns));
  return redactedText(answer, style, [...blocks, ...lines].join("\n"));
}

/** A repeated text of the service may hold a login token. */
function redactedText({ rows }: LeadAnswer, style: AnswerStyle, text: string): string {
  return `${redactionFor(rows, style)(text).trimEnd()}\n`;
}

/** The verdict, why, what is wrong with the row, and the one next step. */
function verdictText(lead: LeadVerdicts, verdict: Verdict, answer: LeadAnswer, style: AnswerStyle): string {
  const { columns, shell, reveal } = style;
  const { message, why, nextSteps, decisive } = verdict;
  const place = lead.verdicts.length > 1 ? `${targetText(verdict)}: ` : "";
  const owner = answer.rows.find(({ sightings }) => verdict.link && sightings.includes(verdict.link));
  const isOwn = reveal && verdict.finding === "created";
  const link = isOwn ? (owner?.row.loginUrl ?? null) : null;
  const of = decisive.name === "" ? "" : ` of ${decisive.name}`;
  const { text, command } = nextDocument(verdict, shell);
  const notes = [
    toldText(why),
    ...wrongWith(verdict, answer, style),
    ...correctedText(lead, style),
    ...sharedText(verdict),
  ];
  return [
    ...wrap(safeText(place + message), columns),
    ...notes.filter(Boolean).flatMap((note) => wrap(safeText(note), columns - 2).map((line) => `  ${line}`)),
    ...(link !== null
      ? [safeText(`Login link${of}: ${link}`)]
      : [
          ...(text === null ? [] : wrap(safeText(`Next: ${text}`), columns)),
          ...(command === null ? [] : [`    ${safeText(command)}`]),
          ...nextSteps.slice(1).map(({ argv }) => `    ${safeText(commandText(argv, shell))}`),
        ]),
    "",
  ].join("\n");
}

/** What is wrong with the row that decides, where it is to be corrected; `--verbose` tells it with the row itself. */
function wrongWith(
  { decisive, exists, isSandbox }: Verdict,
  { rows }: LeadAnswer,
  { isVerbose }: AnswerStyle,
): string[] {
  const own = rows.find(({ sightings }) => sightings.includes(decisive));
  return !own || exists !== "no" || isSandbox || isVerbose ? [] : own.row.issues.map(issueText);
}

/** Says that a correction changed the address: from which, and to which. */
function correctedText({ email, former }: LeadVerdicts, style: AnswerStyle): string[] {
  if (email === null || former.length === 0) return [];
  const [now = "", ...before] = [email, ...former].map((each) => shownEmail(each, style) ?? "");
  return [FOUND_TEXTS.corrected({ before, now })];
}

/** Says that the same person has, or may have, a quote with another address. */
function alsoText({ alsoAs }: LeadVerdicts, style: AnswerStyle): string[] {
  if (alsoAs.length === 0) return [];
  const isCreated = ({ evidence }: Sighting): boolean => evidence.state.status === "created";
  // If several rows have one address, the row with its quote says all.
  const rows = new Map<string, Sighting>();
  for (const each of [...alsoAs.filter(isCreated), ...alsoAs]) {
    const key = each.email ?? "";
    if (!rows.has(key)) rows.set(key, each);
  }
  const others = [...rows.values()].slice(0, ROWS_SHOWN_MAX).map((sighting) => ({
    email: shownEmail(sighting.email, style) ?? "none",
    place: placeText(sighting),
    isCreated: isCreated(sighting),
  }));
  return [FOUND_TEXTS["also-as"]({ others, more: rows.size - others.length }), ""];
}

/** Names the others who have the address: a person who asks for the link may mean one of them. */
export function sharedText({ people: all }: Verdict): string[] {
  if (all.length <= 1) return [];
  const people = all.map((sighting) => `${sighting.name} (${placeText(sighting)})`);
  return [FOUND_TEXTS.shared({ people, isNow: all.every(({ isFormer }) => !isFormer) })];
}

/** Which service a verdict is about. */
export function targetText({ target }: Pick<Verdict, "target">): string {
  return target === null ? "Nowhere yet" : `At ${target.baseUrl}, partner ${target.partner}`;
}

/** Many leads: a line for each. */
function severalText(answer: LeadAnswer, style: AnswerStyle): string {
  const { leads } = answer;
  const lines = leads.flatMap(({ email, verdicts }) =>
    verdicts.map((verdict) => {
      const who = shownEmail(email, style) ?? "a row without an e-mail";
      const place = verdicts.length > 1 ? ` (${targetText(verdict)})` : "";
      return `${who}${place}: ${[verdict.message, ...sharedText(verdict)].join(" ")}`;
    }),
  );
  const wrapped = [FOUND_TEXTS.several({ count: leads.length }), ...lines].flatMap((line) =>
    wrap(safeText(line), style.columns),
  );
  return redactedText(answer, style, wrapped.join("\n"));
}

/** A line for each row, newest first, with whose it is. */
function rowsText(
  rows: readonly Explanation[],
  leftCount: number,
  style: AnswerStyle,
  title = `${amountText(rows.length + leftCount, "row")}, newest first`,
): string {
  const lines = tableLines(
    rows.map(({ sightings: [current], row: { state, applicant } }) => [
      timeText(current?.at ?? ""),
      state.status + (state.maybeCreated ? ", may exist" : ""),
      safeText(current?.name ?? ""),
      safeText(shownEmail(applicant.email, style) ?? ""),
      safeText(current ? placeText(current) : ""),
    ]),
  ).map((line) => `  ${line}`);
  const more = leftCount > 0 ? [`  and ${amountText(leftCount, "more row")}`] : [];
  return `${[`${title}:`, ...lines, ...more].join("\n")}\n`;
}

/**
 * The document of `explain --json`.
 *
 * @param asked What was looked for, or the row that was named: then other rows of the same lead are only named.
 */
export function answerDocument(
  asked: string | { dir: string; row: number },
  answer: LeadAnswer,
  style: AnswerStyle,
): ExplainDocument {
  const { leads, leftCount, near, blind } = answer;
  const { shell } = style;
  const isAsked = ({ run, row }: Explanation): boolean =>
    typeof asked === "string" || (run.dir === asked.dir && row.row === asked.row);
  const rows = answer.rows.filter(isAsked);
  const others = answer.rows.filter((row) => !isAsked(row));
  const redact = redactionFor(answer.rows, style);
  return {
    query: typeof asked === "string" ? asked : null,
    leads: leads.map((lead) => ({
      email: shownEmail(lead.email, style),
      verdicts: lead.verdicts.map((each) => mapTexts(verdictDocument(each, shell), redact)),
      alsoAs: lead.alsoAs.map((sighting) => ({
        ...placeDocument(sighting),
        status: sighting.evidence.state.status,
        email: shownEmail(sighting.email, style),
      })),
    })),
    rows: rows.map((row) => explanationDocument(row, style, shell)),
    elsewhere: others.map(({ run, row }) => ({ run: run.dir, row: row.row, status: row.state.status })),
    linkWasCut: answer.isCutLink,
    notShown: leftCount,
    near: near.map(({ text, dirs }) => ({ text, runs: dirs })),
    unread: blind.unread,
    absent: blind.absent,
    purgedRuns: blind.purged,
  };
}

function verdictDocument(
  verdict: Verdict,
  shell: Shell,
): ExplainDocument["leads"][number]["verdicts"][number] {
  const { people } = verdict;
  const { target, isSandbox, exists, link, sendAgain, decisive, finding, params, message, why } = verdict;
  return {
    target,
    sandbox: isSandbox,
    exists,
    link: link && placeDocument(link),
    sendAgain,
    finding,
    ...(params && { params }),
    text: message,
    why: toldText(why),
    row: placeDocument(decisive),
    // A single person cannot be mistaken for another.
    people:
      people.length > 1
        ? people.map((sighting) => ({ name: sighting.name, ...placeDocument(sighting) }))
        : [],
    next: nextDocument(verdict, shell),
  };
}

function placeDocument({ evidence }: Sighting): { run: string; row: number } {
  return { run: evidence.run.dir, row: evidence.row };
}

/** Where runs should be and nobody could look, and what to do about it: a line for each kind of place. */
export function absentLines(absent: KnownRuns["absent"]): string[] {
  const kinds = ["runs", "replaced", "links", "folders"] as const;
  return kinds
    .filter((kind) => absent[kind].length > 0)
    .map((kind) => ABSENT_TEXTS[kind]({ places: absent[kind], lists: absent.lists }));
}
