import { toldText } from "../../outcome/happened-texts.ts";
import type { Status } from "../../outcome/status.ts";
import type { Verdict } from "../../outcome/verdict.ts";
import { type Explanation, redactionFor } from "../../report/model/explanation.ts";
import { answerLeadQuery, isReplaced } from "../../report/model/lead-answer.ts";
import { absentLines, sharedText, targetText } from "../../report/text/answer-text.ts";
import { parseLeadQuery } from "../../run/search/lead-query.ts";
import { runPage } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { type PageStep, pageSteps } from "../runs/page-steps.ts";
import { runName, runsHere } from "../runs/runs-here.ts";
import { type DeskRoute, onGet } from "./router.ts";

/** What all runs together say of a lead at one service. */
export interface FoundVerdict {
  /** Which service it is about; null where there is only one. */
  place: string | null;
  exists: Verdict["exists"];
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
  return [onGet("/api/find", ({ query }) => find(query.get("text") ?? "", desk))];
}

async function find(text: string, desk: Desk): Promise<FoundLeads> {
  const query = parseLeadQuery(text.slice(0, TEXT_CHARACTERS_MAX));
  if (!query) throw deskError("usage/query-empty");
  const known = await runsHere(desk);
  const answer = await answerLeadQuery(query, known);
  // Who sits at the desk may see the addresses of their own sheets, but no login link.
  const redact = redactionFor(answer.rows, { reveal: false });
  return {
    text: query.shown,
    leads: answer.leads.map((lead) => {
      const isOneOfSeveral = lead.verdicts.filter(({ isSandbox }) => !isSandbox).length > 1;
      return {
        email: lead.email,
        isReplaced: isReplaced(lead),
        verdicts: lead.verdicts.map(({ message, exists, why, action, nextSteps, ...verdict }) => ({
          place: isOneOfSeveral && !verdict.isSandbox ? targetText(verdict) : null,
          exists,
          headline: redact(message),
          why: redact([toldText(why), ...sharedText(lead, verdict, answer)].join(" ")),
          action: redact(toldText(action)) || null,
          steps: pageSteps(nextSteps),
        })),
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
    name: current?.name || null,
    email: facts.email,
    at: current?.at ?? null,
  };
}
