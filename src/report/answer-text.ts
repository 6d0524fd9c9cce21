import { emailKey } from "../lead/email.ts";
import type { LeadFate, Sighting } from "../outcome/lead-fate.ts";
import { placeText } from "../outcome/lead-fate.ts";
import { ELSEWHERE, type KnownRuns } from "../run/known-runs.ts";
import { folded } from "../run/lead-query.ts";
import { amountText, namesText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import { padEnd, wrap } from "../terminal/text-width.ts";
import { timeText } from "../terminal/time-text.ts";
import { storyText } from "./explain-text.ts";
import {
  type Explanation,
  explanationDocument,
  maskFor,
  type Redaction,
  redactExplanation,
} from "./explanation.ts";
import { isReplaced, type LeadAnswer, type LeadVerdicts } from "./lead-answer.ts";
import { maskedEmail } from "./mask.ts";

/** How an answer is told. */
export interface AnswerStyle {
  shell: Shell;
  /** How wide a line of sentences may be; infinite where nobody looks at it on a terminal. */
  columns: number;
  redaction: Redaction;
  /** Tells every attempt of every row too. */
  isVerbose: boolean;
}

const ROWS_SHOWN_MAX = 20;

/** What is known of one lead, or of several: the verdict first, then a line for each row. Ends with a line feed. */
export function leadAnswerText(answer: LeadAnswer, style: AnswerStyle): string {
  const { leads, rows } = answer;
  const [first] = leads;
  const count = rows.length + answer.leftCount;
  if (!first)
    return `${amountText(count, "row")} match, of too many people for a verdict each. Ask with more of the name, or with an e-mail.\n\n${rowsText(rows, answer.leftCount, style)}`;
  const people = leads.filter((lead) => !isReplaced(lead));
  const blocks =
    people.length > 1 ? [severalText(people, answer, style)] : leadTexts(people[0] ?? first, answer, style);
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const leftCount = rows.length - shown.length + answer.leftCount;
  if (style.isVerbose)
    for (const row of shown) blocks.push(storyText(redactExplanation(row, style.redaction)));
  else if (rows.length > 1 || leftCount > 0) blocks.push(rowsText(shown, leftCount, style));
  return blocks.join("\n");
}

/** What is known of one row: the verdict over all runs, then every attempt, then other rows of the same lead. */
export function rowAnswerText(answer: LeadAnswer, dir: string, row: number, style: AnswerStyle): string {
  const own = answer.rows.find((each) => each.run.dir === dir && each.row.facts.row === row);
  const others = answer.rows.filter((each) => each !== own);
  const [lead] = answer.leads;
  return [
    ...(lead ? [leadText(lead, answer, style)] : []),
    ...(own ? [storyText(redactExplanation(own, style.redaction))] : []),
    ...(others.length > 0 ? [rowsText(others.slice(0, ROWS_SHOWN_MAX), 0, style, "Elsewhere")] : []),
  ].join("\n");
}

/** A lead with the address that it has now, and then with those that corrections replaced, where something came of them. */
function leadTexts(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string[] {
  const lines = replacedLines(lead, answer, style);
  return [leadText(lead, answer, style), ...(lines.length > 0 ? [`${lines.join("\n")}\n`] : [])];
}

function replacedLines(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string[] {
  return replacedBy(lead, answer).flatMap((replaced) =>
    replaced.verdicts
      .filter(({ exists }) => exists !== "no")
      .flatMap((verdict) => {
        const { headline } = maskedVerdict(verdict, answer, style.redaction);
        const text = `With ${shownEmail(replaced.email, style)}, before the correction: ${headline}`;
        return wrap(safeText(text), style.columns);
      }),
  );
}

/** The addresses of a lead that corrections replaced. */
function replacedBy({ email }: LeadVerdicts, { leads }: LeadAnswer): LeadVerdicts[] {
  return leads.filter(
    (other) =>
      isReplaced(other) && other.sightings.some((sighting) => emailKey(sighting.replacedBy ?? "") === email),
  );
}

/** All services where the lead is, a block for each. */
function leadText(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string {
  const replaced = replacedBy(lead, answer).map(({ email }) => shownEmail(email, style));
  const from =
    replaced.length === 0
      ? ""
      : ` It went with ${shownEmail(lead.email, style)}, by which a correction replaced ${replaced.join(" and ")}.`;
  const realCount = lead.verdicts.filter(({ isSandbox }) => !isSandbox).length;
  return lead.verdicts
    .map((verdict) => {
      const asides = from + peopleText(lead, verdict, answer);
      return verdictText(verdict, realCount > 1, asides, answer, style);
    })
    .join("\n");
}

/** Whose the address is, where that may not be who was meant: several people have it, or only a part fits. */
function peopleText({ email }: LeadVerdicts, { target }: LeadFate, { rows, isPart }: LeadAnswer): string {
  const people = new Map<string, { name: string; place: string }>();
  for (const { row, sightings } of rows) {
    const [current] = sightings;
    const name = [row.facts.firstName, row.facts.lastName].filter(Boolean).join(" ");
    if (!current || name === "" || emailKey(current.email ?? "") !== email) continue;
    const isHere = current.target === null || JSON.stringify(current.target) === JSON.stringify(target);
    if (isHere && !people.has(folded(name))) people.set(folded(name), { name, place: placeText(current) });
  }
  const all = [...people.values()];
  if (all.length > 1)
    return ` Several people have this e-mail: ${all.map(({ name, place }) => `${name} (${place})`).join(", ")}.`;
  return all[0] && isPart ? ` It is of ${all[0].name}.` : "";
}

function verdictText(
  verdict: LeadFate,
  isOneOfSeveral: boolean,
  from: string,
  answer: LeadAnswer,
  style: AnswerStyle,
): string {
  const { columns, shell } = style;
  const { headline, why, action, nextSteps } = maskedVerdict(verdict, answer, style.redaction);
  const place = isOneOfSeveral && !verdict.isSandbox ? `${targetText(verdict)}: ` : "";
  const [step] = nextSteps;
  const next = action ?? step?.does ?? null;
  return [
    ...wrap(safeText(`${place}${headline}${from}`), columns),
    ...wrap(safeText(why), columns - 2).map((line) => `  ${line}`),
    ...(next === null ? [] : wrap(safeText(`Next: ${next}`), columns)),
    ...nextSteps.map(({ argv }) => `    ${safeText(commandText(argv, shell))}`),
    "",
  ].join("\n");
}

/** Where runs should be and nobody could look, and what to do about it: a line for each kind of place. */
export function absentLines({ runs, replaced, folders }: KnownRuns["absent"]): string[] {
  const are = (dirs: readonly string[]): string => (dirs.length === 1 ? "is" : "are");
  const them = (dirs: readonly string[], one: string, several: string): string =>
    dirs.length === 1 ? one : several;
  return [
    ...(runs.length === 0
      ? []
      : [
          `${namesText(runs)}, where submit --out put ${them(runs, "a run", "runs")}, ${are(runs)} not there. Put ${them(runs, "it", "them")} back; if ${them(runs, "it is", "they are")} gone for good, remove ${them(runs, "its line", "their lines")} from ${ELSEWHERE}.`,
        ]),
    ...(replaced.length === 0
      ? []
      : [
          `${namesText(replaced)}, where submit --out put ${them(replaced, "an earlier run, holds another one", "earlier runs, hold others")} now. If ${them(replaced, "the earlier one is gone for good, remove its line, the first of that folder,", "the earlier ones are gone for good, remove their lines, the first of each folder,")} from ${ELSEWHERE}.`,
        ]),
    ...(folders.length === 0
      ? []
      : [
          `${namesText(folders)}, which the configuration lists under "runs", ${are(folders)} not there, or may not be read. Connect ${them(folders, "it", "them")}, or take ${them(folders, "it", "them")} off that list.`,
        ]),
  ];
}

/** Which service a verdict is about. */
export function targetText({ target }: Pick<LeadFate, "target">): string {
  return target === null ? "Nowhere yet" : `At ${target.baseUrl}, partner ${target.partner}`;
}

/** Many leads: a line for each. */
function severalText(leads: readonly LeadVerdicts[], answer: LeadAnswer, style: AnswerStyle): string {
  const lines = leads.flatMap((lead) => {
    const name = lead.email === null ? "a row without an e-mail" : shownEmail(lead.email, style);
    return lead.verdicts
      .map((verdict) => {
        const { headline } = maskedVerdict(verdict, answer, style.redaction);
        const place = lead.verdicts.length > 1 && !verdict.isSandbox ? ` (${targetText(verdict)})` : "";
        return `${name}${place}: ${headline}`;
      })
      .concat(replacedLines(lead, answer, style));
  });
  const heading = `${amountText(leads.length, "lead")} match, each with its own verdict. Ask with an e-mail to see one.`;
  return `${[heading, ...lines].flatMap((line) => wrap(safeText(line), style.columns)).join("\n")}\n`;
}

/** A line for each row, newest first. */
function rowsText(
  rows: readonly Explanation[],
  leftCount: number,
  style: AnswerStyle,
  title = `${amountText(rows.length + leftCount, "row")}, newest first`,
): string {
  const cells = rows.map(({ sightings: [current], row }) => {
    const email = row.facts.email;
    return {
      at: timeText(current?.at ?? ""),
      status: row.state.status,
      rest: [
        current ? placeText(current) : "",
        ...(row.state.maybeCreated ? ["may exist"] : []),
        ...(email === null ? [] : [shownEmail(email, style)]),
      ].join(", "),
    };
  });
  const widths = {
    at: Math.max(0, ...cells.map(({ at }) => at.length)),
    status: Math.max(0, ...cells.map(({ status }) => status.length)),
  };
  const lines = cells.map(
    ({ at, status, rest }) =>
      `  ${padEnd(at, widths.at)}  ${padEnd(status, widths.status)}  ${safeText(rest)}`,
  );
  const more = leftCount > 0 ? [`  and ${amountText(leftCount, "more row")}`] : [];
  return `${[`${title}:`, ...lines, ...more].join("\n")}\n`;
}

function shownEmail(email: string | null, { redaction }: AnswerStyle): string {
  if (email === null) return "none";
  return redaction.reveal || redaction.known.has(emailKey(email)) ? email : maskedEmail(email);
}

/** A verdict repeats what the service said, which may repeat what must not be seen. */
export function maskedVerdict(
  verdict: LeadFate,
  { rows }: Pick<LeadAnswer, "rows">,
  redaction: Redaction,
): LeadFate {
  const own = rows.find(({ sightings }) => sightings.some((sighting) => sighting === verdict.decisive));
  if (!own) return verdict;
  const mask = maskFor(own.row, redaction);
  const { headline, why, action } = verdict;
  return {
    ...verdict,
    headline: mask(headline),
    why: mask(why),
    action: action === null ? null : mask(action),
  };
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
): unknown {
  const { leads, leftCount, near, blind } = answer;
  const { redaction, shell } = style;
  const isAsked = ({ run, row }: Explanation): boolean =>
    typeof asked === "string" || (run.dir === asked.dir && row.facts.row === asked.row);
  const rows = answer.rows.filter(isAsked);
  const others = answer.rows.filter((row) => !isAsked(row));
  return {
    query: typeof asked === "string" ? asked : null,
    leads: leads.map((lead) => ({
      email: lead.email === null ? null : shownEmail(lead.email, style),
      verdicts: lead.verdicts.map((verdict) => verdictDocument(verdict, answer, style)),
    })),
    rows: rows.map((row) => explanationDocument(redactExplanation(row, redaction), shell)),
    elsewhere: others.map(({ run, row }) => ({ run: run.dir, row: row.facts.row, status: row.state.status })),
    notShown: leftCount,
    near: near.map(({ text, dirs }) => ({ text, runs: dirs })),
    unread: blind.unread,
    absent: blind.absent,
    purgedRuns: blind.purgedCount,
  };
}

function verdictDocument(verdict: LeadFate, answer: LeadAnswer, { redaction, shell }: AnswerStyle): unknown {
  const { target, isSandbox, exists, link, sendAgain, decisive } = verdict;
  const { headline, why, action, nextSteps } = maskedVerdict(verdict, answer, redaction);
  const [step] = nextSteps;
  return {
    target,
    sandbox: isSandbox,
    exists,
    link: link && placeDocument(link),
    sendAgain,
    text: headline,
    why,
    row: placeDocument(decisive),
    next: { text: action, command: step ? commandText(step.argv, shell) : null },
  };
}

function placeDocument({ evidence }: Sighting): { run: string; row: number } {
  return { run: evidence.run.dir, row: evidence.row };
}
