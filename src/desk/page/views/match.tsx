import { useRef, useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath, type ViewParams } from "../../addresses.ts";
import type { HowSure, MatchColumn, MatchView as MatchData } from "../../drafts/draft-view.ts";
import type { Changed } from "../../server/draft-routes.ts";
import { type ApiError, asApiError, post } from "../api.ts";
import { type ChangeDraft, useDraft } from "../draft.ts";
import { Banner, Button, Card, Folded, Notices, ReadingProgress, Title, Waiting } from "../parts/pieces.tsx";
import { Questions } from "../parts/questions.tsx";
import { KnownPeopleDialog } from "./known-people.tsx";
import { LayoutChoice, LayoutProblem, type MatchPage } from "./match-layout.tsx";

type Reading = NonNullable<MatchData["reading"]>;

/** What each column of a sheet is: questions first, then what is missing, then all columns. */
export function MatchView({ id = "" }: ViewParams) {
  const path = draftPath(id);
  const { data, error, rowsSoFar, reload } = useDraft<MatchData>(id, path);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<ApiError>();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change: ChangeDraft = async (route, body) => {
    setFailure(undefined);
    // One after the other: each is shown with those before it.
    const changed = last.current.then(() => post<Changed>(`${path}/${route}`, body));
    last.current = changed.catch(() => undefined);
    try {
      setSaid((await changed).said);
      return true;
    } catch (cause) {
      setFailure(asApiError(cause));
      return false;
    } finally {
      // The server may have refused it because the reading is another one now: show that.
      await reload();
    }
  };
  if (!data) return <Waiting text="Reading the sheet…" error={error} />;
  const { name, problem, reading, isEdited } = data;
  const match = { path, data, onChange: change };
  return (
    <>
      <Title>What is in {name}?</Title>
      <ReadingProgress rowsSoFar={rowsSoFar} error={failure ?? error} />
      {said !== "" && <Banner tone="good">{said}</Banner>}
      {problem && <LayoutProblem match={match} problem={problem} />}
      {reading && <Matched match={match} reading={reading} />}
      {reading && !problem && <LayoutChoice match={match} />}
      {isEdited && (
        <Banner tone="info" title="Cells of this sheet were corrected">
          You cannot change what its columns mean now. To change that, take the corrections back first.
        </Banner>
      )}
      {reading && !problem && !isEdited && <KnownPeopleDialog id={id} onChange={reload} />}
      {reading && <NextStep id={id} data={data} reading={reading} />}
    </>
  );
}

interface MatchedProps {
  match: MatchPage;
  reading: Reading;
}

