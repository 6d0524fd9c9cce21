import { render } from "preact";
import { isOpening, openSession } from "./api.ts";
import { App } from "./app.tsx";

// A file that is dropped beside the place for it would take the page's place.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());

const root = document.getElementById("desk");
if (root) {
  const open = async (): Promise<void> => render(<App problem={await openSession()} />, root);
  await open();
  // The address of a desk that was started anew may be opened in a tab that is here.
  addEventListener("hashchange", () => isOpening() && void open());
}
