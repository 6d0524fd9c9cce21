import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, onTestFinished } from "vitest";
import type { ProgramEnd } from "../program/run-program.ts";

/*
 * Runs programs of Windows: on Windows itself, and elsewhere by Wine, which takes the place of Windows well enough for
 * paths, cmd.exe, files that are in use, and Node.
 */

const IS_WINDOWS = process.platform === "win32";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WINE = "/usr/lib/wine/wine64";
const TIMEOUT_MS = 60_000;

interface WindowsSystem {
  /** The folder that Wine takes for its computer; none on Windows. */
  prefix?: string;
  /** Folder of node.exe. */
  nodeFolder: string;
}

const system = findSystem();

/** `describe`, which says in its title that it is skipped where there is neither Windows nor Wine. */
export const describeOnWindows: (title: string, tests: () => void) => void =
  system instanceof Error
    ? (title, tests) =>
        describe.skip(`${title} (SKIPPED: no Windows here, and no Wine: ${system.message})`, tests)
    : (title, tests) => describe(title, tests);

/** Whether it is Wine that runs the programs. */
export const IS_WINE: boolean = !IS_WINDOWS;

function findSystem(): WindowsSystem | Error {
  if (IS_WINDOWS) return { nodeFolder: dirname(process.execPath) };
  try {
    const { WINE_NODE = "22" } = process.env;
    const made = execFileSync(join(ROOT, ".ci/wine"), [WINE_NODE], { encoding: "utf8", stdio: "pipe" });
    const [prefix = "", nodeFolder = ""] = made.trim().split("\n");
    return { prefix, nodeFolder };
  } catch (error) {
    return new Error(error instanceof Error ? error.message.replaceAll("\n", " ") : String(error));
  }
}

function here(): WindowsSystem {
  if (system instanceof Error) throw system;
  return system;
}

/** Path of node.exe, of this system. */
export function windowsNode(): string {
  return join(here().nodeFolder, "node.exe");
}

/** A path of this system as Windows names it. */
export function windowsPath(path: string): string {
  return IS_WINDOWS ? path : `Z:${path.replaceAll("/", "\\")}`;
}

export interface WindowsOptions {
  /** Folder in which the program runs, as this system names it. */
  cwd: string;
  /** The whole environment, beside what Windows itself puts there. */
  env?: Readonly<Record<string, string>>;
  /** Folders of this system in which cmd.exe looks for programs before its own and Node's. */
  path?: readonly string[];
  /** Text or bytes for stdin; absent: stdin is empty. */
  stdin?: string | Uint8Array;
  timeoutMs?: number;
}

/** A program of Windows that runs. What it prints is in files: Wine's programs cannot print to a pipe of Unix. */
export interface WindowsProcess {
  readonly end: Promise<ProgramEnd>;
  stdout(): string;
  stderr(): string;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Asks it to stop as Ctrl-C does. Only Wine can: on Windows it takes a console. */
  interrupt(): void;
}

/**
 * Starts a program of Windows.
 *
 * @param command The path of an .exe, as this system names it, and its arguments, as the program is to get them.
 */
export function startOnWindows(command: readonly string[], options: WindowsOptions): WindowsProcess {
  const { cwd, stdin = "", timeoutMs = TIMEOUT_MS } = options;
  const folder = mkdtempSync(join(tmpdir(), "leadctl-windows-"));
  const [input, output, errors] = ["stdin", "stdout", "stderr"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(input, stdin);
  const files = [openSync(input, "r"), openSync(output, "w"), openSync(errors, "w")];
  const [program = "", ...args] = IS_WINDOWS ? command : [WINE, ...command];
  const child = spawn(program, args, {
    cwd,
    env: environment(options),
    stdio: files,
  });
  for (const file of files) closeSync(file);
  const textOf = (path: string) => readFileSync(path, "utf8");
  const end = new Promise<ProgramEnd>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${command.join(" ")} did not end in ${timeoutMs} ms: ${textOf(errors)}`));
    }, timeoutMs);
    child.on("error", reject);
    child.on("exit", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout: textOf(output), stderr: textOf(errors) });
    });
  });
  // Whoever forgets a program that does not end hears of it here only.
  end.catch(() => undefined);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await end.catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    end,
    stdout: () => textOf(output),
    stderr: () => textOf(errors),
    kill: () => child.kill("SIGKILL"),
    interrupt: () => child.kill("SIGINT"),
  };
}

function environment({ env = {}, path = [] }: WindowsOptions): Record<string, string> {
  const { prefix, nodeFolder } = here();
  const folders = [...path, nodeFolder];
  if (prefix === undefined)
    return { ...windowsVariables(), Path: [...folders, process.env.PATH].join(delimiter), ...env };
  return {
    HOME: tmpdir(),
    // In which names of files stand on the disk.
    LC_ALL: "C.UTF-8",
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree=;mshtml=",
    WINEPATH: folders.map(windowsPath).join(";"),
    ...env,
    NODE_OPTIONS: `--require=${join(ROOT, "test/windows/preload.cjs")} ${env.NODE_OPTIONS ?? ""}`.trim(),
  };
}

/** What Windows needs of its own environment, and nothing of ours, of npm's or of a shell's. */
function windowsVariables(): Record<string, string> {
  const own =
    /^(?:SystemRoot|SystemDrive|windir|TEMP|TMP|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ProgramData|ComSpec|PATHEXT|OS|NUMBER_OF_PROCESSORS)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) => (own.test(name) ? [[name, value]] : [])),
  );
}

/** Runs a program of Windows to its end. */
export function runOnWindows(command: readonly string[], options: WindowsOptions): Promise<ProgramEnd> {
  return startOnWindows(command, options).end;
}

/** The executable that the environment names, in place of the built program. */
const { LEADCTL_EXE } = process.env;

function program(): string[] {
  return LEADCTL_EXE === undefined ? [windowsNode(), join(ROOT, "bin/leadctl.js")] : [resolve(LEADCTL_EXE)];
}

/** The program, to its end. */
export function leadctlOnWindows(args: readonly string[], options: WindowsOptions): Promise<ProgramEnd> {
  return startLeadctlOnWindows(args, options).end;
}

export function startLeadctlOnWindows(args: readonly string[], options: WindowsOptions): WindowsProcess {
  return startOnWindows([...program(), ...args], options);
}

/** Runs a line as a person types it into cmd.exe. */
export function runInCmd(line: string, options: WindowsOptions): Promise<ProgramEnd> {
  return runOnWindows([windowsNode(), join(ROOT, "test/windows/cmd-line.cjs"), line], options);
}

/**
 * A folder with a `leadctl.cmd` that calls the built program, as npm would install it; for the path of cmd.exe.
 *
 * @param executable Another .exe that is called in place of Node and the built program.
 */
export function commandFolder(executable?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-command-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const call = executable === undefined ? program() : [executable];
  const words = call.map((path) => `"${windowsPath(path)}"`).join(" ");
  writeFileSync(join(folder, "leadctl.cmd"), `@${words} %*\r\n`);
  return folder;
}
