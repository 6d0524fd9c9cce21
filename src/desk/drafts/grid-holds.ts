import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";

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
      throw new CliError("This sheet is open in another window or tab", {
        code: "draft-open-elsewhere",
        exitCode: EXIT.usage,
        hint: "Go on there, or work here instead: what was corrected is kept, and the other one stops.",
      });
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
