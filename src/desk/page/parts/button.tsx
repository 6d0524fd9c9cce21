import type { ComponentChildren } from "preact";
import { save } from "../api.ts";
import { useBusy } from "../busy.ts";
import { ErrorBanner } from "./banner.tsx";

/**
 * A button. One that begins something stays pressed, and cannot be pressed twice, until that is done; what went wrong stands
 * behind it.
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
  const [isBusy, begin, error] = useBusy();
  return (
    <>
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
      {error && <ErrorBanner error={error} />}
    </>
  );
}

/**
 * Saves a file of the desk's.
 *
 * @param path Where it is asked for.
 * @param onSaved Called once it is saved.
 */
export function SaveButton(props: {
  path: string;
  children: ComponentChildren;
  kind?: "primary" | "plain";
  onSaved?(): void;
}) {
  const { path, children, kind = "plain", onSaved } = props;
  const press = async (): Promise<void> => {
    await save(path);
    onSaved?.();
  };
  return (
    <Button kind={kind} onClick={press}>
      {children}
    </Button>
  );
}
