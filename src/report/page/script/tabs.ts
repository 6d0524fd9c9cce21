import type { TabName } from "./row-view.ts";

/** The tabs above the table, as keyboards know them: arrows go from one to the next. */
export class Tabs {
  readonly #tabs: HTMLButtonElement[];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#tabs = [...document.querySelectorAll<HTMLButtonElement>("[data-tab]")];
    for (const tab of this.#tabs) {
      tab.addEventListener("click", () => this.#choose(tab));
      tab.addEventListener("keydown", (event) => this.#moved(event, tab));
    }
    this.#describe();
  }

  get chosen(): TabName {
    const chosen = this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
    return (chosen?.dataset.tab ?? "all") as TabName;
  }

  #choose(chosen: HTMLButtonElement): void {
    for (const tab of this.#tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    this.#describe();
    this.#onChange();
  }

  #describe(): void {
    document.getElementById("panel")?.setAttribute("aria-labelledby", `tab-${this.chosen}`);
  }

  #moved(event: KeyboardEvent, from: HTMLButtonElement): void {
    const open = this.#tabs.filter((tab) => !tab.disabled);
    const at = open.indexOf(from);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: open.length - 1,
    };
    const step = steps[event.key];
    const tab = step === undefined ? undefined : open.at(step % open.length);
    if (!tab) return;
    event.preventDefault();
    this.#choose(tab);
    tab.focus();
  }
}
