import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ResultHeading } from "../../../report/page/parts.tsx";

/** What a view is about: its heading, and the name of the browser's tab. */
export function Title({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => nameTab(heading.current?.textContent));
  return <h1 ref={heading}>{children}</h1>;
}

/** The result of a sheet, or the one to expect. The verdict is the heading. */
export function Headline(props: Parameters<typeof ResultHeading>[0]) {
  useEffect(() => nameTab(props.result.text));
  return (
    <div>
      <ResultHeading {...props} />
    </div>
  );
}

function nameTab(text = ""): void {
  document.title = `${text} – leadctl desk`;
}

/** Says what a view waits for. It is the heading of the page until then, and is read aloud. */
export function Waiting({ text }: { text: string }) {
  return (
    <div class="waiting" role="status">
      <Title>{text}</Title>
    </div>
  );
}
