import { useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath, type ViewParams } from "../../addresses.ts";
import type { CheckedDraft } from "../../server/send-routes.ts";
import { useDraft } from "../draft.ts";
import {
  Banner,
  Button,
  Card,
  Folded,
  Headline,
  Notices,
  ReadingProgress,
  Table,
  Title,
  Waiting,
} from "../parts/pieces.tsx";
import { KnownPeopleDialog } from "./known-people.tsx";
import { type Check, SendDialog } from "./send.tsx";

/** The same with the dialog that sends it. */
export function SendDraftView(params: ViewParams) {
  return <CheckView {...params} isSending />;
}

/** What would be sent, what is held back and why, and what was changed on the way. */
export function CheckView({ id = "", ...begun }: ViewParams & { isSending?: true }) {
  const { data, error, rowsSoFar, reload } = useDraft<CheckedDraft>(id, draftPath(id, "check"));
  const [isSending, setSending] = useState(begun.isSending === true);
  if (!data) return <Waiting text="Reading the sheet…" error={error} />;
  const { name, problem, check, isEdited } = data;
  return (
    <>
      {check && !problem ? (
        <Headline input={name} result={check.result} />
      ) : (
        <Title>What will be sent from {name}</Title>
      )}
      <ReadingProgress rowsSoFar={rowsSoFar} error={error} />
      {problem && (
        <Banner tone="bad" title={problem.message}>
          {problem.hint} <a href={draftPage(id, "match")}>Choose how to read the sheet</a>
        </Banner>
      )}
      {check && (
        <>
          <Counts check={check} />
          {check.blocks.map((block) => (
            <ReasonBlock key={block.title} block={block} />
          ))}
          <SampleLead check={check} />
          <NoLeads check={check} />
          <Notices title="Good to know" notices={check.notices} />
          {!problem && !isEdited && !isSending && <KnownPeopleDialog id={id} onChange={reload} />}
          {!problem && <NextStep id={id} check={check} onSend={() => setSending(true)} />}
          {isSending && check.canSend && (
            <SendDialog
              id={id}
              data={data}
              check={check}
              onClose={() => setSending(false)}
              onChange={reload}
            />
          )}
        </>
      )}
    </>
  );
}

/** Green is only what nobody doubts. */
function Counts({ check: { ready, doubtful, waiting, invalid } }: { check: Check }) {
  const counts = [
    ["created", "Ready to send", ready - doubtful - waiting],
    ["invalid", "Ready, but may be refused", doubtful],
    ...(waiting > 0 ? [["invalid", "Waiting for an answer", waiting] as const] : []),
    ["rejected", "Not ready", invalid],
  ] as const;
  return (
    <dl class="counts">
      {counts.map(([kind, name, count]) => (
        <div key={kind} class={count > 0 ? kind : ""}>
          <dt>{name}</dt>
          <dd>{countText(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS_SHOWN = 8;

function ReasonBlock({ block }: { block: Check["blocks"][number] }) {
  const { title, kinds, isHeldBack, isCertain } = block;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? kinds : kinds.slice(0, KINDS_SHOWN);
  const Around = isCertain ? Folded : Card;
  return (
    <Around title={title} {...(isHeldBack && { tone: "warn" as const })}>
      <Table kind="reasons" heads={["Rows", "What", "Where"]}>
        {shown.map(({ column, message, count, examples }) => (
          <tr key={`${column} ${message}`}>
            <td class="number">{countText(count)}</td>
            <td>
              {column !== undefined && <strong>{column}: </strong>}
              {message}
            </td>
            <td class="note">
              {examples.join(", ")}
              {examples.length > 0 &&
                count > examples.length &&
                ` and ${countText(count - examples.length)} more`}
            </td>
          </tr>
        ))}
      </Table>
      {kinds.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {countText(kinds.length)}
        </button>
      )}
    </Around>
  );
}

function SampleLead({ check: { sample } }: { check: Check }) {
  if (!sample) return null;
  return (
    <Folded title={`Row ${sample.row}, as it would be sent`}>
      <Table kind="sample" heads={["Field", "Is sent as", "In the sheet"]}>
        {sample.fields.map(({ label, value, from }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
            <td class="note">
              {from.map(({ column, text }) => (text === value ? column : `${column}: ${text}`)).join(", ")}
            </td>
          </tr>
        ))}
      </Table>
    </Folded>
  );
}

function NoLeads({ check: { skipped, skippedCount } }: { check: Check }) {
  if (skippedCount === 0) return null;
  const rest = skippedCount - skipped.length;
  return (
    <Folded title="Rows left out">
      <ul class="plain">
        {skipped.map(({ rows, why, text }) => (
          <li key={rows}>
            {rows.includes(" ") ? "Rows" : "Row"} {rows}: {why}
            {text !== "" && (
              <>
                {" "}
                <q>{text}</q>
              </>
            )}
          </li>
        ))}
        {rest > 0 && <li>and {amountText(rest, "other place")}</li>}
      </ul>
    </Folded>
  );
}

/** In a bar that stays: what most people want next, and the way to the rows. */
function NextStep({ id, check, onSend }: { id: string; check: Check; onSend(): void }) {
  const { canSend, ready, invalid, toCorrectCount, questionCount } = check;
  return (
    <p class="line bar">
      {canSend && (
        <Button kind="primary" onClick={onSend}>
          Send {amountText(ready, "lead")}…
        </Button>
      )}
      <a class="button" href={draftPage(id, "match")}>
        {questionCount > 0 ? `Answer ${amountText(questionCount, "question")}` : "Look at the columns"}
      </a>
      <a class="button" href={draftPage(id, "grid")}>
        {toCorrectCount > 0 ? `Correct ${amountText(toCorrectCount, "row")} here` : "Look at the rows"}
      </a>
      {canSend && invalid > 0 && (
        <span class="note">
          {amountText(invalid, "row")} {invalid === 1 ? "is" : "are"} held back, and can be corrected or sent
          later too.
        </span>
      )}
    </p>
  );
}
