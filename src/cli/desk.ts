import { resolve } from "node:path";
import { type Context, systemContext } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { withStopHandlers } from "../base/interruption.ts";
import type { Desk, DeskValues } from "../desk/desk.ts";
import { type DeskServer, startDeskServer } from "../desk/desk-server.ts";
import { makeDesk } from "../desk/make-desk.ts";
import { deskRoutes } from "../desk/routes.ts";
import { usageError } from "../settings/option-values.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

/**
 * `leadctl desk [folder]`: the whole job on a page, until Ctrl-C, or until nobody has used it for `--idle`. The address
 * is the first line of stdout.
 *
 * @throws CliError with exit code 2 for a folder that is none, a port that is taken, and settings that cannot be.
 */
export async function desk(folder: string | undefined, options: DeskValues): Promise<ExitCode> {
  goTo(folder ?? ".");
  const context = systemContext();
  const { port, open, idleMs } = options;
  const opened = makeDesk(resolve("."), options, startOwnSandbox, context);
  await opened.places.list();
  const tell = (text: string): void => void context.stderr.write(`${text}\n`);
  const onNewAddress = (address: string): void => tell(`A new address, for one browser:\n${address}`);
  const server = await startDeskServer(opened, deskRoutes(opened), { port, onNewAddress });
  context.stdout.write(`${server.address}\n`);
  tell("The desk is at this address, which works once. Ctrl-C ends it.");
  if (open) await openBrowser(server.address, context, tell);
  await untilEnd(server, opened, idleMs);
  await server.close();
  await opened.drafts.close();
  tell("The desk has ended. Runs and drafts are kept in its folder.");
  return EXIT.ok;
}

/** All that the engine names lies where the process stands. */
function goTo(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    throw usageError(
      `The desk cannot work in ${folder}: ${(error as NodeJS.ErrnoException).code}`,
      "Give a folder that is there, or none for the one that you stand in.",
    );
  }
}

/** A timer takes no more. */
const LOOK_MS_MAX = 3_600_000;

/** Until somebody asks for the end, or nobody has used it for so long; what is being sent is finished first. */
async function untilEnd(server: DeskServer, { rounds, context }: Desk, idleMs: number): Promise<void> {
  const { clock } = context;
  let end = (): void => undefined;
  let cancel = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => void rounds.idle().then(resolve);
    const look = (): void => {
      const leftMs = rounds.current ? idleMs : server.lastUsedAt + idleMs - clock.now();
      if (leftMs <= 0) resolve();
      else cancel = clock.after(Math.min(leftMs, LOOK_MS_MAX), look);
    };
    look();
  });
  await withStopHandlers({ onFirst: end, onSecond: (code) => process.exit(code) }, () => ended);
  cancel();
}

/** Whether there is a desktop here: on a server, what opens addresses would be a browser in this very terminal. */
function hasDesktop({ env, caller }: Context): boolean {
  if (caller.platform !== "linux") return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** Whatever comes of it: the address is printed in any case. */
async function openBrowser(address: string, context: Context, tell: (text: string) => void): Promise<void> {
  const failed = (): void => tell("No browser could be opened from here: open the address yourself.");
  if (!hasDesktop(context)) return failed();
  try {
    const { default: open } = await import("open");
    const child = await open(address);
    child.on("error", failed);
  } catch {
    failed();
  }
}
