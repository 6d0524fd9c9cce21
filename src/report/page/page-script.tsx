import { hydrate, render } from "preact";
import { PageRows, type PageRowsHead } from "./page-rows.tsx";
import { type ListedIssue, type ListedRow, type ListFilter, PACKED, RowList } from "./row-list.ts";

/** How long a button says that it has copied. */
const COPIED_MS = 1_600;

/** What is embedded in `report.html`: `RowLister` writes it. */
interface PageData {
  head: PageRowsHead;
  /** There may be 50,000 rows: each is a list of what `PACKED` names, and refers to its issues by number. */
  list: { filters: ListFilter[]; issues: ListedIssue[]; rows: (string | number | number[] | null)[][] };
}

function unpacked({ filters, issues, rows }: PageData["list"]): RowList {
  const listed = rows.map((values) => {
    const named = PACKED.map((name, at) => {
      const value = values[at] ?? undefined;
      return [name, Array.isArray(value) ? value.map((number) => issues[number]) : value];
    });
    return Object.fromEntries(named) as ListedRow;
  });
  return new RowList(listed, filters);
}

/** Every button that carries a text copies it, and says so. */
async function copied({ target }: Event): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-copy]") : null;
  if (!button) return;
  const label = button.textContent;
  const word = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
    () => "Copied",
    () => "Not copied",
  );
  button.textContent = word;
  const said = document.getElementById("said");
  if (said) said.textContent = word;
  setTimeout(() => {
    button.textContent = label;
  }, COPIED_MS);
}

/** A time where the reader is; hovering shows UTC, as the file has it. */
function showLocalTime(time: HTMLTimeElement): void {
  time.title = time.textContent ?? "";
  time.textContent = new Date(time.dateTime).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

const { head, list }: PageData = JSON.parse(document.getElementById("data")?.textContent ?? "");
const root = document.getElementById("rows");
const rows = unpacked(list);
if (root) {
  hydrate(<PageRows head={head} list={rows} />, root);
  render(<PageRows head={head} list={rows} pageRows={50} />, root);
}
document.addEventListener("click", (event) => void copied(event));
for (const time of document.querySelectorAll("time")) showLocalTime(time);
// On paper nothing can be unfolded.
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});
