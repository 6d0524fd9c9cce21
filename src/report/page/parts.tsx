import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { sentence } from "../../base/sentence.ts";
import { countText } from "../../terminal/number-text.ts";
import type { Result } from "../model/headline.ts";
import type { ShownStatus } from "../text/shown-status.ts";
import { SHOWN_SIGNS, type ShownName } from "../text/status-mark.ts";

/** A status with its sign: never told by colour alone. */
export function StatusSign({ status }: { status: ShownName }) {
  return (
    <>
      <span class={`sign s-${status.replaceAll(" ", "-")}`} aria-hidden="true">
        {SHOWN_SIGNS[status]}
      </span>{" "}
      {status}
    </>
  );
}

/** One of several lists, chosen by buttons above it. The list itself is the caller's. */
export function Tabs<Id extends string>(props: {
  label: string;
  tabs: readonly { id: Id; text: string; count?: number; isSoFar?: boolean; isOff?: boolean }[];
  current: Id;
  onChoose(id: Id): void;
}) {
  const { label, tabs, current, onChoose } = props;
  return (
    <fieldset class="tabs" aria-label={label}>
      {tabs.map(({ id, text, count, isSoFar, isOff = false }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === current}
          disabled={isOff}
          onClick={() => onChoose(id)}
        >
          {text}{" "}
          {count !== undefined && (
            <span class="count">
              {countText(count)}
              {isSoFar && "+"}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}

const TYPING_MS = 200;

/** Looks among rows for what is typed, once it is. */
export function Search(props: { placeholder?: string; onSearch(text: string): void }) {
  const { placeholder = "Search", onSearch } = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      id="query"
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

/**
 * Something that has to be answered or closed first. Escape is `onClose`; the browser keeps the focus within. It gives it back where
 * a dialog is closed, but not where it is taken away.
 */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const { title, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

/** A table that may be wider than the page: who has only a keyboard scrolls it, too. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <div class="wide" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** What there is to say of a row, a line for each thing. */
export function IssueList(props: {
  title: string;
  issues: readonly { place: string; message: string; path?: string }[];
}) {
  const { title, issues } = props;
  if (issues.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {issues.map(({ place, message, path }) => (
          <li key={`${place} ${message}`}>
            {place !== "" && <strong>{place} </strong>}
            {message}
            {path && <span class="note"> {path}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

const TONE_SIGNS: Readonly<Record<Result["tone"], string>> = { good: "✔", attention: "!", bad: "✖" };

/**
 * What a sheet came to, or would: the verdict is the heading.
 *
 * @param children What else there is to say of it, in a line above.
 */
export function ResultHeading(props: { input: string; result: Result; children?: ComponentChildren }) {
  const { input, result, children } = props;
  return (
    <>
      <p class="about">
        <strong>{input}</strong>
        {children}
      </p>
      <h1>
        <span class={`tone ${result.tone}`} aria-hidden="true">
          {TONE_SIGNS[result.tone]}
        </span>
        <span>{result.text}</span>
      </h1>
      {result.why !== null && <p class="why">{result.why}</p>}
    </>
  );
}

/** What is known of something: a name and a value each. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What each status that occurs means, and what to do about it. */
export function StatusMeanings({ statuses }: { statuses: readonly ShownStatus[] }) {
  return (
    <dl class="meanings">
      {statuses.map(({ name, count, means, next }) => (
        <div key={name}>
          <dt>
            <StatusSign status={name} /> <span class="note">{countText(count)}</span>
          </dt>
          <dd>
            {sentence(means)} <span class="note">{sentence(next)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
