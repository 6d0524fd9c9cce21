import type { ComponentChildren } from "preact";

/** A part of a view, with its heading. */
export function Card(props: { title?: string; tone?: "warn" | "bad"; children: ComponentChildren }) {
  const { title, tone, children } = props;
  return (
    <section class={`card ${tone ?? ""}`}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}
