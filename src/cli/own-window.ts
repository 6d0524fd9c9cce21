import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";

/**
 * Whether the executable was started by a double click, in a window that Windows made for it and closes with it.
 * cmd.exe gives its prompt to whatever it starts. Of PowerShell nothing is seen: there it does what a double click does.
 */
export function hasOwnWindow(context: Context): boolean {
  const { env, caller, stdout } = context;
  const isOfWindows = caller.isExecutable && caller.platform === "win32" && env.PROMPT === undefined;
  return isOfWindows && stdout.isTTY === true && context.stdin.isTTY === true;
}

/**
 * What a double click is for: the desk. The window stays until what went wrong is read.
 *
 * @param program The executable's path.
 * @param desk Runs it to its end.
 */
export async function runInOwnWindow(
  { stdin, stderr }: Context,
  program: string,
  desk: () => Promise<ExitCode>,
): Promise<ExitCode> {
  stderr.write(isTemporary(program) ? IN_ARCHIVE : OWN_WINDOW);
  const exitCode = isTemporary(program) ? EXIT.usage : await desk();
  if (exitCode !== EXIT.ok) {
    stderr.write("\nPress Enter to close this window.\n");
    await new Promise((resolve) => stdin.once("data", resolve));
    stdin.pause();
  }
  return exitCode;
}

const OWN_WINDOW =
  "This window belongs to leadctl. To end the program, press Ctrl-C here, or close the window.\n\n";

const IN_ARCHIVE =
  "leadctl was started from within the archive. Windows will remove what it keeps there, and the login links with it.\n" +
  'Close this window, right-click the archive, choose "Extract All…", and start leadctl.exe in the new folder.\n';

/** Windows unpacks a program here if it is started from inside an archive, and soon removes it. */
function isTemporary(program: string): boolean {
  return program.toLowerCase().startsWith(realpathSync.native(tmpdir()).toLowerCase());
}
