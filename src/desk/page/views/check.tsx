import { useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath } from "../../addresses.ts";
import type { CheckView as CheckData, SampleField } from "../../drafts/draft-view.ts";
import { get, upload } from "../api.ts";
import { useDraft } from "../draft.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { SaveButton } from "../parts/button.tsx";
import { Card, Folded } from "../parts/card.tsx";
import { FileDrop } from "../parts/file-drop.tsx";
import { Notices } from "../parts/notices.tsx";
import { ReadingProgress } from "../parts/reading-progress.tsx";
import { Headline, Title } from "../parts/title.tsx";
import { Waiting } from "../parts/waiting.tsx";
import "./check.css";

type Check = NonNullable<CheckData["check"]>;

/** What would be sent, what is held back and why, and what was changed on the way. */
export function CheckView({ params: { id = "" } }: { params: Readonly<Record<string, string>> }) {
  const path = draftPath(id, "check");
  const { data, error, rowsSoFar, show } = useDraft<CheckData>(id, path);
  const [said, setSaid] = useState("");
  const links = { Start: "#/", Match: draftPage(id, "match"), Send: draftPage(id, "send") };
  if (!data) return error ? <ErrorBanner error={error} /> : <Waiting text="Reading the sheet…" />;
  const { name, problem, check } = data;
  const take = async (text: string): Promise<void> => {
    setSaid(text);
    await show(get<CheckData>(path));
  };
  return (
    <>
      {check && !problem ? (
        <Headline input={name} result={check.result} />
      ) : (
        <Title>What will be sent of {name}</Title>
      )}
      <ReadingProgress rowsSoFar={rowsSoFar} />
      {error && <ErrorBanner error={error} />}
      <div role="status">
        {said !== "" && (
          <Banner tone="info">
            <p class="said">{said}</p>
            <a href={draftPage(id, "grid")}>Look at the rows, or take it back</a>
          </Banner>
        )}
      </div>
      {problem && (
        <Banner tone="bad" title={problem.message}>
          {problem.hint} <a href={links.Match}>Say what the sheet is made of</a>
        </Banner>
      )}
      {check && (
        <>
          <Counts check={check} />
          <Blocks id={id} check={check} onTaken={take} />
          <SampleLead id={id} check={check} />
          <NoLeads check={check} />
          <Notices title="Good to know" notices={check.notices} />
          {!problem && <NextStep id={id} check={check} isReading={rowsSoFar !== null} />}
        </>
      )}
    </>
  );
}

/** Green is only what nobody doubts. */
function Counts({ check: { ready, doubtful, invalid } }: { check: Check }) {
  const counts = [
    ["created", "Ready to send", ready - doubtful],
    ["invalid", "Ready, but doubtful", doubtful],
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

function Blocks({ id, check, onTaken }: { id: string; check: Check; onTaken(said: string): Promise<void> }) {
  return (
    <>
      {check.blocks.map((block) => (
        <ReasonBlock key={block.title} block={block}>
          {block.isHeldBack && check.hasFix && <Correcting id={id} onTaken={onTaken} />}
        </ReasonBlock>
      ))}
    </>
  );
}

const KINDS_SHOWN = 8;

function ReasonBlock(props: { block: Check["blocks"][number]; children: preact.ComponentChildren }) {
  const { block, children } = props;
  const { title, kinds, otherCount, isHeldBack, isCertain } = block;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? kinds : kinds.slice(0, KINDS_SHOWN);
  const Around = isCertain ? Folded : Card;
  return (
    <Around title={title} {...(isHeldBack && { tone: "warn" as const })}>
      <div class="table">
        <table class="reasons">
          <thead>
            <tr>
              <th scope="col">Rows</th>
              <th scope="col">What</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
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
            {otherCount > 0 && (
              <tr>
                <td class="number">{countText(otherCount)}</td>
                <td>more, of many other kinds</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {kinds.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {countText(kinds.length)}
        </button>
      )}
      {children}
    </Around>
  );
}

/** In the grid of this page, or in the person's own spreadsheet program. */
function Correcting({ id, onTaken }: { id: string; onTaken(said: string): Promise<void> }) {
  const take = async (file: File): Promise<void> => {
    const path = `${draftPath(id, "fix")}?name=${encodeURIComponent(file.name)}`;
    const { said } = await upload<{ said: string }>(path, file);
    await onTaken(said);
  };
  return (
    <>
      <p class="actions">
        <SaveButton path={draftPath(id, "fix.xlsx")}>Download them as a workbook</SaveButton>
      </p>
      <FileDrop
        title="Drop the corrected workbook here"
        hint="Its rows take the place of those in the sheet."
        accept=".xlsx,.csv,.json,.ods"
        onFile={take}
      />
    </>
  );
}

function SampleLead({ id, check: { sample } }: { id: string; check: Check }) {
  if (!sample) return null;
  return (
    <Folded title={`Row ${sample.row}, as it would be sent`}>
      <div class="table">
        <table class="sample">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Is sent as</th>
              <th scope="col">In the sheet</th>
            </tr>
          </thead>
          <tbody>
            {sample.fields.map((field) => (
              <SampleRow key={field.label} field={field} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="actions">
        <SaveButton path={draftPath(id, "reading.xlsx")}>Download every row as it would be sent</SaveButton>
      </p>
    </Folded>
  );
}

function SampleRow({ field: { label, value, from } }: { field: SampleField }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{value}</td>
      <td class="note">
        {from.map(({ column, text }) => (text === value ? column : `${column}: ${text}`)).join(", ")}
      </td>
    </tr>
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
function NextStep({ id, check, isReading }: { id: string; check: Check; isReading: boolean }) {
  const { canSend, ready, invalid, questionCount } = check;
  return (
    <p class="actions bar">
      {canSend && (
        <a class="button primary" href={draftPage(id, "send")}>
          Go on to send {amountText(ready, "lead")}
        </a>
      )}
      {(questionCount > 0 || isReading) && (
        <a class="button" href={draftPage(id, "match")}>
          {questionCount > 0 ? `Answer ${amountText(questionCount, "question")}` : "Back to the columns"}
        </a>
      )}
      <a class="button" href={draftPage(id, "grid")}>
        {invalid > 0 ? `Correct ${amountText(invalid, "row")} here` : "Look at the rows"}
      </a>
      {canSend && invalid > 0 && (
        <span class="note">
          {amountText(invalid, "row")} {invalid === 1 ? "is" : "are"} held back, and can be corrected later
          too.
        </span>
      )}
    </p>
  );
}
