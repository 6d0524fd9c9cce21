import { inputError } from "./input-error.ts";

/** A lead has two dozen fields, and the widest exports a thousand columns. Each row repeats them in our files. */
const COLUMNS_MAX = 2_000;

/** @throws CliError when an input has more columns than any sheet of leads. */
export function requireUsualColumns(name: string, count: number): void {
  if (count <= COLUMNS_MAX) return;
  throw inputError(
    "too-many-columns",
    `${name} has more than ${COLUMNS_MAX} columns, and a lead has two dozen fields`,
    "Export it again with the columns of the leads only.",
  );
}
