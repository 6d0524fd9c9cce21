import type { ComponentChildren } from "preact";
import type { ApiError } from "../api.ts";

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

/** What went wrong, and what to do; in the server's words. */
export function ErrorBanner({ error }: { error: ApiError }) {
  return (
    <Banner tone="bad" title={error.message}>
      {error.hint}
    </Banner>
  );
}
