import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { amountText } from "../../terminal/number-text.ts";
import { type DraftView, draftPage, matchPath, type ViewParams } from "../addresses.ts";
import type { ApiError } from "./api.ts";
import { onUnsaved, saveAllAgain } from "./grid/grid-client.ts";
import { useConnection } from "./hooks.ts";
import { Banner, ErrorBanner } from "./parts/pieces.tsx";
import { CheckView, SendDraftView } from "./views/check.tsx";
import { FindView } from "./views/find.tsx";
import { GridView } from "./views/grid.tsx";
import { MatchView } from "./views/match.tsx";
import { ResolveView } from "./views/resolve.tsx";
import { RunView } from "./views/results.tsx";
import { RowStoryView } from "./views/row-story.tsx";
import { RunsView } from "./views/runs.tsx";
import { StartView } from "./views/start.tsx";

const STEPS = ["Start", "Match", "Check", "Send", "Results"] as const;

type Step = (typeof STEPS)[number];

interface View {
  /** As in `/draft/:id/match`, behind the `#`. */
  path: string;
  view: FunctionComponent<ViewParams>;
  /** Where in the job a person is there. */
  step?: Step;
}

/** Every view, by its address. */
const VIEWS: readonly View[] = [
  { path: "/", view: StartView, step: "Start" },
  { path: "/draft/:id/match", view: MatchView, step: "Match" },
  { path: "/draft/:id/check", view: CheckView, step: "Check" },
  { path: "/draft/:id/grid", view: GridView, step: "Check" },
  { path: "/draft/:id/correct", view: GridView },
  { path: "/draft/:id/send", view: SendDraftView, step: "Send" },
  { path: "/runs", view: RunsView },
  { path: "/run/:run", view: RunView, step: "Results" },
  { path: "/run/:run/resolve", view: ResolveView },
  { path: "/run/:run/row/:row", view: RowStoryView },
  { path: "/find", view: FindView },
];

/** What is shown at an address. */
function viewAt(address: string): (View & { params: ViewParams }) | undefined {
  for (const view of VIEWS) {
    const params = matchPath(view.path, address);
    if (params) return { ...view, params };
  }
  return undefined;
}

/** The page around the views: which one is shown is said by the address behind the `#`. */
export function App({ problem }: { problem: ApiError | undefined }) {
  // Counted, because two changes so close that both see the same address are still another visit, with other data.
  const [visit, setVisit] = useState(0);
  const address = location.hash.replace(/^#/, "") || "/";
  const found = viewAt(address);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const onChange = (): void => setVisit((count) => count + 1);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  useLayoutEffect(() => {
    if (visit === 0) return;
    // A person who cannot see the page hears that it is another one. Browsers scroll to the middle of what is taller than the page.
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [visit]);
  return (
    <>
      <header class="top">
        <a class="brand" href="#/">
          leadctl desk
        </a>
        {found?.step && <Steps current={found.step} draft={found.params.id} />}
        <nav aria-label="Pages">
          <a href="#/" aria-current={address === "/" ? "page" : undefined}>
            Start
          </a>
          <a href="#/runs" aria-current={address === "/runs" ? "page" : undefined}>
            Runs
          </a>
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {problem ? (
          <ErrorBanner error={problem} />
        ) : (
          <Connected>
            {found ? (
              <found.view key={visit} {...found.params} />
            ) : (
              <Banner tone="warn" title="There is no such page">
                <a href="#/">Go to the start</a>
              </Banner>
            )}
          </Connected>
        )}
      </main>
    </>
  );
}

/** Says when the desk is away, and what would be lost if this page is closed meanwhile. */
function Connected({ children }: { children: ComponentChildren }) {
  const { isConnected, count } = useConnection();
  const [unsaved, setUnsaved] = useState(0);
  useEffect(saveAllAgain, [count]);
  useEffect(() => onUnsaved(setUnsaved), []);
  const are = unsaved === 1 ? "is" : "are";
  return (
    <>
      {!isConnected && (
        <Banner tone="warn" title="The desk does not answer">
          The desk may have ended, or this computer was asleep.{" "}
          {unsaved === 0
            ? "Start it again: everything that was saved is still there."
            : `${amountText(unsaved, "change")} ${are} not saved yet: keep this page open, and start the desk again as before. What can be saved then is saved, and the rest is shown for you to do once more.`}
        </Banner>
      )}
      {children}
    </>
  );
}

/**
 * Where in the job a person is.
 *
 * @param draft The sheet that it is about: one can go from step to step of it.
 */
function Steps({ current, draft }: { current: Step; draft: string | undefined }) {
  const at = STEPS.indexOf(current);
  const linkOf = (step: Step): string | undefined => {
    if (step === "Start") return "#/";
    if (draft === undefined || step === "Results") return undefined;
    return draftPage(draft, step.toLowerCase() as DraftView);
  };
  return (
    <ol class="steps" aria-label="Steps">
      {STEPS.map((step, index) => {
        const link = index === at ? undefined : linkOf(step);
        const kind = index < at ? "done" : index === at ? "current" : "";
        return (
          <li key={step} class={kind} aria-current={index === at ? "step" : undefined}>
            {link === undefined ? <span>{step}</span> : <a href={link}>{step}</a>}
          </li>
        );
      })}
    </ol>
  );
}
