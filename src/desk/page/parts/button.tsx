import type { ComponentChildren } from "preact";
import { useBusy } from "../busy.ts";

/**
 * A button. One that begins something stays pressed, and cannot be pressed twice, until that is done.
 *
 * @param kind `primary`: what most people want next, once on a page. `danger`: what cannot be taken back.
 */
export function Button(props: {
  onClick(): unknown;
  children: ComponentChildren;
  kind?: "primary" | "danger" | "plain";
  disabled?: boolean;
  /** Where the text alone does not say it. */
  label?: string;
}) {
  const { onClick, children, kind = "plain", disabled = false, label } = props;
  const [isBusy, begin] = useBusy();
  return (
    <button
      type="button"
      class={kind}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      {...(label !== undefined && { "aria-label": label })}
      onClick={() => begin(onClick)}
    >
      {children}
    </button>
  );
}
