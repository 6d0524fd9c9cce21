import { button, byId } from "./elements.ts";
import type { View } from "./row-view.ts";

/** What of a view the filter buttons all over the page decide. */
export type FilterPart = Pick<View, "statuses" | "issue" | "warning" | "attempts">;

type NumberFilter = "issue" | "warning" | "attempts";

/** The buttons with `data-filter`, as in `status:failed` or `issue:3`: pressed ones restrict the table. */
export class Filters {
  readonly #buttons: HTMLButtonElement[];
  readonly #chips: HTMLElement;
  readonly #onChange: () => void;
  readonly #statuses = new Set<string>();
  readonly #numbers = new Map<NumberFilter, number>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#chips = byId("chips", HTMLElement);
    this.#buttons = [...document.querySelectorAll<HTMLButtonElement>("button[data-filter]")];
    for (const pressed of this.#buttons) {
      pressed.addEventListener("click", () => {
        if (this.#toggle(pressed.dataset.filter ?? "")) byId("rows", HTMLElement).scrollIntoView();
      });
    }
  }

  get part(): FilterPart {
    const numberOf = (name: NumberFilter): number | null => this.#numbers.get(name) ?? null;
    return {
      statuses: this.#statuses,
      issue: numberOf("issue"),
      warning: numberOf("warning"),
      attempts: numberOf("attempts"),
    };
  }

  /** Returns whether the filter is now in force. */
  #toggle(filter: string): boolean {
    const isOn = !this.#isOn(filter);
    const [name = "", value = ""] = filter.split(":");
    if (name === "status") {
      if (isOn) this.#statuses.add(value);
      else this.#statuses.delete(value);
    } else if (isOn) this.#numbers.set(name as NumberFilter, Number(value));
    else this.#numbers.delete(name as NumberFilter);
    this.#draw();
    this.#onChange();
    return isOn;
  }

  #isOn(filter: string): boolean {
    const [name = "", value = ""] = filter.split(":");
    return name === "status"
      ? this.#statuses.has(value)
      : this.#numbers.get(name as NumberFilter) === Number(value);
  }

  /** What is pressed is repeated above the table, where it can be taken away. */
  #draw(): void {
    for (const each of this.#buttons) {
      each.setAttribute("aria-pressed", String(this.#isOn(each.dataset.filter ?? "")));
    }
    const pressed = this.#buttons.filter((each) => this.#isOn(each.dataset.filter ?? ""));
    this.#chips.replaceChildren(...pressed.map((each) => this.#chip(each)));
  }

  #chip(of: HTMLButtonElement): HTMLButtonElement {
    const filter = of.dataset.filter ?? "";
    const words = of.querySelector(".name, .why") ?? of;
    const isAttempts = filter.startsWith("attempts:");
    const text = `${isAttempts ? "attempts: " : ""}${words.textContent ?? ""}`;
    const chip = button(text, { class: "chip", "aria-label": `Take the filter away: ${text}` });
    chip.addEventListener("click", () => {
      this.#toggle(filter);
      byId("query", HTMLInputElement).focus();
    });
    return chip;
  }
}
