import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { amountText } from "../../../terminal/number-text.ts";
import { runPage } from "../../addresses.ts";
import type { JudgedCorrections } from "../../server/grid-routes.ts";
import type { SentBeforeNote } from "../../server/send-routes.ts";
import { type ApiError, asApiError, post, upload } from "../api.ts";
import { KeyForm, NameForm } from "./forms.tsx";
import { Button } from "./pieces.tsx";
import { AnswerForm, type AskedQuestion } from "./questions.tsx";

/** What is sent to begin a round. */
type Body = Readonly<Record<string, unknown>>;

/** What the server has to be told before it sends. */
type Asked =
  | { for: "key"; place: { id: string; name: string } }
  | { for: "name"; environment: string; what: string }
  | { for: "answers"; questions: readonly AskedQuestion[] }
  | { for: "earlier"; earlier: readonly SentBeforeNote[] }
  | { for: "judged"; judged: JudgedCorrections };

/** A question on the page, and who waits for its answer. */
interface Open {
  asked: Asked;
  /** What goes on once that is known, as a sentence without its full stop. */
  order: string;
  onOnlyNew?: (() => Promise<void>) | undefined;
  /** @param more What is sent besides; nothing where the person gives up. */
  answer(more: Body | undefined): void;
}

/** Undefined where the page has nothing to ask: the error is to be shown. */
function askedFor(error: ApiError): Asked | undefined {
  const { place, environment, what, questions, earlier, judged } = error.document as {
    place?: { id: string; name: string };
    environment?: string;
    what?: string;
    questions?: readonly AskedQuestion[];
    earlier?: readonly SentBeforeNote[];
    judged?: JudgedCorrections;
  };
  if (error.code === "corrections-judged" && judged) return { for: "judged", judged };
  if ((error.code === "open_questions" || error.code === "people-sent") && questions)
    return { for: "answers", questions };
  if (error.code === "sent-before" && earlier) return { for: "earlier", earlier };
  if (error.code === "key-missing" && place) return { for: "key", place };
  if (error.code === "not-confirmed" && environment !== undefined)
    return { for: "name", environment, what: what ?? "" };
  return undefined;
}

/**
 * Sends the request that begins a round. If a key is missing, a protected place's name has to be typed, or leads were sent
 * before, perhaps of the same people, it asks the person, and sends the request again.
 *
 * @param onChanged Called where the draft is another one than is shown: shows it anew.
 * @param onOnlyNew Leaves out the people who were sent before.
 * @returns `send`, which resolves with nothing where the person gave up, and rejects with an ApiError for anything else; and
 *   `dialogs`, to be shown.
 */
export function useSending(
  onChanged?: () => Promise<void>,
  onOnlyNew?: () => Promise<void>,
): {
  /** @param order What it does, for anybody who is asked first: a sentence without its full stop. */
  send<T>(path: string, body: Body, order: string, file?: Blob): Promise<T | undefined>;
  dialogs: ComponentChildren;
} {
  const [open, setOpen] = useState<Open>();
  const ask = (asked: Asked, order: string): Promise<Body | undefined> =>
    new Promise((resolve) => {
      const answer = (more: Body | undefined): void => {
        setOpen((now) => (now?.answer === answer ? undefined : now));
        resolve(more);
      };
      setOpen({ asked, order, answer });
    });
  const send = async <T,>(path: string, body: Body, order: string, file?: Blob): Promise<T | undefined> => {
    for (let told = body; ; ) {
      try {
        return file ? await upload<T>(withQuery(path, told), file) : await post<T>(path, told);
      } catch (thrown) {
        const error = asApiError(thrown);
        const asked = askedFor(error);
        if (error.code === "draft-changed") await onChanged?.();
        if (!asked) throw error;
        const more = await ask(asked, order);
        if (!more) return undefined;
        const { anotherKey: _, ...rest } = told;
        told = { ...rest, ...more };
      }
    }
  };
  return { send, dialogs: open && <AskFirst key={open.asked.for} {...open} onOnlyNew={onOnlyNew} /> };
}

function withQuery(path: string, values: Body): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    query.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return `${path}?${query}`;
}

function AskFirst({ asked, order, answer, onOnlyNew }: Open) {
  const cancel = (): void => answer(undefined);
  if (asked.for === "key")
    return (
      <Dialog title="A key is needed" onClose={cancel}>
        <p>The service's owner gave it to you. Once you give it, this begins at once: {order}.</p>
        <KeyForm place={asked.place} label="Use this key and send" onGiven={() => answer({})} />
        <div class="line">
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </Dialog>
    );
  if (asked.for === "answers")
    return (
      <Dialog title="Before it is sent" onClose={cancel}>
        <AnswerForm
          questions={asked.questions}
          isWhole
          onAnswer={async (answers) => {
            answer({ answers });
            return true;
          }}
        >
          <Button onClick={cancel}>Cancel</Button>
        </AnswerForm>
      </Dialog>
    );
  if (asked.for === "earlier")
    return (
      <Dialog title="Some of these leads were sent before" onClose={cancel}>
        {asked.earlier.map(({ text, runs }) => (
          <div key={text}>
            <p>{text}</p>
            <ul class="plain">
              {runs.map(({ run, name, counts }) => (
                <li key={run}>
                  <a href={runPage(run)}>{name}</a>
                  {counts !== undefined && `: ${counts}`}
                </li>
              ))}
            </ul>
          </div>
        ))}
        <p class="line">
          <Button kind="primary" onClick={() => onOnlyNew?.().then(cancel)}>
            Keep only the new ones
          </Button>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="danger" onClick={() => answer({ again: true })}>
            Send anyway
          </Button>
        </p>
      </Dialog>
    );
  if (asked.for === "judged") {
    const { sentCount, takenCount, dismissedCount, reasons } = asked.judged;
    const sends = `Send ${amountText(sentCount, "row")}`;
    return (
      <Dialog
        title={`${sentCount === 0 ? "No row" : amountText(sentCount, "row")} would be sent`}
        onClose={cancel}
      >
        <ul class="plain">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p class="note">
          What you corrected is kept with the run. Decide on its page about rows that stay behind.
        </p>
        <p class="line">
          {takenCount + dismissedCount > 0 && (
            <Button kind="primary" onClick={() => answer({ agreedCount: sentCount })}>
              {sentCount > 0 ? sends : "Save them without sending"}
            </Button>
          )}
          <Button onClick={cancel}>Cancel</Button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title={`${asked.environment} is protected`} onClose={cancel}>
      <NameForm
        name={asked.environment}
        what={asked.what}
        onConfirm={(confirm) => answer({ confirm })}
        onCancel={cancel}
      />
    </Dialog>
  );
}
