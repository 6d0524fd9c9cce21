import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { createdBody, whole } from "../security/hostile-server/attack.ts";
import { hostileServer } from "../security/hostile-server/hostile-server.ts";
import { leads } from "./lead-sheet.ts";
import { PROGRAM_FILE, type RunningService } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built program while it runs: its words so far, and signals to send it. */
export class StoppableProgram {
  readonly cwd: string;
  stderr = "";
  stdout = "";
  readonly exit: Promise<Exit>;
  readonly #child: ChildProcess;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
    this.cwd = cwd;
    this.#child = spawn(process.execPath, [PROGRAM_FILE, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.#child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    this.exit = new Promise((resolve) =>
      this.#child.on("close", (code, signal) => resolve({ code, signal })),
    );
    onTestFinished(() => {
      this.#child.kill("SIGKILL");
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Sends two signals at once, however busy the machine is: a program that is held takes both when it is let go. */
  signalTogether(one: NodeJS.Signals, other: NodeJS.Signals): void {
    for (const name of ["SIGSTOP", one, other, "SIGCONT"] as const) this.signal(name);
  }

  /** Sends a signal again and again, as somebody would who wants the end of it. */
  async signalUntilExit(name: NodeJS.Signals): Promise<Exit> {
    let isOver = false;
    void this.exit.then(() => {
      isOver = true;
    });
    while (!isOver) {
      this.signal(name);
      await delay(50);
    }
    return this.exit;
  }

  /** Resolves once it has written something to stderr. */
  says(text: string): Promise<void> {
    return until(
      () => this.stderr.includes(text),
      () => this.stderr,
    );
  }

  /** Closes our end of its stdout, as `| head -0` does. */
  closeStdout(): void {
    this.#child.stdout?.destroy();
  }

  closeStderr(): void {
    this.#child.stderr?.destroy();
  }
}

/** Submits some leads to a service, and resolves once that has been asked for the given number of times. */
export function submitUntil(
  service: RunningService,
  requestCount: number,
  rowCount: number,
  flags: readonly string[] = [],
): Promise<StoppableProgram> {
  const cwd = sheetFolder(leads(rowCount));
  return startUntil(["submit", "leads.csv", "--out", "run", ...flags], service, requestCount, cwd);
}

/** Starts the program in a folder, and resolves once the service has been asked for the given number of times in all. */
export async function startUntil(
  args: readonly string[],
  service: RunningService,
  requestCount: number,
  cwd: string,
): Promise<StoppableProgram> {
  const program = new StoppableProgram(args, service.env, cwd);
  await until(
    () => service.requestCount() >= requestCount,
    () => program.stderr,
  );
  return program;
}

/** Waits for something to become true, and tells the story where it does not. */
export async function until(isTrue: () => boolean, story: () => string, timeoutMs = 60_000): Promise<void> {
  const giveUpAtMs = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > giveUpAtMs) throw new Error(`It never came to that: ${story()}`);
    await delay(5);
  }
}

export function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** A service whose answers but the first take a while, and which knows how many of them have left it. */
export async function lateService() {
  let answeredCount = 0;
  const server = await hostileServer({
    name: "none",
    kinds: [],
    isFromStart: true,
    answer: (request) => {
      const answer = whole(200, createdBody(request));
      const write = () => request.socket.write(answer, () => (answeredCount += 1));
      setTimeout(write, request.index === 0 ? 0 : 300);
    },
  });
  return { server, answeredCount: () => answeredCount };
}
