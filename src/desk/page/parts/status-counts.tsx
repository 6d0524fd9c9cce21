import { STATUSES, type Status } from "../../../outcome/status.ts";
import { StatusSign } from "../../../report/page/parts.tsx";
import { countText } from "../../../terminal/number-text.ts";

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
