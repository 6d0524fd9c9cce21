import type { ComponentChildren } from "preact";
import { draftPage, runPage } from "../../addresses.ts";
import type { ApiError } from "../api.ts";
import { useConnection } from "../live.ts";

export type Tone = "info" | "good" | "warn" | "bad";

/** Something that a person has to know, set apart. What is bad is read aloud at once. */
export function Banner(props: { tone: Tone; title?: string; children?: ComponentChildren }) {
  const { tone, title, children } = props;
  return (
    <div class={`banner ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

/** What went wrong, and what to do; in the server's words. That the desk is away, the page says once above all views. */
export function ErrorBanner({ error }: { error: ApiError }) {
  const { isConnected } = useConnection();
  if (error.code === "no-server" && !isConnected) return null;
  const { draft, run } = error.document;
  return (
    <Banner tone="bad" title={error.message}>
      {error.hint} {typeof draft === "string" && <a href={draftPage(draft, "grid")}>Go to the rows</a>}
      {typeof run === "string" && <a href={runPage(run)}>Look at the run</a>}
    </Banner>
  );
}
