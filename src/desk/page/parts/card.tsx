import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** A part of a view that few need to see: a line until it is opened, and made only then, for it may be long. */
export function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}

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
