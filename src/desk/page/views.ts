import type { FunctionComponent } from "preact";
import { CheckView } from "./views/check.tsx";
import { FindView } from "./views/find.tsx";
import { GridView } from "./views/grid.tsx";
import { MatchView } from "./views/match.tsx";
import { ResolveView } from "./views/resolve.tsx";
import { RunView } from "./views/results.tsx";
import { RowStoryView } from "./views/row-story.tsx";
import { RunsView } from "./views/runs.tsx";
import { SendDraftView } from "./views/send.tsx";
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
  { path: "/draft/:id/match", view: MatchView },
  { path: "/draft/:id/check", view: CheckView },
  { path: "/draft/:id/grid", view: GridView },
  { path: "/runs", view: RunsView },
  { path: "/run/:run/resolve", view: ResolveView },
  { path: "/find", view: FindView },
  { path: "/find/:text", view: FindView },
  { path: "/draft/:id/send", view: SendDraftView },
  { path: "/run/:run", view: RunView },
  { path: "/run/:run/row/:row", view: RowStoryView },
];
