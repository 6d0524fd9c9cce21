import { wrap } from "../../base/text-width.ts";
import { emailKey, maskedEmail } from "../../lead/email.ts";
import { issueText } from "../../lead/issue-text.ts";
import { folded, isSameName } from "../../lead/person-keys.ts";
import type { LeadFate, Sighting } from "../../outcome/lead-fate.ts";
import { placeText } from "../../outcome/lead-fate.ts";
import type { KnownRuns } from "../../run/folder/known-runs.ts";
import { tableLines } from "../../terminal/layout.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { timeText } from "../../terminal/time-text.ts";
import type { ExplainDocument } from "../model/answer-schemas.ts";
import {
  type Explanation,
  explanationDocument,
  type Redaction,
  redactExplanation,
  redactionFor,
} from "../model/explanation.ts";
import { isReplaced, type LeadAnswer, type LeadVerdicts } from "../model/lead-answer.ts";
import { storyText } from "./explain-text.ts";

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
  const asked = people.find(({ email }) => email !== null && email === answer.asked);
  const only = asked ?? (people.length > 1 ? ownVerdict(answer) : (people[0] ?? first));
  const blocks = only ? leadTexts(only, answer, style) : [severalText(people, answer, style)];
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const leftCount = rows.length - shown.length + answer.leftCount;
  if (style.isVerbose)
    for (const row of shown) blocks.push(storyText(redactExplanation(row, style.redaction)));
  else if (rows.length > 1 || leftCount > 0) blocks.push(rowsText(shown, leftCount, style));
  return blocks.join("\n");
}

