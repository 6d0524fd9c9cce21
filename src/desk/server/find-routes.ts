import { emailKey } from "../../lead/email.ts";
import type { LeadFate } from "../../outcome/lead-fate.ts";
import type { Status } from "../../outcome/status.ts";
import type { Explanation, Redaction } from "../../report/model/explanation.ts";
import { answerLeadQuery, isReplaced, type LeadAnswer } from "../../report/model/lead-answer.ts";
import { absentLines, peopleText, redactedVerdict, targetText } from "../../report/text/answer-text.ts";
import { parseLeadQuery } from "../../run/search/lead-query.ts";
import { runPage } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { type PageStep, pageSteps } from "../runs/page-steps.ts";
import { runName, runsHere } from "../runs/runs-here.ts";
import type { DeskRoute } from "./router.ts";

/** What all runs together say of a lead at one service. */
export interface FoundVerdict {
  /** Which service it is about; null where there is only one. */
  place: string | null;
  exists: LeadFate["exists"];
  headline: string;
  why: string;
  action: string | null;
  steps: PageStep[];
}

export interface FoundLead {
  email: string | null;
  /** A correction put another address in its place. */
  isReplaced: boolean;
  verdicts: FoundVerdict[];
}

export interface FoundRow {
  run: string;
  input: string;
  row: number;
  page: string;
  status: Status;
  maybeCreated: boolean;
  name: string | null;
  email: string | null;
  at: string | null;
}

/** What was found, the verdict first. */
export interface FoundLeads {
  text: string;
  leads: FoundLead[];
  /** Newest first. */
  rows: FoundRow[];
  /** More rows than anybody can look at. */
  leftCount: number;
  /** What may have been meant, where nothing was found. */
  near: readonly { text: string; runs: string[] }[];
  runCount: number;
  /** Runs that could not be searched. */
  unread: string[];
  /** Places where nobody could look, and what to do about it, a sentence each. */
  absent: readonly string[];
  /** Runs that were removed, and may have held it. */
  purgedCount: number;
}

const TEXT_CHARACTERS_MAX = 1_000;

/** Search for a person over all runs: what `explain` does. */
export function findRoutes(desk: Desk): DeskRoute[] {
  return [
    {
      method: "GET",
      path: "/api/find",
      handle: async ({ query }) => ({ json: await find(query.get("text") ?? "", desk) }),
    },
  ];
}

async function find(text: string, desk: Desk): Promise<FoundLeads> {
  const query = parseLeadQuery(text.slice(0, TEXT_CHARACTERS_MAX));
  if (!query) throw deskError("usage/query-empty");
  const known = await runsHere(desk);
  const answer = await answerLeadQuery(query, known);
  const redaction = redactionOf(answer);
  return {
    text: query.shown,
    leads: answer.leads.map((lead) => {
      const isOneOfSeveral = lead.verdicts.filter(({ isSandbox }) => !isSandbox).length > 1;
      return {
        email: lead.email,
        isReplaced: isReplaced(lead),
        verdicts: lead.verdicts.map((verdict) => {
          const found = foundVerdict(verdict, isOneOfSeveral, answer, redaction);
          return { ...found, headline: found.headline + peopleText(lead, verdict, answer) };
        }),
      };
    }),
    rows: answer.rows.map(foundRow),
    leftCount: answer.leftCount,
    near: answer.near.map((miss) => ({ text: miss.text, runs: miss.dirs.map(runName) })),
    runCount: known.dirs.length,
    unread: answer.blind.unread.map(runName),
    absent: absentLines(known.absent),
    purgedCount: answer.blind.purgedCount,
  };
}

/** Who sits at the desk may see the addresses of their own sheets, but no login link. */
function redactionOf({ rows }: LeadAnswer): Redaction {
  const emails = rows.flatMap(({ sightings }) => sightings.flatMap(({ email }) => email ?? []));
  return { reveal: false, known: new Set(emails.map(emailKey)) };
}

function foundVerdict(
  verdict: LeadFate,
  isOneOfSeveral: boolean,
  answer: LeadAnswer,
  redaction: Redaction,
): FoundVerdict {
  const { headline, why, action, nextSteps } = redactedVerdict(verdict, answer, redaction);
  const place = isOneOfSeveral && !verdict.isSandbox ? targetText(verdict) : null;
  return { place, exists: verdict.exists, headline, why, action, steps: pageSteps(nextSteps) };
}

function foundRow({ run, row, sightings: [current] }: Explanation): FoundRow {
  const { facts, state } = row;
  const run_ = runName(run.dir);
  return {
    run: run_,
    input: run.input,
    row: facts.row,
    page: runPage(run_, "row", facts.row),
    status: state.status,
    maybeCreated: state.maybeCreated,
    name: [facts.firstName, facts.lastName].filter(Boolean).join(" ") || null,
    email: facts.email,
    at: current?.at ?? null,
  };
}
