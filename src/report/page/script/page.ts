import type { PageData, PageRow } from "../page-data.ts";
import { showDetail } from "./detail.ts";
import { byId, element, say } from "./elements.ts";
import { Filters } from "./filters.ts";
import { RowTable } from "./row-table.ts";
import { type PageColumn, RowFinder } from "./row-view.ts";
import { Tabs } from "./tabs.ts";
import { wireZone } from "./times.ts";

const TYPING_MS = 120;
/** How long a button says that it has copied. */
const COPIED_MS = 1_600;
const ROW_IN_ADDRESS = /^#row-(\d+)$/;

/** The script of `report.html`: everything it shows is in the page already. */
function start(): void {
  const data: PageData = JSON.parse(byId("data", HTMLScriptElement).textContent ?? "");
  const finder = new RowFinder(data);
  const sorting: { column: PageColumn; isDescending: boolean } = { column: "row", isDescending: false };
  const query = byId("query", HTMLInputElement);
  const table = new RowTable(data, open);
  const filters = new Filters(update);
  const tabs = new Tabs(choose);

  function choose(): void {
    filters.offer(finder.contentsOf(tabs.chosen));
    update();
  }

  function update(): void {
    const tab = tabs.chosen;
    const view = { tab, query: query.value, ...filters.part, ...sorting };
    table.show(finder.find(view), view, finder.contentsOf(tab));
  }

  function open(row: PageRow): void {
    history.replaceState(null, "", `#row-${row[0]}`);
    showDetail(data, row);
  }

  function openAddressed(): void {
    const number = Number(ROW_IN_ADDRESS.exec(location.hash)?.[1]);
    const row = data.rows.find(([each]) => each === number);
    if (row) showDetail(data, row);
  }

  let typing: ReturnType<typeof setTimeout> | undefined;
  query.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(update, TYPING_MS);
  });
  byId("controls", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  table.onSort((column) => {
    sorting.isDescending = sorting.column === column && !sorting.isDescending;
    sorting.column = column;
    update();
  });
  const dialog = byId("detail", HTMLDialogElement);
  dialog.addEventListener("close", () => history.replaceState(null, "", location.pathname + location.search));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  addEventListener("hashchange", openAddressed);
  addEventListener("beforeprint", unfold);
  wireCopying();
  wireZone();
  for (const id of ["controls", "filters"]) byId(id, HTMLElement).hidden = data.rows.length < 2;
  choose();
  openAddressed();
}

/** On paper nothing can be unfolded. */
function unfold(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>("details:not(.timing)")) fold.open = true;
}

/** Every button that carries a text copies it, and says so. */
function wireCopying(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!(target instanceof HTMLButtonElement)) return;
    void copy(target.dataset.copy ?? "", target).then((isCopied) => confirm(target, isCopied));
  });
}

async function copy(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

/** Where a browser keeps the clipboard from pages that were opened as files. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = element("textarea", { class: "unseen", readonly: "" });
  field.value = text;
  // A modal dialog makes everything outside of it unselectable.
  (near.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  near.focus();
  return isCopied;
}

function confirm(target: HTMLButtonElement, isCopied: boolean): void {
  const word = isCopied ? "Copied" : "Not copied";
  say(word);
  target.dataset.label ??= target.textContent ?? "";
  target.textContent = word;
  setTimeout(() => {
    target.textContent = target.dataset.label ?? "Copy";
  }, COPIED_MS);
}

start();
