import { element, say } from "./elements.ts";

const SHOWN_MS = 1_600;

/** Every button that carries a text copies it, and says so. */
export function wireCopying(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!(target instanceof HTMLButtonElement)) return;
    void copy(target.dataset.copy ?? "", target).then((isCopied) => confirm(target, isCopied));
  });
}

async function copy(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

/** Where a browser keeps the clipboard from pages that were opened as files. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = element("textarea", { class: "unseen", readonly: "" });
  field.value = text;
  // A modal dialog makes everything outside of it unselectable.
  (near.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  near.focus();
  return isCopied;
}

function confirm(target: HTMLButtonElement, isCopied: boolean): void {
  const word = isCopied ? "Copied" : "Not copied";
  say(word);
  target.dataset.label ??= target.textContent ?? "";
  target.textContent = word;
  setTimeout(() => {
    target.textContent = target.dataset.label ?? "Copy";
  }, SHOWN_MS);
}
