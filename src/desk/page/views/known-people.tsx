import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { draftPath } from "../../addresses.ts";
import type { KnownPeople } from "../../server/known-people.ts";
import { post, remove } from "../api.ts";
import { useGoTo, useLoadOfRuns } from "../hooks.ts";
import { Button, Time } from "../parts/pieces.tsx";

/** Sheets of which a person has said here that all rows stay. */
const kept = new Set<string>();

/** Says of a sheet that was dropped which of its people have a quote, before anybody corrects them once more. */
export function KnownPeopleDialog({ id, onChange }: { id: string; onChange(): Promise<void> }) {
  const { data } = useLoadOfRuns<KnownPeople>(draftPath(id, "people"));
  const [isClosed, setClosed] = useState(false);
  const goTo = useGoTo();
  const knownCount = data ? data.createdCount + data.maybeCount : 0;
  if (!data || knownCount === 0 || isClosed || kept.has(id)) return null;
  const { rowCount, runs } = data;
  const newCount = rowCount - knownCount;
  const keep = (): void => {
    kept.add(id);
    setClosed(true);
  };
  const discard = async (): Promise<void> => {
    await remove(draftPath(id));
    await goTo("#/");
  };
  return (
    <Dialog title={titleOf(data)} onClose={keep}>
      <ul class="plain">
        {runs.map(({ page, input, startedAt, created, maybe }) => (
          <li key={page}>
            <a href={page ?? "#/runs"}>{input}</a>, <Time at={startedAt} />:{" "}
            {created && `a quote for ${created}`}
            {created && maybe && "; "}
            {maybe && `perhaps a quote for ${maybe}`}
          </li>
        ))}
      </ul>
      <p class="note">
        The service makes one quote for one e-mail. The runs named here have their login links.
      </p>
      <p class="line">
        {newCount > 0 ? (
          <Button
            kind="primary"
            onClick={async () => {
              await post(draftPath(id, "only-new"));
              setClosed(true);
              await onChange();
            }}
          >
            Keep only the {newCount === 1 ? "new one" : `${countText(newCount)} new ones`}
          </Button>
        ) : (
          <Button kind="primary" onClick={discard}>
            Remove this sheet
          </Button>
        )}
        <Button onClick={keep}>Keep all {countText(rowCount)} rows</Button>
      </p>
    </Dialog>
  );
}

function titleOf({ rowCount, createdCount, maybeCount }: KnownPeople): string {
  const have = createdCount > 0 && `${countText(createdCount)} ${createdCount === 1 ? "has" : "have"}`;
  const may = maybeCount > 0 && `${countText(maybeCount)} may have`;
  return `Sent before: of ${amountText(rowCount, "lead")}, ${[have, may].filter(Boolean).join(" and ")} a quote`;
}
