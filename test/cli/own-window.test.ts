import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Context, systemContext } from "../../src/base/context.ts";
import { hasOwnWindow, runInOwnWindow } from "../../src/cli/own-window.ts";

/** On Windows, at a terminal, with a keyboard that is a stream. */
function doubleClick(change: Partial<Context> = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  const context: Context = {
    ...systemContext(),
    env: {},
    caller: { script: "C:\\leadctl.exe", isExecutable: true, platform: "win32", cwd: "C:\\" },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: Object.assign(new PassThrough(), { isTTY: true }),
    stderr,
    ...change,
  };
  return { context, stdin, said: () => String(stderr.read() ?? "") };
}

describe("an executable that was called without a word", () => {
  it("has a window of its own after a double click on Windows", () => {
    expect(hasOwnWindow(doubleClick().context)).toBe(true);
  });

  it.each<[string, Partial<Context>]>([
    ["in cmd.exe", { env: { PROMPT: "$P$G" } }],
    ["by a program, through a pipe", { stdout: new PassThrough() }],
    ["on Linux", { caller: { script: "./leadctl", isExecutable: true, platform: "linux", cwd: "/" } }],
    ["by npm", { caller: { script: "leadctl.js", isExecutable: false, platform: "win32", cwd: "C:\\" } }],
  ])("has none where it was called %s", (_where, change) => {
    expect(hasOwnWindow(doubleClick(change).context)).toBe(false);
  });

  it("opens the desk, says how to end it, and closes with it", async () => {
    const { context, said } = doubleClick();
    expect(await runInOwnWindow(context, "C:\\leads\\leadctl.exe", async () => 0)).toBe(0);
    expect(said()).toBe(
      "This window belongs to leadctl. To end the program, press Ctrl-C here, or close the window.\n\n",
    );
  });

  it("keeps the window until what went wrong is read", async () => {
    const { context, stdin, said } = doubleClick();
    let isClosed = false;
    const end = runInOwnWindow(context, "C:\\leads\\leadctl.exe", async () => 2).finally(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([isClosed, said()]).toStrictEqual([
      false,
      expect.stringContaining("Press Enter to close this window."),
    ]);
    stdin.write("\r\n");
    expect(await end).toBe(2);
  });

  it("opens nothing within an archive, from where Windows would remove the runs", async () => {
    const { context, stdin, said } = doubleClick();
    stdin.write("\r\n");
    const program = join(tmpdir(), "Temp1_leadctl.zip", "leadctl.exe");
    const desk = () => Promise.reject(new Error("it was opened"));
    expect(await runInOwnWindow(context, program, desk)).toBe(2);
    expect(said()).toContain("Extract All");
  });
});
