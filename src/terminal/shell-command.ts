import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Context } from "../base/context.ts";

/** A word of a command: as it is, or a folder, or a file in it. */
export type CommandWord = string | { readonly folder: string; readonly file?: string };

export type ShellKind = "posix" | "powershell" | "cmd";

/** How a person can call the program again: what they type, in which shell, and standing where. */
export interface Shell {
  kind: ShellKind;
  /** As it is named to others, who may have it elsewhere: `leadctl`, or `npx leadctl`. */
  program: string;
  /** As it is typed here: an executable is mostly on no search path, and is called as it was before. */
  call: string;
  /** The folder that the program runs in. */
  cwd: string;
  /** The user's current folder. An npm script starts the program in another one. */
  standsIn: string;
}

/** Reads from the environment how the program was called, and from which shell. */
export function shellFor({ env, caller }: Pick<Context, "env" | "caller">): Shell {
  const { script, isExecutable, platform, cwd } = caller;
  const kind = shellKind(env, platform);
  // npx and npm's scripts say so to whatever they start: also to a program that is installed for all.
  const isOfNpm = env.npm_command !== undefined && INSTALLED.test(script);
  const program = isOfNpm || isInstalledHere(script, cwd) ? "npx leadctl" : "leadctl";
  return {
    kind,
    program,
    call: isExecutable ? calledAs(script, kind) : program,
    cwd,
    standsIn: (isOfNpm && env.INIT_CWD) || cwd,
  };
}

/** PowerShell prints a quoted word instead of running it, unless `&` precedes it. */
function calledAs(path: string, kind: ShellKind): string {
  const word = quote[kind](path);
  return kind === "powershell" && word !== path ? `& ${word}` : word;
}

/** Installed in the current folder or one around it, where no shell finds it by its name alone. */
function isInstalledHere(script: string, cwd: string): boolean {
  const [, folder] = INSTALLED.exec(script) ?? [];
  if (folder === undefined) return false;
  const rest = relative(folder, cwd);
  return !rest.startsWith("..") && !isAbsolute(rest);
}

/** The folder around the first `node_modules` on the way to a script. */
const INSTALLED = /^(.*?)[\\/]node_modules[\\/]/;

/** On Windows a POSIX shell (Git Bash) names itself; PowerShell adds the user's own modules to the path of modules. */
function shellKind(env: Context["env"], platform: NodeJS.Platform): ShellKind {
  if (platform !== "win32" || env.MSYSTEM || env.SHELL) return "posix";
  return /[\\/](?:Windows)?PowerShell[\\/]Modules(?:;|$)/i.test(ownModules(env)) ? "powershell" : "cmd";
}

/** The machine's own modules are on the path in every shell. */
function ownModules({ PSModulePath = "" }: Context["env"]): string {
  const folders = PSModulePath.split(";");
  return folders.filter((folder) => !/^[a-z]:\\(?:Program Files|Windows)/i.test(folder)).join(";");
}

/** A command that the user can paste and run in the current folder. */
export function commandText(words: readonly CommandWord[], shell: Shell): string {
  const texts = words.map((word) =>
    shellWord(typeof word === "string" ? word : pathText(word, shell), shell),
  );
  return [shell.call, ...texts].join(" ");
}

/**
 * A command as files show it that are sent on: by the names of folders and files, without a path.
 *
 * @param program How it is called where the file was written.
 */
export function sharedCommandText(words: readonly CommandWord[], program = "leadctl"): string {
  const texts = words.map((word) => {
    if (typeof word === "string") return word;
    return word.file ?? basename(resolve(word.folder));
  });
  return [program, ...texts.map((text) => quote.posix(text))].join(" ");
}

/** The line that sets a variable for the commands to come. */
export function variableText(name: string, value: string, { kind }: Pick<Shell, "kind">): string {
  if (kind === "powershell") return `$env:${name} = '${value.replaceAll("'", "''")}'`;
  // Without the quotes, a space before the next command would be a part of the value.
  return kind === "cmd" ? `set "${name}=${value}"` : `export ${name}=${quote.posix(value)}`;
}

/** A word of a command, quoted where the shell needs it. */
export function shellWord(text: string, { kind }: Pick<Shell, "kind">): string {
  return quote[kind](text);
}

function pathText(word: Exclude<CommandWord, string>, { cwd, standsIn }: Shell): string {
  const path = word.file === undefined ? word.folder : join(word.folder, word.file);
  const text = isAbsolute(path) || cwd === standsIn ? path : relative(standsIn, resolve(cwd, path)) || ".";
  // Else it would be taken for an option.
  return text.startsWith("-") ? `.${sep}${text}` : text;
}

/** Characters that end a line or control a terminal. */
const CONTROL = /[\0-\x1f\x7f-\x9f]/g;

const quote: Readonly<Record<ShellKind, (text: string) => string>> = {
  posix: (text) => {
    if (/^[\w@%+=:,./-]+$/.test(text)) return text;
    if (text.search(CONTROL) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
    const escaped = text
      .replace(/[\\']/g, "\\$&")
      .replaceAll("\n", "\\n")
      .replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return `$'${escaped}'`;
  },
  // PowerShell takes curly quotes for straight ones. A comma makes a list, a point in what looks like an option a new word.
  powershell: (text) =>
    /^(?!-[^-]*[.:])[\w+=:./\\-]+$/.test(text) ? text : `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`,
  // A percent sign begins a variable even in quotes; a backslash before the closing quote would take it in.
  cmd: (text) =>
    /^[\w+:./\\-]+$/.test(text)
      ? text
      : `"${text
          .replace(/(\\*)"/g, '$1$1\\"')
          .replace(/\\+$/, "$&$&")
          .replaceAll("%", '"^%"')}"`,
};
