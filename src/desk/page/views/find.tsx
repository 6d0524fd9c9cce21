import { useState } from "preact/hooks";
import { StatusSign } from "../../../report/page/parts.tsx";
import { amountText, countText } from "../../../terminal/number-text.ts";
import type { FoundLead, FoundLeads, FoundRow, FoundVerdict } from "../../server/find-routes.ts";
import { useLoadOfRuns } from "../hooks.ts";
import { Banner, Card, ErrorBanner, Table, Time, Title, type Tone } from "../parts/pieces.tsx";
import { StepList } from "../parts/step-list.tsx";

/** What is looked for. Never in the address, which the browser keeps on the disk: people's names, or a login link. */
let wanted = "";

function lookFor(text: string): void {
  wanted = text;
  if (location.hash === "#/find") dispatchEvent(new Event("hashchange"));
  else location.hash = "#/find";
}

/** A button that looks for somebody. */
export function FindButton({ text, children = text }: { text: string; children?: string }) {
  return (
    <button type="button" onClick={() => lookFor(text)}>
      {children}
    </button>
  );
}

/** One box for whatever is known of a person. */
export function FindBox({ text = "", isTitled = true }: { text?: string; isTitled?: boolean }) {
  const [typed, setTyped] = useState(text);
  return (
    <search>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") lookFor(typed.trim());
        }}
      >
        <label>
          <span class={isTitled ? "" : "unseen"}>Find a person</span>
          <input
            type="search"
            value={typed}
            maxLength={500}
            placeholder="E-mail, name, phone, quote id or login link"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Find</button>
      </form>
    </search>
  );
}

/** What all runs say of a person: whether they have a quote, and what to do. */
export function FindView() {
  const text = wanted;
  return (
    <>
      <Title>Find a person</Title>
      <FindBox text={text} isTitled={false} />
      {text !== "" && <Found text={text} />}
    </>
  );
}

function Found({ text }: { text: string }) {
  const { data, error, reload } = useLoadOfRuns<FoundLeads>(`/api/find?text=${encodeURIComponent(text)}`);
  if (!data) return error ? <ErrorBanner error={error} /> : <p role="status">Looking through all runs…</p>;
  const { leads, rows, leftCount } = data;
  const isNothing = rows.length === 0 && leads.length === 0;
  const count = rows.length + leftCount;
  return (
    <>
      <ErrorBanner error={error} />
      {isNothing && <Nothing found={data} />}
      {leads.map((lead) => (
        <LeadCard key={lead.email ?? ""} lead={lead} isOneOfSeveral={leads.length > 1} onDone={reload} />
      ))}
      {leads.length === 0 && !isNothing && (
        <Banner tone="info" title={`${amountText(count, "row")} match: too many people to judge each`}>
          Type more of the name, or an e-mail.
        </Banner>
      )}
      {rows.length > 0 && <Rows rows={rows} leftCount={leftCount} />}
      {data.unread.length + data.absent.length > 0 && (
        <Banner tone="warn" title="Not everything could be searched">
          {data.unread.length > 0 && (
            <p>
              {data.unread.join(", ")}: the <a href="#/runs">list of runs</a> says why.
            </p>
          )}
          {data.absent.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Banner>
      )}
    </>
  );
}

function Nothing({ found }: { found: FoundLeads }) {
  const { text, near, runCount, purgedCount } = found;
  return (
    <Card>
      <p>
        <strong>Nothing was found.</strong> No lead in {amountText(runCount, "run")} has “{text}” as its
        e-mail, name, phone, affiliate id, quote id or login link.
      </p>
      {near.length > 0 && (
        <p>
          Did you mean{" "}
          {near.map((miss, index) => (
            <>
              {index > 0 && ", "}
              <FindButton key={miss.text} text={miss.text} />
            </>
          ))}
          ?
        </p>
      )}
      {purgedCount > 0 && (
        <p>
          It may have been in one of the {countText(purgedCount)} runs that were removed. It may still have
          been sent.
        </p>
      )}
    </Card>
  );
}

const TONES: Readonly<Record<FoundVerdict["exists"], Tone>> = { yes: "good", maybe: "warn", no: "info" };

function LeadCard(props: { lead: FoundLead; isOneOfSeveral: boolean; onDone(): void }) {
  const { lead, isOneOfSeveral, onDone } = props;
  return (
    <section class="card" aria-label={lead.email ?? "A row without an e-mail"}>
      {isOneOfSeveral && <h2>{lead.email ?? "A row without an e-mail"}</h2>}
      {lead.verdicts.map((verdict, index) => (
        <Verdict key={index} verdict={verdict} onDone={onDone} />
      ))}
    </section>
  );
}

function Verdict({ verdict, onDone }: { verdict: FoundVerdict; onDone(): void }) {
  const { place, exists, headline, why, action, steps } = verdict;
  return (
    <>
      <Banner tone={TONES[exists]} title={place === null ? headline : `${place}: ${headline}`}>
        {why}
      </Banner>
      {steps.length > 0 ? <StepList steps={steps} onDone={onDone} /> : action !== null && <p>{action}</p>}
    </>
  );
}

function Rows({ rows, leftCount }: { rows: readonly FoundRow[]; leftCount: number }) {
  return (
    <Card title={`${amountText(rows.length + leftCount, "row")}, newest first`}>
      <Table heads={["When", "Status", "Who", "Where"]}>
        {rows.map(({ page, at, status, maybeCreated, name, email, input, row }) => (
          <tr key={page}>
            <td>
              <Time at={at} />
            </td>
            <td>
              <StatusSign status={status} /> {maybeCreated && <span class="note">may exist</span>}
            </td>
            <td>
              {name} <span class="note">{email}</span>
            </td>
            <td>
              <a href={page}>
                {input}, row {row}
              </a>
            </td>
          </tr>
        ))}
      </Table>
      {leftCount > 0 && <p class="note">and {countText(leftCount)} more</p>}
    </Card>
  );
}
