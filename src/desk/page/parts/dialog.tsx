import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Something that has to be answered first. Escape is `onClose`; the browser keeps the focus within. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const { title, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
