/** A row's status, in its colour, by its name. */
export function Status({ status, text = status }: { status: string; text?: string }) {
  return <span class={`status ${status}`}>{text}</span>;
}
