import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Dialog, ResultHeading } from "../../../report/page/parts.tsx";
import { amountText } from "../../../terminal/number-text.ts";
import { draftPage, runPage } from "../../addresses.ts";
import { type ApiError, save } from "../api.ts";
import { useBusy, useConnection } from "../hooks.ts";

export type Tone = "info" | "good" | "warn" | "bad";

/** Sets something apart that a person has to know. A screen reader reads a bad one aloud at once. */
export function Banner(props: { tone: Tone; title?: string; children?: ComponentChildren }) {
  const { tone, title, children } = props;
  return (
    <div class={`banner ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

/**
 * Says what went wrong, and what to do, in the server's words. If the desk is away, the page says so once, above all views, and no
 * longer once it is back.
 */
export function ErrorBanner({ error }: { error: ApiError | undefined }) {
  const { isConnected, count } = useConnection();
  const countThen = useMemo(() => count, [error]);
  if (!error || (error.code === "no-server" && (!isConnected || count !== countThen))) return null;
  return (
    <Banner tone="bad" title={error.message}>
      <Hint error={error} />
    </Banner>
  );
}

/** What to do about an error, with the way there. */
export function Hint({ error }: { error: ApiError }) {
  const { draft, run } = error.document;
  return (
    <>
      {error.hint} {typeof draft === "string" && <a href={draftPage(draft, "grid")}>Go to the rows</a>}
      {typeof run === "string" && <a href={runPage(run)}>Look at the run</a>}
    </>
  );
}

/** What is to be confirmed before a button does its work. */
export interface Confirmation {
  title: string;
  text: ComponentChildren;
  /** What the button of it says that does the work. */
  yes: string;
}

/**
 * A button. One that begins something stays pressed, and does nothing when pressed again, until that is done; what went wrong
 * stands behind it. One that can do nothing now keeps the keyboard's focus, which the browser takes from what is `disabled`.
 *
 * @param kind `primary`: what most people want next, once on a page. `danger`: what cannot be taken back.
 */
export function Button(props: {
  onClick(): unknown;
  children: ComponentChildren;
  kind?: "primary" | "danger" | "plain";
  disabled?: boolean;
  /** Where the text alone does not say it. */
  label?: string;
  /** Asked before anything is begun. */
  confirm?: Confirmation;
}) {
  const { onClick, children, kind = "plain", disabled = false, label, confirm } = props;
  const [isBusy, begin, error] = useBusy();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const press = (): void => {
    if (disabled) return;
    if (confirm) setAsking(true);
    else void begin(onClick);
  };
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-disabled={disabled || isBusy}
        aria-busy={isBusy}
        {...(label !== undefined && { "aria-label": label })}
        onClick={press}
      >
        {children}
      </button>
      {isAsking && confirm && (
        <Dialog title={confirm.title} onClose={close}>
          <p>{confirm.text}</p>
          <p class="line">
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                close();
                void begin(onClick);
              }}
            >
              {confirm.yes}
            </button>
          </p>
        </Dialog>
      )}
      <ErrorBanner error={error} />
    </>
  );
}

/**
 * Saves a file of the desk's.
 *
 * @param path Where it is asked for.
 */
export function SaveButton({
  path,
  ...button
}: Omit<Parameters<typeof Button>[0], "onClick"> & { path: string }) {
  return <Button {...button} onClick={() => save(path)} />;
}

/** A part of a view that few need to see: a line until it is opened, and made only then, for it may be long. */
export function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}

/** A part of a view, with its heading. */
export function Card(props: { title?: string; tone?: "warn" | "bad"; children: ComponentChildren }) {
  const { title, tone, children } = props;
  return (
    <section class={`card ${tone ?? ""}`}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

/** A table that may be wider than the page. @param children Its rows. */
export function Table(props: { kind?: string; heads: readonly string[]; children: ComponentChildren }) {
  const { kind, heads, children } = props;
  return (
    <div class="wide">
      <table class={kind}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Notices about a whole sheet or round. */
export function Notices({ title, notices }: { title: string; notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Card title={title}>
      <ul class="plain">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Card>
  );
}

/** A question with a few answers, of which one is chosen. @param children Stand between the two. */
export function Choices(props: {
  question: { id: string; text: string; options: readonly { answer: string; label: string }[] };
  value: string | undefined;
  disabled?: boolean;
  children?: ComponentChildren;
  onChoose(answer: string): void;
}) {
  const { question, value, disabled = false, children, onChoose } = props;
  const { id, text, options } = question;
  return (
    <fieldset class="question" disabled={disabled}>
      <legend>{text}</legend>
      {children}
      {options.map(({ answer, label }) => (
        <label key={answer}>
          <input type="radio" name={id} checked={value === answer} onChange={() => onChoose(answer)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** How far the reading of a sheet is, and what went wrong; nothing once it is read. */
export function ReadingProgress(props: { rowsSoFar: number | null; error: ApiError | undefined }) {
  const { rowsSoFar, error } = props;
  return (
    <>
      <p class="note reading" role="status">
        {rowsSoFar !== null && (
          <>
            <progress aria-label="The sheet is being read" /> Reading the sheet:{" "}
            {amountText(rowsSoFar, "row")} so far. You can go on meanwhile.
          </>
        )}
      </p>
      <ErrorBanner error={error} />
    </>
  );
}

/** A time, to the minute or the second, as this computer writes and counts it; hovering shows UTC. */
export function Time({ at, isPrecise = false }: { at: string | null; isPrecise?: boolean }) {
  if (at === null || at === "") return null;
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, {
        dateStyle: "medium",
        timeStyle: isPrecise ? "medium" : "short",
      })}
    </time>
  );
}

/** The heading of a view, which also names the browser's tab. */
export function Title({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => nameTab(heading.current?.textContent));
  return <h1 ref={heading}>{children}</h1>;
}

/** The result of a sheet, or the one to expect. The verdict is the heading, and is read aloud when it comes. */
export function Headline(props: Parameters<typeof ResultHeading>[0]) {
  useEffect(() => nameTab(props.result.text));
  return (
    <div role="status">
      <ResultHeading {...props} />
    </div>
  );
}

function nameTab(text = ""): void {
  document.title = `${text} – leadctl desk`;
}

/** Says what a view waits for, or why that does not come. It is the heading of the page until then, and is read aloud. */
export function Waiting({ text, error }: { text: string; error?: ApiError | undefined }) {
  if (error) return <ErrorBanner error={error} />;
  return (
    <div class="waiting" role="status">
      <Title>{text}</Title>
    </div>
  );
}