/** Of an address that corrections replaced by several of one person: what is said of it is enough. */
function ownVerdict(answer: LeadAnswer): LeadVerdicts | undefined {
  const own = answer.leads.find(({ email }) => email !== null && email === answer.asked);
  const isEnough = own?.verdicts.every(
    (verdict) => verdict.exists !== "no" && peopleOf(own, verdict, answer).length === 1,
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
  // Where several leads are told, one that has its own line is not told twice.
  const untold = replacedBy(lead, answer).filter(
    (other) => isReplaced(other) || (answer.asked !== null && answer.asked === lead.email),
  );
  return untold.flatMap((replaced) =>
    replaced.verdicts
      .filter(({ exists, decisive }) => exists !== "no" && emailKey(decisive.email ?? "") === replaced.email)
      .flatMap((verdict) => {
        const { headline } = redactedVerdict(verdict, answer, style.redaction);
        const time = isReplaced(replaced) ? ", before the correction" : "";
        const text = `With ${shownEmail(replaced.email, style)}${time}: ${headline}${peopleText(replaced, verdict, answer)}`;
        return wrap(safeText(text), style.columns);
      }),
  );
}

/** The addresses that corrections replaced by that of a lead; some other row may have them still. */
function replacedBy({ email }: LeadVerdicts, { leads }: LeadAnswer): LeadVerdicts[] {
  return leads.filter(
    (other) =>
      other.email !== email &&
      other.sightings.some((sighting) => emailKey(sighting.replacedBy ?? "") === email),
  );
}

/** All services where the lead is, a block for each. */
function leadText(lead: LeadVerdicts, answer: LeadAnswer, style: AnswerStyle): string {
  const also = alsoText(lead, style);
  const replaced = replacedBy(lead, answer).map(({ email }) => shownEmail(email, style));
  const email = shownEmail(lead.email, style);
  const realCount = lead.verdicts.filter(({ isSandbox }) => !isSandbox).length;
  return lead.verdicts
    .map((verdict) => {
      const has = verdict.exists === "no" ? "It has" : "It went with";
      const from =
        replaced.length === 0 || emailKey(verdict.decisive.email ?? "") !== lead.email
          ? ""
          : ` ${has} ${email}, by which a correction replaced ${replaced.join(" and ")}.`;
      const asides = from + peopleText(lead, verdict, answer);
      return verdictText(verdict, realCount > 1, asides, answer, style);
    })
    .concat(also)
    .join("\n");
}

/** That the same person has, or may have, a quote with another address. */
function alsoText({ alsoAs }: LeadVerdicts, style: AnswerStyle): string[] {
  const places = alsoAs.map((sighting) => {
    const has = sighting.evidence.state.status === "created" ? "has a quote" : "may have a quote";
    return `${has} as ${shownEmail(sighting.email, style)} (${placeText(sighting)})`;
  });
  if (places.length === 0) return [];
  const shown = places.slice(0, ROWS_SHOWN_MAX);
  const more = places.length - shown.length;
  const text = `What may be the same person also ${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
  return [`${wrap(safeText(text), style.columns).join("\n")}\n`];
}

/** Whose row the login link is in, where somebody else was asked for: the one with another name. */
function strangerOf(
  { link, decisive }: LeadFate,
  { rows, meant }: LeadAnswer,
): { name: string; meant: string } | null {
  const owner = rows.find(({ sightings }) => link !== null && sightings.includes(link));
  const email = emailKey(decisive.email ?? "");
  const named = meant.filter(
    ({ row, sightings }) =>
      nameOf(row) !== "" && sightings.some((each) => emailKey(each.email ?? "") === email),
  );
  if (!owner || named.length === 0 || nameOf(owner.row) === "") return null;
  const isOwner = named.some(({ row }) => isSameName(row.keys.name, owner.row.keys.name));
  const [first] = named;
  return isOwner || !first ? null : { name: nameOf(owner.row), meant: nameOf(first.row) };
}

function nameOf({ facts }: Explanation["row"]): string {
  return [facts.firstName, facts.lastName].filter(Boolean).join(" ");
}

/**
 * Whose the address is, where that may not be who was meant: several people have it, only a part fits, or the lead has
 * another address than was asked for, which may be somebody else's.
 *
 * @param isUnsure Whether whoever asked cannot tell by the address whose lead it is.
 */
export function peopleText(
  lead: LeadVerdicts,
  verdict: LeadFate,
  answer: LeadAnswer,
  isUnsure = answer.isPart,
): string {
  const all = peopleOf(lead, verdict, answer);
  const have = all.every(({ sighting }) => sighting.replacedBy === null) ? "have" : "have or had";
  if (all.length > 1) {
    const owner = all.find(({ sighting }) => sighting === verdict.link);
    const link = owner ? ` The link is that of ${owner.name.replace(/\.$/, "")}.` : "";
    return ` Several people ${have} this e-mail: ${all.map(({ name, sighting }) => `${name} (${placeText(sighting)})`).join(", ")}.${link}`;
  }
  const { email, replacedBy } = verdict.decisive;
  const isAnother = answer.asked !== null && replacedBy === null && emailKey(email ?? "") !== answer.asked;
  return all[0] && (isUnsure || isAnother) ? ` It is of ${all[0].name.replace(/\.$/, "")}.` : "";
}

/** Who has an address at a service, or had it before a correction, or has the one in its place: each name once. */
function peopleOf(
  { email }: LeadVerdicts,
  { target, decisive }: LeadFate,
  { rows }: LeadAnswer,
): { name: string; sighting: Sighting }[] {
  const emails = new Set([email, emailKey(decisive.email ?? "")]);
  const people = new Map<string, { name: string; sighting: Sighting }>();
  for (const { row, sightings } of rows) {
    const name = nameOf(row);
    const sighting = sightings.find((each) => emails.has(emailKey(each.email ?? "")));
    if (!sighting || name === "" || people.has(folded(name))) continue;
    const isHere = sighting.target === null || JSON.stringify(sighting.target) === JSON.stringify(target);
    if (isHere) people.set(folded(name), { name, sighting });
  }
  return [...people.values()];
}

function verdictText(
  verdict: LeadFate,
  isOneOfSeveral: boolean,
  from: string,
  answer: LeadAnswer,
  style: AnswerStyle,
): string {
  const { columns, shell } = style;
  const { headline, why, action, nextSteps } = redactedVerdict(verdict, answer, style.redaction);
  const place = isOneOfSeveral && !verdict.isSandbox ? `${targetText(verdict)}: ` : "";
  const link = strangerOf(verdict, answer) === null ? revealedLink(verdict, answer, style) : null;
  const [step] = nextSteps;
  const next = link === null ? (action ?? step?.does ?? null) : null;
  return [
    ...wrap(safeText(`${place}${headline}${from}`), columns),
    ...[why, ...wrongWith(verdict, answer, style)].flatMap((text) =>
      wrap(safeText(text), columns - 2).map((line) => `  ${line}`),
    ),
    ...(link === null ? [] : [safeText(link)]),
    ...(next === null ? [] : wrap(safeText(`Next: ${next}`), columns)),
    ...(link === null ? nextSteps.map(({ argv }) => `    ${safeText(commandText(argv, shell))}`) : []),
    "",
  ].join("\n");
}

/** What is wrong with the row that decides, where it is to be corrected; `--verbose` tells it with the row itself. */
function wrongWith(
  { decisive, exists, isSandbox }: LeadFate,
  { rows }: LeadAnswer,
  { redaction, isVerbose }: AnswerStyle,
): string[] {
  const own = rows.find(({ sightings }) => sightings.includes(decisive));
  if (!own || exists !== "no" || isSandbox || isVerbose) return [];
  return redactExplanation(own, redaction).row.facts.issues.map(issueText);
}

/** The login link with whose it is, where somebody asked to see it. */
function revealedLink({ link }: LeadFate, { rows }: LeadAnswer, { redaction }: AnswerStyle): string | null {
  const owner = rows.find(({ sightings }) => link !== null && sightings.includes(link));
  if (!redaction.reveal || !owner || owner.row.facts.loginUrl === null) return null;
  const of = nameOf(owner.row);
  return `Login link${of === "" ? "" : ` of ${of}`}: ${owner.row.facts.loginUrl}`;
}

/** Where runs should be and nobody could look, and what to do about it: a line for each kind of place. */
export function absentLines({ runs, replaced, lists, links, folders }: KnownRuns["absent"]): string[] {
  const are = (dirs: readonly string[]): string => (dirs.length === 1 ? "is" : "are");
  const them = (dirs: readonly string[], one: string, several: string): string =>
    dirs.length === 1 ? one : several;
  return [
    ...(runs.length === 0
      ? []
      : [
          `${namesText(runs)}, where ${them(runs, "a run was", "runs were")}, ${are(runs)} not there. Put ${them(runs, "it", "them")} back; if ${them(runs, "it is", "they are")} gone for good, remove ${them(runs, "its", "their")} lines from ${namesText(lists)}.`,
        ]),
    ...(replaced.length === 0
      ? []
      : [
          `${namesText(replaced)}, where ${them(replaced, "an earlier run was, holds another one", "earlier runs were, hold others")} now. If ${them(replaced, "the earlier one is gone for good, remove its lines, the first of that folder,", "the earlier ones are gone for good, remove their lines, the first of each folder,")} from ${namesText(lists)}.`,
        ]),
    ...(links.length === 0
      ? []
      : [
          `${namesText(links)} ${are(links)} ${them(links, "a link that leads", "links that lead")} to nothing that is there. Connect what ${them(links, "it leads", "they lead")} to; if that is gone for good, remove ${them(links, "the link", "the links")}.`,
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
    const isUnsure = answer.isPart || name !== lead.email;
    return lead.verdicts
      .map((verdict) => {
        const { headline } = redactedVerdict(verdict, answer, style.redaction);
        const place = lead.verdicts.length > 1 && !verdict.isSandbox ? ` (${targetText(verdict)})` : "";
        return `${name}${place}: ${headline}${peopleText(lead, verdict, answer, isUnsure)}`;
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
  const lines = tableLines(
    rows.map(({ sightings: [current], row }) => {
      const { email } = row.facts;
      const rest = [
        current ? placeText(current) : "",
        ...(row.state.maybeCreated ? ["may exist"] : []),
        ...(email === null ? [] : [shownEmail(email, style)]),
      ];
      return [timeText(current?.at ?? ""), row.state.status, safeText(rest.join(", "))];
    }),
  ).map((line) => `  ${line}`);
  const more = leftCount > 0 ? [`  and ${amountText(leftCount, "more row")}`] : [];
  return `${[`${title}:`, ...lines, ...more].join("\n")}\n`;
}

function shownEmail(email: string | null, { redaction }: AnswerStyle): string {
  if (email === null) return "none";
  return redaction.reveal || redaction.known.has(emailKey(email)) ? email : maskedEmail(email);
}

/** A verdict repeats what the service said, which may repeat a login token. */
export function redactedVerdict(verdict: LeadFate, answer: LeadAnswer, redaction: Redaction): LeadFate {
  const { rows } = answer;
  const own = rows.find(({ sightings }) => sightings.some((sighting) => sighting === verdict.decisive));
  if (!own) return verdict;
  const redact = redactionFor(own.row, redaction);
  const { headline, why, action } = verdict;
  const stranger = strangerOf(verdict, answer);
  if (stranger)
    return {
      ...verdict,
      headline: `${stranger.meant} has no login link here. The one with this e-mail is that of ${stranger.name} (${placeText(verdict.decisive)}): the service takes no second lead with it.`,
      why: redact(why),
      action: `Do not give it to ${stranger.meant}. Ask for another e-mail.`,
      nextSteps: [],
    };
  return {
    ...verdict,
    headline: redact(headline),
    why: redact(why),
    action: action === null ? null : redact(action),
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
): ExplainDocument {
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
      verdicts: lead.verdicts.map((verdict) => verdictDocument(lead, verdict, answer, style)),
    })),
    rows: rows.map((row) => explanationDocument(redactExplanation(row, redaction), shell)),
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
  verdict: LeadFate,
  answer: LeadAnswer,
  { redaction, shell }: AnswerStyle,
): ExplainDocument["leads"][number]["verdicts"][number] {
  const people = peopleOf(lead, verdict, answer);
  const { target, isSandbox, exists, link, sendAgain, decisive } = verdict;
  const { headline, why, action, nextSteps } = redactedVerdict(verdict, answer, redaction);
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
    // Of one alone there is nothing to mistake.
    people:
      people.length > 1 ? people.map(({ name, sighting }) => ({ name, ...placeDocument(sighting) })) : [],
    next: { text: action, command: step ? commandText(step.argv, shell) : null },
  };
}

function placeDocument({ evidence }: Sighting): { run: string; row: number } {
  return { run: evidence.run.dir, row: evidence.row };
}
