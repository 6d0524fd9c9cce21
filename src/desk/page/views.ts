import type { FunctionComponent } from "preact";
import { FindView } from "./views/find.tsx";
import { ResolveView } from "./views/resolve.tsx";
import { RunsView } from "./views/runs.tsx";
import { StartView } from "./views/start.tsx";

/** What stands in the address where the pattern has `:name`. */
export type ViewParams = Readonly<Record<string, string>>;

export interface View {
  /** As in `/draft/:id/match`, behind the `#`. */
  path: string;
  view: FunctionComponent<{ params: ViewParams }>;
}

/** Every view, by its address. */
export const VIEWS: readonly View[] = [
  { path: "/", view: StartView },
  { path: "/runs", view: RunsView },
  { path: "/run/:run/resolve", view: ResolveView },
  { path: "/find", view: FindView },
  { path: "/find/:text", view: FindView },
];
