import { deskActionText } from "../../outcome/guidance-texts.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { type Explanation, redactionFor } from "../../report/model/explanation.ts";
import { answerLeadQuery } from "../../report/model/lead-answer.ts";
import { absentLines, sharedText, targetText } from "../../report/text/answer-text.ts";
import { parseLeadQuery } from "../../run/search/lead-query.ts";
import { runPage } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { pageSteps } from "../runs/page-steps.ts";
import { runName, runsHere } from "../runs/runs-here.ts";
import { type DeskRoute, onGet } from "./router.ts";

/** What was found, the verdicts first, by lead and service, then the rows. */
export type FoundLeads = Awaited<ReturnType<typeof find>>;
export type FoundLead = FoundLeads["leads"][number];
export type FoundVerdict = FoundLead["verdicts"][number];
export type FoundRow = FoundLeads["rows"][number];

const TEXT_CHARACTERS_MAX = 1_000;

/** Search for a person over all runs: what `explain` does. */
export function findRoutes(desk: Desk): DeskRoute[] {
  return [onGet("/api/find", ({ query }) => find(query.get("text") ?? "", desk))];
}

async function find(text: string, desk: Desk) {
  const query = parseLeadQuery(text.slice(0, TEXT_CHARACTERS_MAX));
  if (!query) throw deskError("usage/query-empty");
  const known = await runsHere(desk);
  const answer = await answerLeadQuery(query, known);
  // The person at the desk may see the addresses of their own sheets, but no login link.
  const redact = redactionFor(answer.rows, { reveal: false });
  const shown = (text: string): Promise<string> => desk.runNames.within(redact(text), known.dirs);
  return {
    text: query.shown,
    leads: await Promise.all(
      answer.leads.map(async ({ email, verdicts }) => ({
        email,
        verdicts: await Promise.all(
          verdicts.map(async (verdict) => ({
            /** Which service it is about; null where there is only one. */
            place: verdicts.length > 1 ? targetText(verdict) : null,
            exists: verdict.exists,
            headline: await shown(verdict.message),
            why: await shown([toldText(verdict.why), ...sharedText(verdict)].join(" ")),
            action: (await shown(deskActionText(verdict.action))) || null,
            steps: pageSteps(verdict.nextSteps),
          })),
        ),
      })),
    ),
    rows: answer.rows.map(foundRow),
    leftCount: answer.leftCount,
    near: answer.near.map((miss) => ({ text: miss.text })),
    runCount: known.dirs.length,
    unread: await Promise.all(answer.blind.unread.map((dir) => desk.runNames.of(dir))),
    absent: absentLines(known.absent),
    purgedCount: answer.blind.purged,
  };
}

function foundRow({ run, row, sightings: [current] }: Explanation) {
  const { applicant, state } = row;
  return {
    input: run.input,
    row: row.row,
    page: runPage(runName(run.dir), "row", row.row),
    status: state.status,
    maybeCreated: state.maybeCreated,
    name: current?.name || null,
    email: applicant.email,
    at: current?.at ?? null,
  };
}
