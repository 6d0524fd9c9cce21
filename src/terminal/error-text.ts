import type { CliError } from "../base/cli-error.ts";
import { safeLines } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { wrap } from "./text-width.ts";

/** What happened and where, and what to do next, ending with a line feed. */
export function renderError(error: Pick<CliError, "message" | "hint">, style: Style): string {
  const { chalk, columns, signs } = style;
  const room = columns - 2;
  const message = safeLines(error.message).flatMap((line) => wrap(line, room));
  const hint = safeLines(`Hint: ${error.hint}`).flatMap((line) => wrap(line, room));
  const lines = [
    ...message.map((line, index) =>
      index === 0 ? `${chalk.red(signs.failure)} ${chalk.bold(line)}` : `  ${chalk.bold(line)}`,
    ),
    ...hint.map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}
