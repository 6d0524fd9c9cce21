import { useRef, useState } from "preact/hooks";
import { ApiError } from "../api.ts";
import { useBusy } from "../busy.ts";
import { ErrorBanner } from "./banner.tsx";

const ONE_ONLY = new ApiError({
  code: "one-file",
  message: "These are several files",
  hint: "Nothing was read. Drop one file alone.",
});

/**
 * A place to drop files, or to choose them, one after the other; the next ones once that is done. What went wrong stands below it.
 *
 * @param accept As `input` takes it, as in `.csv,.xlsx`.
 */
export function FileDrop(props: {
  title: string;
  hint?: string;
  accept?: string;
  disabled?: boolean;
  /** Whether several may come at once. */
  isForMany?: boolean;
  onFile(file: File, isOne: boolean): unknown;
}) {
  const { title, hint, accept, isForMany = false, onFile } = props;
  const [isBusy, begin, error] = useBusy();
  const disabled = props.disabled === true || isBusy;
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined): void => {
    const given = [...(files ?? [])];
    if (given.length === 0 || disabled) return;
    void begin(async () => {
      if (given.length > 1 && !isForMany) throw ONE_ONLY;
      for (const file of given) await onFile(file, given.length === 1);
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
          ref={input}
          class="unseen"
          type="file"
          multiple={isForMany}
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
