import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll } from "vitest";

/** Gives a program a pseudo-terminal; of util-linux. */
const TERMINAL_GIVER = "script";
const TIMEOUT_MS = 20_000;

/** Ctrl-X Ctrl-A inserts all completions; Ctrl-X Ctrl-P shows the line as `[[…]]`, and deletes it. */
const [INSERT_ALL, SHOW_LINE] = ["\u0018\u0001", "\u0018\u0010"];

/** A shell on a terminal, at which a test types. Its start-up file has to bind the keys, and to say `ready`. */
export class TypingShell {
  readonly #child: ChildProcessWithoutNullStreams;
  #shown = "";

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#shown += text;
    });
    child.stdin.on("error", () => undefined);
  }

  /** Starts it for the tests of a file, in a folder that is its home too. */
  static async start(
    command: string,
    cwd: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<TypingShell> {
    const child = spawn(TERMINAL_GIVER, ["-qec", `stty cols 200; exec ${command}`, "/dev/null"], {
      cwd,
      env: { PATH: "/usr/bin:/bin", HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8", SHELL: "/bin/sh", ...env },
      detached: true,
    });
    afterAll(async () => {
      if (child.exitCode !== null) return;
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await once(child, "exit");
    });
    const shell = new TypingShell(child);
    await shell.#seen(/^ready\r?$/m);
    return shell;
  }

  /** The line after the Tab key, as it then stands there. */
  tab(typed: string): Promise<string> {
    return this.#lineAfter(typed, "\t");
  }

  /** The line with all that could stand there, one behind the other. */
  all(typed: string): Promise<string> {
    return this.#lineAfter(typed, INSERT_ALL);
  }

  async #lineAfter(typed: string, key: string): Promise<string> {
    this.#shown = "";
    this.#child.stdin.write(`${typed}${key}${SHOW_LINE}`);
    const [, line = ""] = await this.#seen(/^\[\[(.*)\]\]\r?$/m);
    return line;
  }

  async #seen(wanted: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const found = wanted.exec(this.#shown);
      if (found) return found;
      await once(this.#child.stdout, "data", { signal }).catch(() => {
        throw new Error(`The shell did not show ${wanted} but:\n${this.#shown}`);
      });
    }
  }
}
