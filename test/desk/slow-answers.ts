import type { Page, Route } from "playwright-core";

/** An answer of the desk that is on its way. */
export interface HeldAnswer {
  /** Resolves when the desk has given it. */
  given: Promise<void>;
  /** Lets it come to the page. */
  release(): void;
}

/**
 * Holds the next answer to a kind of request on its way to the page: the desk has done what was asked by then.
 *
 * @param address As `Page.route` takes it.
 */
export async function holdAnswer(page: Page, address: string | RegExp, method = "GET"): Promise<HeldAnswer> {
  let release: () => void = () => undefined;
  let give: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  let isTaken = false;
  const handle = async (route: Route): Promise<void> => {
    if (isTaken || route.request().method() !== method) return route.fallback();
    isTaken = true;
    const response = await route.fetch();
    give();
    await isReleased;
    // The page may be gone by now.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(address, handle);
  return { given, release };
}

/** Tells a page that another tab, or another window, is before it now; or that it can be seen again. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    Object.defineProperty(document, "visibilityState", {
      value: value ? "hidden" : "visible",
      configurable: true,
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}
