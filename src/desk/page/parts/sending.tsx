import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type ApiError, post, upload } from "../api.ts";
import { asApiError } from "../load.ts";
import { ErrorBanner } from "./banner.tsx";
import { Dialog } from "./dialog.tsx";

/** What the server has to be told before it sends. */
type Asked =
  | { for: "key"; place: { id: string; name: string }; error: ApiError | undefined }
  | { for: "name"; environment: string; what: string };

/** A question on the page, and who waits for its answer. */
interface Open {
  asked: Asked;
  answer(text: string | undefined): void;
}

/** Undefined where the page has nothing to ask: the error is to be shown. */
function askedFor(error: ApiError): Asked | undefined {
  const { place, environment, what } = error.document as {
    place?: { id: string; name: string };
    environment?: string;
    what?: string;
  };
  if (KEY_CODES.has(error.code) && place)
    return { for: "key", place, error: error.code === "key-missing" ? undefined : error };
  if (error.code === "not-confirmed" && environment !== undefined)
    return { for: "name", environment, what: what ?? "" };
  return undefined;
}

const KEY_CODES: ReadonlySet<string> = new Set(["key-missing", "key-malformed"]);

/**
 * Sends what begins a round. Where a key is missing, or the name of a protected place has to be typed, the person is asked,
 * and it is sent again.
 *
 * @returns `send`, which resolves with nothing where the person gave up, and rejects with an ApiError for anything else; and
 *   `dialogs`, to be shown.
 */
export function useSending(): {
  send<T>(path: string, body: Readonly<Record<string, unknown>>, file?: Blob): Promise<T | undefined>;
  dialogs: ComponentChildren;
} {
  const [open, setOpen] = useState<Open>();
  const ask = (asked: Asked): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (text: string | undefined): void => {
        setOpen(undefined);
        resolve(text);
      };
      setOpen({ asked, answer });
    });
  const send = async <T,>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    file?: Blob,
  ): Promise<T | undefined> => {
    let confirm: string | undefined;
    for (;;) {
      const told = { ...body, ...(confirm !== undefined && { confirm }) };
      try {
        return file ? await upload<T>(withQuery(path, told), file) : await post<T>(path, told);
      } catch (thrown) {
        const error = asApiError(thrown);
        const asked = askedFor(error);
        if (!asked) throw error;
        const answer = await ask(asked);
        if (answer === undefined) return undefined;
        if (asked.for === "name") confirm = answer;
        else await post("/api/key", { place: asked.place.id, key: answer });
      }
    }
  };
  return { send, dialogs: open && <AskFirst key={open.asked.for} {...open} /> };
}

function withQuery(path: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return `${path}?${query}`;
}

function AskFirst({ asked, answer }: Open) {
  const [text, setText] = useState("");
  const isKey = asked.for === "key";
  const title = isKey ? `The key for ${asked.place.name}` : `${asked.environment} is protected`;
  const isReady = isKey ? text.trim() !== "" : text.trim() === asked.environment;
  const field = {
    id: "asked",
    autocomplete: "off",
    spellcheck: false,
    value: text,
    onInput: (event: { currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
  };
  return (
    <Dialog title={title} onClose={() => answer(undefined)}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) answer(text.trim());
        }}
      >
        {isKey ? (
          <p>
            The service's owner gave it to you. It stays in the memory of the desk until the desk ends, and is
            written nowhere.
          </p>
        ) : (
          <p>What is created there is real, and stays.</p>
        )}
        {isKey && asked.error && <ErrorBanner error={asked.error} />}
        <label for="asked">
          {isKey ? (
            "Key"
          ) : (
            <>
              Type <strong>{asked.environment}</strong> {asked.what}
            </>
          )}
        </label>
        {isKey ? <input type="password" {...field} /> : <input {...field} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={!isReady}>
            {isKey ? "Use this key" : "Send"}
          </button>
          <button type="button" onClick={() => answer(undefined)}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
