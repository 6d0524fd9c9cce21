import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useBusy } from "../busy.ts";
import { Button } from "./button.tsx";

/**
 * Has something typed before what cannot be taken back.
 *
 * @param children What to type it for: behind the text itself.
 */
export function TypedConfirm(props: {
  wanted: string;
  action: string;
  kind: "primary" | "danger";
  children: ComponentChildren;
  onConfirm(typed: string): unknown;
  onCancel(): void;
}) {
  const { wanted, action, kind, children, onConfirm, onCancel } = props;
  const [typed, setTyped] = useState("");
  const [isBusy, begin] = useBusy();
  const isReady = typed.trim() === wanted && !isBusy;
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void begin(() => onConfirm(typed.trim()));
      }}
    >
      <label>
        <span>
          Type <strong>{wanted}</strong> {children}
        </span>
        <input
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div class="line">
        <button type="submit" class={kind} disabled={!isReady}>
          {action}
        </button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
