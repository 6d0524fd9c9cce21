import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { StatusSign } from "../../../report/page/parts.tsx";
import { runPage, runPath, type ViewParams } from "../../addresses.ts";
import type { DoubtedRow, DoubtedRows, GivenAnswer, Resolved } from "../../server/resolve-routes.ts";
import { getText, post, upload } from "../api.ts";
import { useBusy, useLoad, useLoadOfRuns } from "../hooks.ts";
import { FileDrop } from "../parts/forms.tsx";
import {
  Banner,
  Button,
  Card,
  Choices,
  ErrorBanner,
  SaveButton,
  Time,
  Title,
  Waiting,
} from "../parts/pieces.tsx";
import { StepList } from "../parts/step-list.tsx";

/** What the service's owner says of rows that may exist is written down here, row by row or from their sheet. */
export function ResolveView({ run = "" }: ViewParams) {
  const path = runPath(run);
  const { data, error, reload } = useLoadOfRuns<DoubtedRows>(`${path}/doubted`);
  const [done, setDone] = useState<Resolved>();
  const [isBusy, begin, refused] = useBusy();
  const take = (work: () => Promise<Resolved>): Promise<void> =>
    begin(async () => {
      setDone(undefined);
      const made = await work();
      await reload();
      setDone(made);
    });
  if (!data) return <Waiting text="Looking at the run…" error={error} />;
  const { rows } = data;
  // Nobody need ask the owner what the service can say itself. Rows that it has refused are not in doubt.
  const sending = data.run.steps.filter(({ actions }) =>
    actions.some(
      (action) =>
        action.does === "post" && action.path.endsWith("/replay") && action.body.status !== "rejected",
    ),
  );
  return (
    <>
      <Title>Rows that may exist</Title>
      <p>
        <a href={runPage(run)}>{data.run.input ?? run}</a>: no answer that arrived says for certain whether{" "}
        {rows.length === 1 ? "this row was" : "these rows were"} created.
      </p>
      {done && (
        <Banner tone="good" title={data.run.result?.text ?? "Written down"}>
          {done.said}
        </Banner>
      )}
      <ErrorBanner error={refused ?? error} />
      {rows.length === 0 ? (
        <Banner tone="good" title="No row of this run is in doubt" />
      ) : (
        <>
          {sending.length > 0 && (
            <Card title="Before you ask">
              <StepList steps={sending} onDone={reload} />
            </Card>
          )}
          <Card title="Ask the service's owner">
            <Letter path={`${path}/files/handover.txt`}>
              <SaveButton path={`${path}/files/handover.csv`}>Save the list for the answers</SaveButton>
            </Letter>
          </Card>
          <Card title="Record the answers">
            <FileDrop
              title="Drop the list here when it comes back"
              hint="Or fill in the rows below"
              accept=".csv,.xlsx,.ods"
              onFile={(file) =>
                take(() => upload(`${path}/resolve-sheet?name=${encodeURIComponent(file.name)}`, file))
              }
            />
            {rows.map((row) => (
              <Answer
                key={`${row.row} ${row.said?.at ?? ""}`}
                row={row}
                isBusy={isBusy}
                onAnswer={(answer) => take(() => post(`${path}/resolve`, { answers: [answer] }))}
              />
            ))}
          </Card>
        </>
      )}
    </>
  );
}

/** To be pasted into a mail, with the list beside it. @param children Stand beside its button. */
function Letter({ path, children }: { path: string; children: ComponentChildren }) {
  const { data = "", error } = useLoad<string>(path, undefined, getText);
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(data);
    setSaid("Copied: paste it into a mail");
  };
  return (
    <>
      <ErrorBanner error={error} />
      <div class="line">
        <Button kind="primary" disabled={data === ""} onClick={copy}>
          Copy the letter
        </Button>
        {children}
        <span class="note" role="status">
          {said}
        </span>
      </div>
      <textarea class="letter" aria-label="The letter" readOnly rows={9} value={data} />
      <p class="note">
        Both name the rows with their e-mails, and the times and ids of their requests. There is no login link
        in them. The list has empty columns for the answers.
      </p>
    </>
  );
}

type Word = NonNullable<GivenAnswer["word"]>;

const WORDS: readonly { answer: Word; label: string }[] = [
  { answer: "created", label: "A quote exists" },
  { answer: "not-created", label: "No quote exists" },
];

/** What may be told besides. */
const FIELDS = [
  { field: "quoteId", label: "Quote id, if you were told", isOfQuote: true },
  { field: "loginUrl", label: "Login link, if you were told", isOfQuote: true },
  { field: "note", label: "Note, such as who said it and when", isOfQuote: false },
] as const;

/** One row, and what was said of it. */
function Answer({
  row: doubted,
  isBusy,
  onAnswer,
}: {
  row: DoubtedRow;
  isBusy: boolean;
  onAnswer(answer: GivenAnswer): Promise<void>;
}) {
  const { row, status, email, name, meaning, sentAt, quoteId, said } = doubted;
  const [word, setWord] = useState<Word | null>(said?.word ?? null);
  const [given, setGiven] = useState({ quoteId: quoteId ?? "", loginUrl: "", note: said?.note ?? "" });
  const heading = `row-${row}`;
  return (
    <form
      class="answer"
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        if (word === null) return;
        const { note } = given;
        const told = Object.entries(word === "created" ? given : { note });
        const typed = told.map(([field, text]) => [field, text.trim()]).filter(([, text]) => text !== "");
        void onAnswer({ row, word, ...Object.fromEntries(typed) });
      }}
    >
      <h3 id={heading}>
        Row {row}: {email ?? name ?? "no e-mail"} <StatusSign status={status} />
      </h3>
      <p>{meaning}</p>
      {sentAt.length > 0 && (
        <p class="note">
          Sent{" "}
          {sentAt.map((at, index) => (
            <>
              {index > 0 && ", "}
              <Time key={at} at={at} />
            </>
          ))}
        </p>
      )}
      {said && (
        <p>
          <strong>
            {said.word === "created" ? "Recorded: a quote exists." : "Recorded: no quote exists."}
          </strong>{" "}
          {said.hasLink && "Its login link is kept. "}
          <button type="button" disabled={isBusy} onClick={() => void onAnswer({ row, word: null })}>
            Take it back
          </button>
        </p>
      )}
      <Choices
        question={{ id: heading, text: "What does the service's owner say?", options: WORDS }}
        value={word ?? undefined}
        onChoose={(answer) => setWord(answer as Word)}
      />
      {word !== null && (
        <>
          {FIELDS.filter(({ isOfQuote }) => word === "created" || !isOfQuote).map(({ field, label }) => (
            <label key={field}>
              {label}
              <input
                {...(field === "loginUrl" && { type: "password" })}
                value={given[field]}
                autocomplete="off"
                spellcheck={false}
                onInput={({ currentTarget: { value } }) => setGiven({ ...given, [field]: value })}
              />
            </label>
          ))}
          <button type="submit" disabled={isBusy}>
            Write it down
          </button>
        </>
      )}
    </form>
  );
}
