import { Readable } from "node:stream";
import { systemClock } from "../../src/base/clock.ts";
import { DraftStore } from "../../src/desk/drafts/draft-store.ts";
import type { RunHead } from "../../src/desk/server/results-routes.ts";
import type { connectTo } from "./running-desk.ts";

type Ask = Awaited<ReturnType<typeof connectTo>>;

/** Puts a sheet into a desk's folder, as if it had been dropped there. @returns The draft's id. */
export async function dropSheet(folder: string, text: string, name = "leads.csv"): Promise<string> {
  const store = new DraftStore(folder, systemClock);
  const draft = await store.create(name, Readable.from([Buffer.from(text)]));
  await store.close();
  return draft.id;
}

/** Asks to send a draft. */
export async function sendDraft(ask: Ask, id: string, body: object = {}) {
  const response = await ask(`/api/drafts/${id}/send`, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, json: await response.json() };
}

/** Waits until a round of a run has ended and its results are there. */
export async function whenDone(ask: Ask, run: string): Promise<RunHead> {
  for (;;) {
    const head: RunHead = await (await ask(`/api/runs/${encodeURIComponent(run)}`)).json();
    if (head.results) return head;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
