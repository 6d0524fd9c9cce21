import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { DeskPlace } from "../../runs/places.ts";
import { ApiError, post } from "../api.ts";
import { useBusy } from "../hooks.ts";
import { Button, ErrorBanner } from "./pieces.tsx";

const ONE_ONLY = new ApiError({
  code: "one-file",
  message: "These are several files",
  hint: "Nothing was read. Drop one file alone.",
});

/**
 * A place to drop a file, or to choose it; the next one once that is done. What went wrong stands below it.
 *
 * @param accept As `input` takes it, as in `.csv,.xlsx`.
 */
export function FileDrop(props: {
  title: string;
  hint?: string;
  accept?: string;
  disabled?: boolean;
  onFile(file: File): unknown;
}) {
  const { title, hint, accept, onFile } = props;
  const [isBusy, begin, error] = useBusy();
  const disabled = props.disabled === true || isBusy;
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const [file, ...others] = files ?? [];
    if (!file || disabled) return;
    void begin(() => {
      if (others.length > 0) throw ONE_ONLY;
      return onFile(file);
    });
  };
  return (
    <>
      <label
        class={`drop ${isOver ? "over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files);
        }}
      >
        <input
          class="unseen"
          type="file"
          disabled={disabled}
          {...(accept !== undefined && { accept })}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file may be chosen again after it was changed.
            event.currentTarget.value = "";
          }}
        />
        <strong>{title}</strong>
        {hint !== undefined && <span class="note">{hint}</span>}
      </label>
      <ErrorBanner error={error} />
    </>
  );
}

/**
 * Asks for the key of a place. It goes to the desk's memory, and never comes back.
 *
 * @param onGiven Called when the desk has it.
 */
export function KeyForm(props: {
  place: Pick<DeskPlace, "id" | "name">;
  label?: string;
  onGiven(): unknown;
}) {
  const { place, label = "Use this key", onGiven } = props;
  const [key, setKey] = useState("");
  const id = useId();
  const [isBusy, begin, error] = useBusy();
  const give = async (): Promise<void> => {
    await post("/api/key", { place: place.id, key });
    setKey((now) => (now === key ? "" : now));
    await onGiven();
  };
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(give);
      }}
    >
      <label for={id}>Key for {place.name}</label>
      <div class="line">
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" disabled={key.trim() === ""} aria-disabled={isBusy}>
          {label}
        </button>
      </div>
      <p class="note">It is kept in memory until the desk ends, and is never saved.</p>
      <ErrorBanner error={error} />
    </form>
  );
}

/**
 * Asks for the name of a protected place.
 *
 * @param what For what, as in `to send 3 leads there`.
 */
export function NameForm(props: {
  name: string;
  what: string;
  onConfirm(typed: string): unknown;
  onCancel(): void;
}) {
  const { name, what, ...on } = props;
  return (
    <>
      <p>What is created there is real, and stays.</p>
      <TypedConfirm wanted={name} action="Send" kind="primary" {...on}>
        {what}
      </TypedConfirm>
    </>
  );
}

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
  const [isBusy, begin, error] = useBusy();
  const isReady = typed.trim() === wanted;
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
        <button type="submit" class={kind} disabled={!isReady} aria-disabled={isBusy}>
          {action}
        </button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <ErrorBanner error={error} />
    </form>
  );
}
