import { STATUSES, type Status } from "../../../outcome/status.ts";
import { STATUS_SIGNS } from "../../../report/text/status-mark.ts";
import { countText } from "../../../terminal/number-text.ts";

/** A status with its sign: never told by colour alone. */
export function StatusSign({ status, sign }: { status: string; sign?: string }) {
  return (
    <span class={`s-${status.replaceAll(" ", "-")}`}>
      <span aria-hidden="true">{sign ?? STATUS_SIGNS[status as Status]}</span> {status}
    </span>
  );
}

/** How many rows have each status; those that wait come last. */
export function StatusCounts({ summary }: { summary: Readonly<Record<Status, number>> }) {
  const shown = STATUSES.filter((status: Status) => summary[status] > 0);
  return (
    <ul class="status-counts" aria-label="Rows by status">
      {shown.map((status) => (
        <li key={status}>
          <strong>{countText(summary[status])}</strong> <StatusSign status={status} />
        </li>
      ))}
    </ul>
  );
}