function Matched({ match, reading }: MatchedProps) {
  const { data, onChange } = match;
  const { questions, columns, missing, constants, notices } = reading;
  // What a person has just left out stays in sight.
  const used = columns.filter(({ sure }) => sure !== "unused");
  const [certain, inSight] = [true, false].map((is) => used.filter(({ isPlain }) => isPlain === is));
  const unused = columns.filter(({ sure }) => sure === "unused");
  const free = columns.filter(({ isFree }) => isFree);
  const usedCount = columns.filter(({ target }) => target !== null).length;
  const list = (shown: readonly MatchColumn[]) => (
    <ul class="columns">
      {shown.map((column) => (
        <ColumnCard key={column.key} match={match} reading={reading} column={column} />
      ))}
    </ul>
  );
  return (
    <>
      <Questions
        questions={questions}
        isEdited={data.isEdited}
        onAnswer={(answers) => onChange("answers", { answers })}
      />
      {missing.length > 0 && <MissingFields match={match} reading={reading} free={free} />}
      {constants.length > 0 && (
        <Card title="The same for all rows">
          <ul class="missing">
            {constants.map(({ path, label, value }) => (
              <li key={path}>
                <span>
                  <strong>{label}</strong>: {value}
                </span>
                <Button
                  label={`Take ${label} back`}
                  disabled={data.isEdited}
                  onClick={() => onChange("constants", { path, value: null })}
                >
                  Take it back
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={`${amountText(usedCount, "column")} used`}>
        {list(inSight ?? [])}
        {certain && certain.length > 0 && (
          <Folded
            title={`${countText(certain.length)} certain: ${certain.map(({ name }) => name).join(", ")}`}
          >
            {list(certain)}
          </Folded>
        )}
      </Card>
      {unused.length > 0 && (
        <Folded title={`${amountText(unused.length, "column")} not used`}>{list(unused)}</Folded>
      )}
      <Notices title="Good to know" notices={notices} />
    </>
  );
}

/** @param free Columns that feed nothing. */
function MissingFields(props: MatchedProps & { free: readonly MatchColumn[] }) {
  const {
    match: { data, onChange },
    reading: { missing },
    free,
  } = props;
  const isRequired = missing.some((field) => field.isRequired);
  return (
    <Card title="No column for these yet" {...(isRequired && { tone: "bad" as const })}>
      <p class="note">
        {isRequired
          ? "Leads without an e-mail are not sent. The service may refuse leads without the others."
          : "The service may refuse leads without them."}{" "}
        Nothing is made up.
      </p>
      <ul class="missing">
        {missing.map(({ path, label, note, isRequired: isNeeded, choices }) => (
          <li key={path}>
            <div>
              <strong>{label}</strong>
              {isNeeded && <span class="badge bad">needed</span>}
              <span class="unseen">{note}</span>
            </div>
            {free.length + choices.length > 0 && !data.isEdited && (
              <select
                aria-label={`The column of ${label}`}
                value=""
                onChange={({ currentTarget: { value } }) => {
                  const [kind, ...words] = value.split(" ");
                  const chosen = words.join(" ");
                  return kind === "column"
                    ? onChange("columns", { key: chosen, target: path })
                    : onChange("constants", { path, value: chosen });
                }}
              >
                <option value="">Choose…</option>
                {free.map((column) => (
                  <option key={column.key} value={`column ${column.key}`}>
                    {columnName(column)}
                  </option>
                ))}
                {choices.length > 0 && (
                  <optgroup label="The same for all rows">
                    {choices.map((value) => (
                      <option key={value} value={`value ${value}`}>
                        {value}
                      </option>
                    ))}
                  </optgroup>
                )}
              </select>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SURE_WORDS: Readonly<Record<HowSure, string>> = {
  chosen: "● Chosen by you",
  certain: "✔ Certain",
  likely: "≈ Likely, by what is in it",
  doubtful: "! By its header; some of its cells are doubtful",
  asked: "? Asked above",
  unused: "– Not used",
};

const AUTO = "auto";
const NONE = "none";

function ColumnCard({ match, reading, column }: MatchedProps & { column: MatchColumn }) {
  const { target, sure, samples, remark, splits, changes, isChosen, isChangeable } = column;
  const name = columnName(column);
  const choose = (value: string): void =>
    void match.onChange("columns", { key: column.key, target: value === NONE ? null : value });
  return (
    <li class="column">
      <div class="header">
        <strong>{column.name.trim() === "" ? "(no header)" : column.name}</strong>
        {column.letters !== null && <span class="note"> {column.letters}</span>}
        <ul class="samples" aria-label={"Some of its cells"}>
          {samples.length === 0 && <li class="note">empty</li>}
          {samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
        </ul>
      </div>
      <div class="target">
        <select
          aria-label={`What ${name} is`}
          value={target ?? NONE}
          disabled={match.data.isEdited || !isChangeable}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {isChosen && <option value={AUTO}>As it was understood</option>}
          <option value={NONE}>{sure === "asked" ? "Not answered yet" : "Leave it out"}</option>
          {reading.targets.map(({ group, targets }) => (
            <optgroup key={group} label={group}>
              {targets.map(({ path, label }) => (
                <option key={path} value={path}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <span class={`sure ${sure}`}>{SURE_WORDS[sure]}</span>
        {remark !== "" && <p class="note">{remark}</p>}
        {splits.length > 0 && (
          <ul class="splits" aria-label="How its cells are split">
            {splits.map(({ cell, parts }) => (
              <li key={cell}>
                <q>{cell}</q>
                <dl>
                  {parts.map(({ label, value }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        )}
        {changes.length > 0 && (
          <ul class="changes" aria-label="How its words are read">
            {changes.map(({ from, to, rowCount }) => (
              <li key={from}>
                <q>{from}</q> → {to} <span class="note">{amountText(rowCount, "row")}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function columnName({ name, letters }: Pick<MatchColumn, "name" | "letters">): string {
  const text = name.trim() === "" ? "(no header)" : name;
  return letters === null ? text : `${text} (${letters})`;
}

function NextStep({ id, data, reading }: { id: string; data: MatchData; reading: Reading }) {
  const openCount = reading.questions.filter(({ answer }) => answer === null).length;
  return (
    <p class="line bar">
      <a class={openCount > 0 || data.problem ? "button" : "button primary"} href={draftPage(id, "check")}>
        Check what will be sent
      </a>
      {openCount > 0 && (
        <span class="note">
          {countText(openCount)} {openCount === 1 ? "question is" : "questions are"} open: nothing can be sent
          before.
        </span>
      )}
    </p>
  );
}
