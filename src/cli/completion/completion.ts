import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { parseChoice } from "../../settings/option-values.ts";
import type { CommandTable } from "../help/program.ts";
import { bashCompletion } from "./bash.ts";
import { type CompletionTree, completionTree, ENVIRONMENTS } from "./completion-tree.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<string, (tree: CompletionTree) => string>;

/**
 * `leadctl completion <shell>`: a script that completes what can be typed. It holds fixed words, and calls the program for
 * the names of environments alone.
 *
 * @throws CliError with exit code 2 for an unknown shell.
 */
export async function completion(shell: string, commands: CommandTable, context: Context): Promise<ExitCode> {
  if (shell === ENVIRONMENTS) {
    const { readConfig } = await import("../../settings/config-file.ts");
    const config = await readConfig(undefined).catch(() => null);
    for (const { name } of config?.environments ?? []) context.stdout.write(`${name}\n`);
    return EXIT.ok;
  }
  const known = parseChoice(shell, "completion", Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]);
  context.stdout.write(SCRIPTS[known](completionTree(commands)));
  if (context.stdout.isTTY) context.stderr.write("\nHow to install it: leadctl completion --help\n");
  return EXIT.ok;
}
