import { wrap } from "../../base/text-width.ts";
import { emailKey } from "../../lead/email.ts";
import { issueText } from "../../lead/issue-text.ts";
import { folded } from "../../lead/person-keys.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { placeText, type Sighting, type Verdict } from "../../outcome/verdict.ts";
import type { KnownRuns } from "../../run/folder/known-runs.ts";
import { tableLines } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { timeText } from "../../terminal/time-text.ts";
import type { ExplainDocument } from "../model/answer-schemas.ts";
import {
  type Explanation,
  explanationDocument,
  mapTexts,
  nextDocument,
  type Redaction,
  redactionFor,
  shownEmail,
} from "../model/explanation.ts";
import { isReplaced, type LeadAnswer, type LeadVerdicts } from "../model/lead-answer.ts";
import { storyText } from "./explain-text.ts";
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
  const people = leads.filter((lead) => !isReplaced(lead));
  const leftCount = Math.max(0, rows.length - ROWS_SHOWN_MAX) + answer.leftCount;
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const list = rows.length + leftCount > 1 ? [rowsText(shown, leftCount, style)] : [];
  if (leads.length === 0)
    return `${FOUND_TEXTS["too-many"]({ count: rows.length + answer.leftCount })}\n\n${list.join("")}`;
  const only = onlyLead(people, answer);
  const verdicts = only ? leadText(only, answer, style) : severalText(people, answer, style);
  const stories = shown.map((row) => storyText(row, style));
  return [verdicts, ...(style.isVerbose ? stories : list)].join("\n");
}

/** The lead that is told at length; undefined where several are told in a line each. */
function onlyLead(
  people: readonly LeadVerdicts[],
  { leads, asked, rows }: LeadAnswer,
): LeadVerdicts | undefined {
  const own = leads.find(({ email }) => email !== null && email === asked);
  if (own && people.includes(own)) return own;
  if (people.length <= 1) return people[0] ?? leads[0];
  // An address that corrections replaced by several of one person: what is said of it is enough.
  const isEnough = own?.verdicts.every(
    (verdict) => verdict.exists !== "no" && peopleOf(own, verdict, rows).length === 1,
  );
  return isEnough ? own : undefined;
}

/** What is known of one row: the verdict over all runs, then every attempt, then other rows of the same lead. */
export function rowAnswerText(answer: LeadAnswer, dir: string, row: number, style: AnswerStyle): string {
  const own = answer.rows.find((each) => each.run.dir === dir && each.row.facts.row === row);
  const others = answer.rows.filter((each) => each !== own);
  const [lead] = answer.leads;
  return [
    // What is wrong with the row stands with the row.
    ...(lead ? [leadText(lead, answer, { ...style, isVerbose: own !== undefined })] : []),
    ...(own ? [storyText(own, style)] : []),
    ...(others.length > 0 ? [rowsText(others.slice(0, ROWS_SHOWN_MAX), 0, style, "Elsewhere")] : []),
  ].join("\n");
}

