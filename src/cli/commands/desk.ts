import { resolve } from "node:path";
import { type Context, systemContext } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCause, isAbsent } from "../../base/file-error.ts";
import { withStopHandlers } from "../../base/interruption.ts";
import { type Desk, type DeskValues, makeDesk } from "../../desk/desk.ts";
import { type DeskServer, portOf, startDeskServer } from "../../desk/server/desk-server.ts";
import { deskRoutes } from "../../desk/server/routes.ts";
import { proseText } from "../../terminal/layout.ts";
import { styleFor } from "../../terminal/style.ts";
import { commandError } from "../command-errors.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

/**
 * `leadctl desk [folder]`: the whole job on a page, until Ctrl-C, or until nobody has used it for `--idle`. The address
 * is the first line of stdout.
 *
 * @throws CliError with exit code 2 for a missing folder, a port in use, and unusable settings.
 */
export async function desk(folder: string | undefined, options: DeskValues): Promise<ExitCode> {
  goTo(folder ?? ".");
  const context = systemContext();
  const { port, open, idleMs } = options;
  const opened = makeDesk(resolve("."), options, startOwnSandbox, context);
  // Report a faulty configuration here: nobody has opened the page yet.
  await opened.places.list();
  const style = styleFor(context.stderr, context.env);
  const tell = (text: string): void => void context.stderr.write(proseText(text, style));
  const onNewAddress = (address: string): void => {
    tell("The address was opened again. This is a new one, for another browser:");
    context.stderr.write(`${address}\n`);
  };
  const ports = port === 0 ? [portOf(opened.folder), 0] : [port];
  const server = await startDeskServer(opened, deskRoutes(opened), { ports, onNewAddress });
  context.stdout.write(`${server.address}\n`);
  const isOpen = open && (await openBrowser(server.address, context));
  tell(
    isOpen
      ? "The desk opens in your browser."
      : "Open this address in a browser on this computer. It works once, for one browser.",
  );
  tell("Nobody else can open it. To end the desk, press Ctrl-C here, or close this window.");
  const isIdle = await untilEnd(server, opened, idleMs, tell);
  await server.close();
  await opened.drafts.close();
  tell(
    `${isIdle ? "The desk has ended, because nobody used it for a long time" : "The desk has ended"}. Nothing is lost.`,
  );
  return EXIT.ok;
}

/** All that the engine names lies where the process stands. */
function goTo(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    throw commandError("usage/desk-folder", {
      folder,
      why: isAbsent(error) ? "there is no such folder" : describeCause(error),
    });
  }
}

/** A timer takes no more. */
const LOOK_MS_MAX = 3_600_000;

/**
 * Until somebody asks for the end, or nobody has used the desk for so long; what is being sent is finished first.
 *
 * @returns Whether nobody used it.
 */
async function untilEnd(
  server: DeskServer,
  { rounds, context }: Desk,
  idleMs: number,
  tell: (text: string) => void,
): Promise<boolean> {
  const { clock } = context;
  let isIdle = false;
  let end = (): void => undefined;
  let cancel = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => {
      if (rounds.current) tell("What is under way is finished first. Ctrl-C again ends it at once.");
      void rounds.idle().then(resolve);
    };
    const look = (): void => {
      const leftMs = rounds.current ? idleMs : server.lastUsedAt + idleMs - clock.now();
      isIdle = leftMs <= 0;
      if (isIdle) resolve();
      else cancel = clock.after(Math.min(leftMs, LOOK_MS_MAX), look);
    };
    look();
  });
  await withStopHandlers({ onFirst: end, onSecond: (code) => process.exit(code) }, () => ended);
  cancel();
  return isIdle;
}

/** Whether there is a desktop here: on a server, what opens addresses would be a browser in this very terminal. */
function hasDesktop({ env, caller }: Context): boolean {
  if (caller.platform !== "linux") return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** @returns Whether it was tried; the address is printed in any case. */
async function openBrowser(address: string, context: Context): Promise<boolean> {
  if (!hasDesktop(context)) return false;
  try {
    const { default: open } = await import("open");
    const browser = await open(address);
    browser.on("error", () => undefined);
    return true;
  } catch {
    return false;
  }
}
