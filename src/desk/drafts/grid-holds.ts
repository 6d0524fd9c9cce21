import { deskError } from "../desk-errors.ts";

/**
 * Which page of the browser corrects a draft: one at a time, so that nobody undoes what somebody else typed. Every change goes
 * through the server one after the other, so taking a draft over is safe at any time: the page before is told, and changes
 * nothing more.
 */
export class GridHolds {
  readonly #pages = new Map<string, string>();

  /**
   * Makes sure that a page may work on a draft, which is its own from now on.
   *
   * @throws CliError when another page works on it.
   */
  require(draft: string, page: string): void {
    const holder = this.#pages.get(draft);
    if (holder !== undefined && holder !== page) {
      throw deskError("draft-open-elsewhere");
    }
    this.#pages.set(draft, page);
  }

  takeOver(draft: string, page: string): void {
    this.#pages.set(draft, page);
  }

  release(draft: string, page: string): void {
    if (this.#pages.get(draft) === page) this.#pages.delete(draft);
  }
}
