import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Where to go when a cell is done. */
export type Move = "stay" | "up" | "down" | "left" | "right";

/**
 * A cell that is being typed into. It stands over the grid, not in it.
 *
 * @param label What the cell is, for anybody who cannot see it.
 * @param text What it begins with.
 * @param choices Words to choose from; others may be typed.
 */
export function CellEditor(props: {
  label: string;
  text: string;
  choices: readonly string[];
  place: { left: number; top: number; width: number; height: number };
  onCommit(text: string, move: Move): void;
  onCancel(): void;
}) {
  const { label, choices, place, onCommit, onCancel } = props;
  const [text, setText] = useState(props.text);
  const [chosen, setChosen] = useState(-1);
  const box = useRef<HTMLTextAreaElement>(null);
  // Taking the editor away takes the focus away, which must not commit once more.
  const isDone = useRef(false);
  const found = wordsFor(choices, text, props.text);
  useLayoutEffect(() => {
    const { current } = box;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  useEffect(() => setChosen(-1), [text]);
  const finish = (move: Move | null, value = text): void => {
    if (isDone.current) return;
    isDone.current = true;
    if (move === null) onCancel();
    else onCommit(value, move);
  };
  const isListed = found.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing) return;
    const { key, shiftKey, altKey, ctrlKey } = event;
    if (key === "Enter" && (altKey || ctrlKey)) {
      event.preventDefault();
      setText(`${text}\n`);
    } else if (key === "Enter") {
      event.preventDefault();
      finish(shiftKey ? "up" : "down", (isListed && found[chosen]) || text);
    } else if (key === "Tab") {
      event.preventDefault();
      finish(shiftKey ? "left" : "right", (isListed && found[chosen]) || text);
    } else if (key === "Escape") {
      event.preventDefault();
      finish(null);
    } else if (choices.length > 0 && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      const step = key === "ArrowDown" ? 1 : -1;
      setChosen(
        (now) => (now + step + found.length + (now < 0 && step < 0 ? 1 : 0)) % Math.max(1, found.length),
      );
    }
  };
  return (
    <div
      class="g-editor"
      style={{ left: `${place.left}px`, top: `${place.top}px`, width: `${Math.max(place.width, 130)}px` }}
    >
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        {...(choices.length > 0 && {
          "aria-autocomplete": "list" as const,
          "aria-controls": isListed ? "g-words" : undefined,
          "aria-activedescendant": isListed && chosen >= 0 ? `g-word-${chosen}` : undefined,
        })}
        value={text}
        style={{ height: `${text.includes("\n") ? place.height * 3 : place.height}px` }}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish("stay")}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
      />
      {isListed && (
        <div id="g-words" role="listbox" aria-label="Words to choose from" class="g-words">
          {found.map((word, at) => (
            <div
              key={word}
              id={`g-word-${at}`}
              role="option"
              aria-selected={at === chosen}
              class={at === chosen ? "g-word g-chosen" : "g-word"}
              onMouseDown={(event) => {
                event.preventDefault();
                finish("stay", word);
              }}
            >
              {word}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** All words while nothing is typed, or what is there is one of them; else those that have it in them. */
function wordsFor(choices: readonly string[], text: string, before: string): string[] {
  const typed = text.trim().toLowerCase();
  if (typed === "" || text === before || choices.some((word) => word.toLowerCase() === typed))
    return [...choices];
  return choices.filter((word) => word.toLowerCase().includes(typed));
}
