import type { Desk } from "./desk.ts";
import type { DeskRoute } from "./router.ts";
import { stateRoutes } from "./state-routes.ts";

/** Everything that the page can ask for. */
export function deskRoutes(desk: Desk): DeskRoute[] {
  return [...stateRoutes(desk)];
}
