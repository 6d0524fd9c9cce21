import { render } from "preact";
import { openSession } from "./api.ts";
import { App } from "./app.tsx";

const root = document.getElementById("desk");
if (root) {
  const problem = await openSession();
  render(<App problem={problem} />, root);
}
