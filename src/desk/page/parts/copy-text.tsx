import { useState } from "preact/hooks";

/** Copies a text, and says so. */
export function CopyText({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState("");
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Could not be copied"),
    );
  };
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {said || label}
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  );
}
