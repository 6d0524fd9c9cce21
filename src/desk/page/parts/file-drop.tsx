import { useRef, useState } from "preact/hooks";
import { useBusy } from "../busy.ts";
import { ErrorBanner } from "./banner.tsx";

/**
 * A place to drop one file, or to choose it; the next one once that is done. What went wrong stands below it.
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
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file && !disabled) void begin(() => onFile(file));
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
          ref={input}
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
      {error && <ErrorBanner error={error} />}
    </>
  );
}
