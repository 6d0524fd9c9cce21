import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { type ApiError, post, upload } from "../api.ts";
import { asApiError } from "../load.ts";
import { Button } from "./button.tsx";
import { Choices } from "./choices.tsx";
import { KeyForm } from "./key-form.tsx";
import { TypedConfirm } from "./typed-confirm.tsx";

/** What the server has to be told before it sends. */
type Asked =
  | { for: "key"; place: { id: string; name: string } }
  | { for: "name"; environment: string; what: string }
  | { for: "answers"; questions: readonly AskedQuestion[] };

/** What a fixed sheet asks, as the document of `--json` has it. */
interface AskedQuestion {
  id: string;
  text: string;
  options: readonly { answer: string; label: string }[];
}

/** A question on the page, and who waits for its answer. */
interface Open {
  asked: Asked;
  /** What goes on once that is known, as a sentence without its full stop. */
  order: string;
  answer(text: string | undefined): void;
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
  send<T>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    order: string,
    file?: Blob,
  ): Promise<T | undefined>;
  dialogs: ComponentChildren;
} {
  const [open, setOpen] = useState<Open>();
  const ask = (asked: Asked, order: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (text: string | undefined): void => {
        setOpen((now) => (now?.answer === answer ? undefined : now));
        resolve(text);
      };
      setOpen({ asked, order, answer });
    });
  const send = async <T,>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    order: string,
    file?: Blob,
  ): Promise<T | undefined> => {
    for (let told = body; ; ) {
      try {
        return file ? await upload<T>(withQuery(path, told), file) : await post<T>(path, told);
      } catch (thrown) {
        const error = asApiError(thrown);
        const asked = askedFor(error);
        if (!asked) throw error;
        const answer = await ask(asked, order);
        if (answer === undefined) return undefined;
        const { anotherKey: _, ...rest } = told;
        if (asked.for === "key") told = rest;
        else if (asked.for === "name") told = { ...told, confirm: answer };
        else told = { ...told, answers: answer };
      }
    }
  };
  return { send, dialogs: open && <AskFirst key={open.asked.for} {...open} /> };
}

function withQuery(path: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return `${path}?${query}`;
}

function AskFirst({ asked, order, answer }: Open) {
  const cancel = (): void => answer(undefined);
  if (asked.for === "key")
    return (
      <Dialog title="A key is needed" onClose={cancel}>
        <p>The service's owner gave it to you. With it, this begins at once: {order}.</p>
        <KeyForm place={asked.place} label="Use this key and send" onGiven={() => answer("")} />
        <div class="line">
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </Dialog>
    );
  if (asked.for === "answers")
    return (
      <Dialog title="Before it is sent" onClose={cancel}>
        <QuestionForm questions={asked.questions} onAnswered={answer} />
      </Dialog>
    );
  return (
    <Dialog title={`${asked.environment} is protected`} onClose={cancel}>
      <p>What is created there is real, and stays.</p>
      <TypedConfirm
        wanted={asked.environment}
        action="Send"
        kind="primary"
        onConfirm={answer}
        onCancel={cancel}
      >
        {asked.what}
      </TypedConfirm>
    </Dialog>
  );
}

/** @param onAnswered Called with the answers as JSON, by the questions' ids; with nothing where the person gives up. */
function QuestionForm(props: {
  questions: readonly AskedQuestion[];
  onAnswered(answers: string | undefined): void;
}) {
  const { questions, onAnswered } = props;
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const isReady = questions.every(({ id }) => answers[id] !== undefined);
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAnswered(JSON.stringify(answers));
      }}
    >
      {questions.map((question) => (
        <Choices
          key={question.id}
          question={question}
          value={answers[question.id]}
          onChoose={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
      <div class="line">
        <button type="submit" class="primary" disabled={!isReady}>
          Send
        </button>
        <Button onClick={() => onAnswered(undefined)}>Cancel</Button>
      </div>
    </form>
  );
}
