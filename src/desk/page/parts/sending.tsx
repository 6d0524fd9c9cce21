import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
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
  | { for: "answers"; questions: readonly AskedQuestion[] };

/** A question on the page, and who waits for its answer. */
interface Open {
  asked: Asked;
  /** What goes on once that is known, as a sentence without its full stop. */
  order: string;
  /** @param more What is sent besides; nothing where the person gives up. */
  answer(more: Body | undefined): void;
}

/** Undefined where the page has nothing to ask: the error is to be shown. */
function askedFor(error: ApiError): Asked | undefined {
  const { place, environment, what, questions } = error.document as {
    place?: { id: string; name: string };
    environment?: string;
    what?: string;
    questions?: readonly AskedQuestion[];
  };
  if (error.code === "open_questions" && questions) return { for: "answers", questions };
  if (error.code === "key-missing" && place) return { for: "key", place };
  if (error.code === "not-confirmed" && environment !== undefined)
    return { for: "name", environment, what: what ?? "" };
  return undefined;
}

/**
 * Sends what begins a round. Where a key is missing, or the name of a protected place has to be typed, the person is asked,
 * and it is sent again.
 *
 * @returns `send`, which resolves with nothing where the person gave up, and rejects with an ApiError for anything else; and
 *   `dialogs`, to be shown.
 */
export function useSending(): {
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
        if (!asked) throw error;
        const more = await ask(asked, order);
        if (!more) return undefined;
        const { anotherKey: _, ...rest } = told;
        told = { ...rest, ...more };
      }
    }
  };
  return { send, dialogs: open && <AskFirst key={open.asked.for} {...open} /> };
}

function withQuery(path: string, values: Body): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    query.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return `${path}?${query}`;
}

function AskFirst({ asked, order, answer }: Open) {
  const cancel = (): void => answer(undefined);
  if (asked.for === "key")
    return (
      <Dialog title="A key is needed" onClose={cancel}>
        <p>The service's owner gave it to you. With it, this begins at once: {order}.</p>
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
