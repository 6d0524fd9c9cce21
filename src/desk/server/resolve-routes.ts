import * as z from "zod";
import { type OwnerWords, resolveRuns } from "../../job/resolve/resolve-run.ts";
import type { RunEvidence } from "../../outcome/evidence.ts";
import { rowGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { isResolvable } from "../../outcome/lead-state.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { SentRequest } from "../../run/journal/sent-requests.ts";
import { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import type { Desk } from "../desk.ts";
import { withUpload } from "../drafts/uploaded-file.ts";
import { silentOutput } from "../runs/rounds.ts";
import { runEntry } from "../runs/run-list.ts";
import { findRunHere } from "../runs/runs-here.ts";
import { type DeskRoute, onGet, onPost, onUpload } from "./router.ts";

/** A row of which the service's owner can say something. */
export type DoubtedRow = ReturnType<typeof doubtedRow>;
/** The rows of a run that may exist, for the answers to be written down. */
export type DoubtedRows = Awaited<ReturnType<typeof doubtedRows>>;
/** What was written down. */
export type Resolved = Awaited<ReturnType<typeof resolve>>;

const SHEET_BYTES_MAX = 64 * 1024 * 1024;

const Answer = z.strictObject({
  row: z.int().positive(),
  word: z.enum(["created", "not-created"]).nullable(),
  quoteId: z.string().max(1_000).exactOptional(),
  loginUrl: z.string().max(10_000).exactOptional(),
  note: z.string().max(10_000).exactOptional(),
});
/** What was said of a row: `null` takes it back. */
export type GivenAnswer = z.infer<typeof Answer>;
const ResolveRequest = z.strictObject({ answers: z.array(Answer).min(1).max(10_000) });

/** What the service's owner says of rows that may exist: what `resolve` does. */
export function resolveRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/runs/:run/doubted", async ({ params }) => doubtedRows(await findRunHere(params.run, desk))),
    onPost("/api/runs/:run/resolve", ResolveRequest, (words, { params }) => resolve(desk, params.run, words)),
    onUpload("/api/runs/:run/resolve-sheet", SHEET_BYTES_MAX, ({ params, query, body }) =>
      withUpload(query.get("name") ?? "", body, (sheet) => resolve(desk, params.run, { sheet })),
    ),
  ];
}

async function resolve(desk: Desk, name: string, words: OwnerWords) {
  const dir = await findRunHere(name, desk);
  const said: string[] = [];
  const output = { ...(await silentOutput(desk.context)), say: (text: string) => void said.push(text) };
  await resolveRuns([dir], words, false, output, desk.context);
  // The first thing that is said are the answers, what follows is the run's summary.
  return { said: said[0] ?? "" };
}

async function doubtedRows(dir: string) {
  const found = await Run.inspect(dir);
  const { run } = found;
  if (!run) throw found.problem;
  await run.verify();
  const wanted = new Set([...run.state.rows()].filter((row) => isResolvable(run.state.get(row))));
  const requests = await run.sentRequests(wanted);
  const evidence = gatherEvidence(found);
  const rows: DoubtedRow[] = [];
  for await (const batch of run.rows((each) => wanted.has(each)))
    for (const row of batch) rows.push(doubtedRow(row, requests.get(row.row) ?? [], evidence));
  return { run: runEntry(found), rows };
}

function doubtedRow(row: RunRow, requests: readonly SentRequest[], run: RunEvidence) {
  const { state, pieces, said, applicant } = row;
  const { email, firstName, lastName } = applicant;
  return {
    row: row.row,
    status: state.status,
    email,
    name: [firstName, lastName].filter(Boolean).join(" ") || null,
    /** What happened, as a sentence. */
    meaning: toldText(rowGuidance({ ...row, turn: "to-come", run }).meaning),
    /** UTC, ISO 8601. */
    sentAt: requests.map(({ at }) => at),
    /** It arrived, or was told. */
    quoteId: said?.quoteId ?? pieces?.quoteId ?? null,
    /** What was written down of it. */
    said: said
      ? {
          word: said.word,
          quoteId: said.quoteId ?? null,
          hasLink: said.loginUrl !== undefined,
          note: said.note ?? null,
          at: said.at,
        }
      : null,
  };
}
