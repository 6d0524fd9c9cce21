import { byId } from "./elements.ts";
import type { TabContents, View } from "./row-view.ts";
import { countWords } from "./words.ts";

/** What of a view the filter buttons decide. */
export type FilterPart = Pick<View, "statuses" | "issue" | "warning">;

/** The buttons with `data-filter`, as in `status:failed` or `issue:3`: pressed ones restrict the table. */
export class Filters {
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #groups: readonly HTMLElement[];
  readonly #pressed = new Set<string>();

  constructor(onChange: () => void) {
    const place = byId("filters", HTMLElement);
    this.#buttons = [...place.querySelectorAll<HTMLButtonElement>("[data-filter]")];
    this.#groups = [...place.querySelectorAll<HTMLElement>(".group")];
    for (const each of this.#buttons) {
      each.addEventListener("click", () => {
        this.#toggle(each.dataset.filter ?? "");
        onChange();
      });
    }
  }

  get part(): FilterPart {
    const values = (name: string): string[] =>
      [...this.#pressed].flatMap((filter) =>
        filter.startsWith(`${name}:`) ? filter.slice(name.length + 1) : [],
      );
    const numberOf = (name: string): number | null => values(name).map(Number)[0] ?? null;
    return { statuses: new Set(values("status")), issue: numberOf("issue"), warning: numberOf("warning") };
  }

  /** Shows what there is to choose in a tab, with how many rows each has there; what is not in it is let go. */
  offer(contents: TabContents): void {
    for (const each of this.#buttons) {
      const filter = each.dataset.filter ?? "";
      const count = contents.counts.get(filter) ?? 0;
      each.hidden = count === 0;
      if (count === 0) this.#pressed.delete(filter);
      const shown = each.querySelector(".count");
      if (shown) shown.textContent = countWords(count);
    }
    for (const group of this.#groups) {
      const offered = [...group.querySelectorAll<HTMLElement>("[data-filter]")].filter(
        (each) => !each.hidden,
      );
      // One status that all rows have is no choice.
      group.hidden = offered.length === 0 || (group.dataset.group === "Status" && offered.length === 1);
      for (const more of group.querySelectorAll("details"))
        more.hidden = more.querySelector("[data-filter]:not([hidden])") === null;
    }
    this.#draw();
  }

  /** Statuses add up; of reasons and warnings one at a time is looked at. */
  #toggle(filter: string): void {
    const wasPressed = this.#pressed.delete(filter);
    const [kind = ""] = filter.split(":");
    if (kind !== "status")
      for (const other of this.#pressed) if (other.startsWith(`${kind}:`)) this.#pressed.delete(other);
    if (!wasPressed) this.#pressed.add(filter);
    this.#draw();
  }

  #draw(): void {
    for (const each of this.#buttons)
      each.setAttribute("aria-pressed", String(this.#pressed.has(each.dataset.filter ?? "")));
  }
}
