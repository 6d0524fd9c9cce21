import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { parseChoice } from "../rim/option-values.ts";
import type { Rim } from "../rim/rim.ts";
import { bashCompletion } from "./completion/bash.ts";
import { type CompletionTree, completionTree } from "./completion/completion-tree.ts";
import { fishCompletion } from "./completion/fish.ts";
import { zshCompletion } from "./completion/zsh.ts";

const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<string, (tree: CompletionTree) => string>;

/**
 * `leadctl completion <shell>`: a script that completes what can be typed. It holds fixed words only, and never
 * calls the program.
 *
 * @param program The whole command line, as it is declared.
 * @throws CliError with exit code 2 for an unknown shell.
 */
export function completion(shell: string, program: Command, rim: Rim): ExitCode {
  const known = parseChoice(shell, "completion", Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]);
  rim.stdout.write(SCRIPTS[known](completionTree(program)));
  if (rim.stdout.isTTY) rim.stderr.write("\nHow to install it: leadctl completion --help\n");
  return EXIT.ok;
}
