import type { ServerResponse } from "node:http";
import { jsonText } from "../terminal/safe-text.ts";

/** What every tab is told when it happens. The rest is the business of whoever sends it and the view that hears it. */
export interface DeskEvent {
  type: string;
}

/** A proxy or a sleeping computer lets a silent connection go. */
const BEAT_MS = 20_000;

/** What happens, a line of JSON each, to all tabs that are open. */
export class EventStream {
  readonly #tabs = new Set<ServerResponse>();
  readonly #scrub: (text: string) => string;

  constructor(scrub: (text: string) => string) {
    this.#scrub = scrub;
  }

  send<T extends DeskEvent>(event: T): void {
    const line = `${jsonText(event, this.#scrub)}\n`;
    for (const tab of this.#tabs) tab.write(line);
  }

  /**
   * Takes a tab in until it goes away.
   *
   * @param after Does something later, as `Clock.after`.
   */
  add(tab: ServerResponse, after: (durationMs: number, action: () => void) => () => void): void {
    tab.writeHead(200, { "content-type": "application/x-ndjson" });
    this.#tabs.add(tab);
    let cancel = (): void => undefined;
    const beat = (): void => {
      tab.write("\n");
      cancel = after(BEAT_MS, beat);
    };
    beat();
    tab.on("close", () => {
      cancel();
      this.#tabs.delete(tab);
    });
  }

  /** Lets all tabs go. */
  close(): void {
    for (const tab of this.#tabs) tab.end();
  }
}
