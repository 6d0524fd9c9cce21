import { useId, useState } from "preact/hooks";
import type { DeskPlace } from "../../runs/places.ts";
import { post } from "../api.ts";
import { useBusy } from "../busy.ts";
import { ErrorBanner } from "./banner.tsx";

/**
 * Asks for the key of a place. It goes to the desk's memory, and never comes back.
 *
 * @param onGiven Called when the desk has it.
 */
export function KeyForm(props: {
  place: Pick<DeskPlace, "id" | "name">;
  label?: string;
  onGiven(): unknown;
}) {
  const { place, label = "Use this key", onGiven } = props;
  const [key, setKey] = useState("");
  const id = useId();
  const [isBusy, begin, error] = useBusy();
  const give = async (): Promise<void> => {
    await post("/api/key", { place: place.id, key });
    setKey((now) => (now === key ? "" : now));
    await onGiven();
  };
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(give);
      }}
    >
      <label for={id}>Key for {place.name}</label>
      <div class="line">
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" disabled={key.trim() === "" || isBusy}>
          {label}
        </button>
      </div>
      <p class="note">It is kept in memory until the desk ends, and is never saved.</p>
      {error && <ErrorBanner error={error} />}
    </form>
  );
}
