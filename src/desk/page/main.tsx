import { render } from "preact";
import { openSession } from "./api.ts";
import { App } from "./app.tsx";

// A file that is dropped beside the place for it would take the page's place.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());

const root = document.getElementById("desk");
if (root) {
  const problem = await openSession();
  render(<App problem={problem} />, root);
}
