import * as z from "zod";
import { templateWorkbook } from "../../sheet/template-workbook.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { downloadRoutes } from "./download-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import { findRoutes } from "./find-routes.ts";
import { gridRoutes } from "./grid-routes.ts";
import { purgeRoutes } from "./purge-routes.ts";
import { resolveRoutes } from "./resolve-routes.ts";
import { resultsRoutes } from "./results-routes.ts";
import { type DeskRoute, onDownload, onGet, onPost, WORKBOOK_TYPE } from "./router.ts";
import { runRoutes } from "./run-routes.ts";
import { sendRoutes } from "./send-routes.ts";

export type DeskState = Awaited<ReturnType<typeof stateOf>>;

const KeyRequest = z.strictObject({ place: z.string(), key: z.string() });

/** Everything that the page can ask for: what the Start view shows, the key that it asks for, what happens meanwhile, and all else. */
export function deskRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/state", () => stateOf(desk)),
    { method: "GET", path: "/api/events", handle: async () => ({ events: true }) },
    onDownload("/api/template.xlsx", () => ({
      file: templateWorkbook(),
      name: "leads.xlsx",
      type: WORKBOOK_TYPE,
    })),
    onPost("/api/key", KeyRequest, async ({ place: id, key }) => {
      const place = await desk.places.get(id);
      requireKey(key.trim());
      desk.places.giveKey(place, key);
      return { places: await desk.places.list() };
    }),
    ...gridRoutes(desk),
    ...draftRoutes(desk),
    ...runRoutes(desk),
    ...resolveRoutes(desk),
    ...purgeRoutes(desk),
    ...downloadRoutes(desk),
    ...findRoutes(desk),
    ...sendRoutes(desk),
    ...resultsRoutes(desk),
  ];
}

async function stateOf({ folder, places, drafts, rounds }: Desk) {
  return { folder, places: await places.list(), drafts: await drafts.list(), round: rounds.current };
}

/** Refuses a text that no header can hold, without repeating it. */
function requireKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw deskError(key === "" ? "key-missing" : "key-malformed");
}
