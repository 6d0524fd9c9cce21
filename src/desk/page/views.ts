import type { FunctionComponent } from "preact";
import { StartView } from "./views/start.tsx";

/** What stands in the address where the pattern has `:name`. */
export type ViewParams = Readonly<Record<string, string>>;

export interface View {
  /** As in `/draft/:id/match`, behind the `#`. */
  path: string;
  view: FunctionComponent<{ params: ViewParams }>;
}

/** Every view, by its address. */
export const VIEWS: readonly View[] = [{ path: "/", view: StartView }];
