import type { Desk } from "../desk.ts";
import { downloadRoutes } from "./download-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import { findRoutes } from "./find-routes.ts";
import { gridRoutes } from "./grid-routes.ts";
import { purgeRoutes } from "./purge-routes.ts";
import { resolveRoutes } from "./resolve-routes.ts";
import { resultsRoutes } from "./results-routes.ts";
import type { DeskRoute } from "./router.ts";
import { runRoutes } from "./run-routes.ts";
import { sendRoutes } from "./send-routes.ts";
import { stateRoutes } from "./state-routes.ts";

/** Everything that the page can ask for. */
export function deskRoutes(desk: Desk): DeskRoute[] {
  return [
    ...stateRoutes(desk),
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