/** A lead at all services where it is, a block for each, then where else the person is, and what its former addresses have. */
function leadText(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string {
  const isOneOfSeveral = lead.verdicts.filter(({ isSandbox }) => !isSandbox).length > 1;
  const blocks = lead.verdicts.map((verdict) => verdictText(lead, verdict, isOneOfSeveral, answer, style));
  const more = [...alsoText(lead, style), ...replacedTexts(lead, answer, style)];
  const lines = more.flatMap((text) => wrap(safeText(text), style.columns));
  return redactedText(answer, style, [...blocks, ...lines].join("\n"));
}

/** A repeated text of the service may hold a login token. */
function redactedText({ rows }: LeadAnswer, style: AnswerStyle, text: string): string {
  return `${redactionFor(rows, style)(text).trimEnd()}\n`;
}

/** The verdict, why, what is wrong with the row, and the one next step. */
function verdictText(
  lead: LeadVerdicts,
  verdict: Verdict,
  isOneOfSeveral: boolean,
  answer: LeadAnswer,
  style: AnswerStyle,
): string {
  const { columns, shell, reveal } = style;
  const { message, why, nextSteps, isSandbox, decisive } = verdict;
  const place = isOneOfSeveral && !isSandbox ? `${targetText(verdict)}: ` : "";
  const owner = answer.rows.find(({ sightings }) => verdict.link && sightings.includes(verdict.link));
  const isOwn = reveal && verdict.finding === "created";
  const link = isOwn ? (owner?.row.facts.loginUrl ?? null) : null;
  const of = decisive.name === "" ? "" : ` of ${decisive.name}`;
  const { text, command } = nextDocument(verdict, shell);
  const notes = [
    toldText(why),
    ...wrongWith(verdict, answer, style),
    ...correctedText(lead, verdict, answer, style),
    ...sharedText(lead, verdict, answer),
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
  return !own || exists !== "no" || isSandbox || isVerbose ? [] : own.row.facts.issues.map(issueText);
}

/** The addresses that corrections replaced by that of a lead; some other row may have them still. */
function replacedBy({ email }: LeadVerdicts, { leads }: LeadAnswer): LeadVerdicts[] {
  const isHere = ({ replacedBy }: Sighting): boolean => emailKey(replacedBy ?? "") === email;
  return leads.filter((other) => other.email !== email && other.sightings.some(isHere));
}

/** Says that a correction changed the address: from which, or to which. */
function correctedText(
  lead: LeadVerdicts,
  verdict: Verdict,
  answer: LeadAnswer,
  style: AnswerStyle,
): string[] {
  const now = emailKey(verdict.decisive.email ?? "");
  const from = now === lead.email ? replacedBy(lead, answer) : [lead];
  if (now === "" || from.length === 0) return [];
  const before = from.map(({ email }) => shownEmail(email, style) ?? "none");
  return [FOUND_TEXTS.corrected({ before, now: shownEmail(now, style) ?? "none" })];
}

/** What its former addresses have, where something came of them. */
function replacedTexts(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string[] {
  // Where several leads are told, one that has its own line is not told twice.
  const untold = replacedBy(lead, answer).filter(
    (other) => isReplaced(other) || (answer.asked !== null && answer.asked === lead.email),
  );
  return untold.flatMap((former) =>
    former.verdicts
      .filter(({ exists, decisive }) => exists !== "no" && emailKey(decisive.email ?? "") === former.email)
      .map((verdict) => {
        const time = isReplaced(former) ? ", before the correction" : "";
        return `With ${shownEmail(former.email, style)}${time}: ${[verdict.message, ...sharedText(former, verdict, answer)].join(" ")}`;
      }),
  );
}

/** Says that the same person has, or may have, a quote with another address. */
function alsoText({ alsoAs }: LeadVerdicts, style: AnswerStyle): string[] {
  if (alsoAs.length === 0) return [];
  const isCreated = ({ evidence }: Sighting): boolean => evidence.state.status === "created";
  // If several rows have one address, the row with its quote says all.
  const rows = new Map<string, Sighting>();
  for (const each of [...alsoAs.filter(isCreated), ...alsoAs]) {
    const key = emailKey(each.email ?? "");
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
export function sharedText(
  lead: LeadVerdicts,
  verdict: Pick<Verdict, "target" | "decisive">,
  { rows }: LeadAnswer,
): string[] {
  const all = peopleOf(lead, verdict, rows);
  if (all.length <= 1) return [];
  const people = all.map((sighting) => `${sighting.name} (${placeText(sighting)})`);
  return [FOUND_TEXTS.shared({ people, isNow: all.every(({ replacedBy }) => replacedBy === null) })];
}

/** Names everybody who has an address at a service, had it before a correction, or has the one in its place: each name once. */
function peopleOf(
  { email }: LeadVerdicts,
  { target, decisive }: Pick<Verdict, "target" | "decisive">,
  rows: readonly Explanation[],
): Sighting[] {
  const emails = new Set([email, emailKey(decisive.email ?? "")]);
  const people = new Map<string, Sighting>();
  for (const { sightings } of rows) {
    const sighting = sightings.find((each) => emails.has(emailKey(each.email ?? "")));
    if (!sighting || sighting.name === "" || people.has(folded(sighting.name))) continue;
    const isHere = sighting.target === null || JSON.stringify(sighting.target) === JSON.stringify(target);
    if (isHere) people.set(folded(sighting.name), sighting);
  }
  return [...people.values()];
}

/** Which service a verdict is about. */
export function targetText({ target }: Pick<Verdict, "target">): string {
  return target === null ? "Nowhere yet" : `At ${target.baseUrl}, partner ${target.partner}`;
}

/** Many leads: a line for each. */
function severalText(leads: readonly LeadVerdicts[], answer: LeadAnswer, style: AnswerStyle): string {
  const lines = leads.flatMap((lead) => {
    const email = shownEmail(lead.email, style) ?? "a row without an e-mail";
    const verdicts = lead.verdicts.map((verdict) => {
      const place = lead.verdicts.length > 1 && !verdict.isSandbox ? ` (${targetText(verdict)})` : "";
      return `${email}${place}: ${[verdict.message, ...sharedText(lead, verdict, answer)].join(" ")}`;
    });
    return [...verdicts, ...replacedTexts(lead, answer, style)];
  });
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
    rows.map(({ sightings: [current], row: { state, facts } }) => [
      timeText(current?.at ?? ""),
      state.status + (state.maybeCreated ? ", may exist" : ""),
      safeText(current?.name ?? ""),
      safeText(shownEmail(facts.email, style) ?? ""),
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
    typeof asked === "string" || (run.dir === asked.dir && row.facts.row === asked.row);
  const rows = answer.rows.filter(isAsked);
  const others = answer.rows.filter((row) => !isAsked(row));
  const redact = redactionFor(answer.rows, style);
  return {
    query: typeof asked === "string" ? asked : null,
    leads: leads.map((lead) => ({
      email: shownEmail(lead.email, style),
      verdicts: lead.verdicts.map((each) =>
        mapTexts(verdictDocument(lead, each, answer.rows, shell), redact),
      ),
      alsoAs: lead.alsoAs.map((sighting) => ({
        ...placeDocument(sighting),
        status: sighting.evidence.state.status,
        email: shownEmail(sighting.email, style),
      })),
    })),
    rows: rows.map((row) => explanationDocument(row, style, shell)),
    elsewhere: others.map(({ run, row }) => ({ run: run.dir, row: row.facts.row, status: row.state.status })),
    linkWasCut: answer.isCutLink,
    notShown: leftCount,
    near: near.map(({ text, dirs }) => ({ text, runs: dirs })),
    unread: blind.unread,
    absent: blind.absent,
    purgedRuns: blind.purgedCount,
  };
}

function verdictDocument(
  lead: LeadVerdicts,
  verdict: Verdict,
  rows: readonly Explanation[],
  shell: Shell,
): ExplainDocument["leads"][number]["verdicts"][number] {
  const people = peopleOf(lead, verdict, rows);
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
