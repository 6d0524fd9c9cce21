import { useEffect, useRef } from "preact/hooks";

const TYPING_MS = 200;

/** Looks among rows for what is typed, once it is. */
export function Search(props: { placeholder?: string; onSearch(text: string): void }) {
  const { placeholder = "Search", onSearch } = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      aria-label="Search the rows"
      placeholder={placeholder}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(value.trim()), TYPING_MS);
      }}
    />
  );
}
