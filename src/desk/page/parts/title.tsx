import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Result } from "../../../report/model/headline.ts";

/** What a view is about: its heading, and the name of the browser's tab. */
export function Title({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading.current?.lastChild?.textContent} – leadctl desk`;
  });
  return <h1 ref={heading}>{children}</h1>;
}

const TONE_SIGNS = { good: "✔", attention: "!", bad: "✖" } as const;

/**
 * What a sheet came to, or would: the verdict is the heading.
 *
 * @param children What else there is to say of it, in a line above.
 */
export function Headline(props: { input: string; result: Result; children?: ComponentChildren }) {
  const { input, result, children } = props;
  return (
    <div>
      <p class="about">
        <strong>{input}</strong>
        {children}
      </p>
      <Title>
        <span class={`tone ${result.tone}`} aria-hidden="true">
          {TONE_SIGNS[result.tone]}
        </span>
        <span>{result.text}</span>
      </Title>
      {result.why !== null && <p class="why">{result.why}</p>}
    </div>
  );
}
