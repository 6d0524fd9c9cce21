type Child = Node | string;

/** An element with its attributes and children; text is text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(text: string, attributes: Readonly<Record<string, string>> = {}): HTMLButtonElement {
  return element("button", { type: "button", ...attributes }, [text]);
}

/** An element that the page certainly has. */
export function byId<T extends HTMLElement>(id: string, type: { new (): T }): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no #${id}`);
  return found;
}

/** Tells a screen reader what has just happened. */
export function say(text: string): void {
  byId("said", HTMLElement).textContent = text;
}
