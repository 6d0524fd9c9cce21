import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { freshFolder } from "../program/run-program.ts";
import { describeOnWindows, runOnWindows, windowsNode, windowsPath } from "./windows.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Rooms whose quick tests need nothing but files. */
const ROOMS = ["base", "lead", "outcome", "run", "settings"];
/**
 * Not for Windows: rights of files (0600) and links, paths with slashes, what is spawned with a tool of Unix, files and
 * folders removed while they are read, which Wine does in its own way; snapshots and random sizes, which need vitest itself.
 */
const LEFT_OUT =
  /^(?:cli-error|durable-file|oracle|guidance|find-leads|journal-mark|journal-writer|known-runs|lock|purge-run|read-plan|run-folder|config-schema|settings)\.test\.ts$/;

describeOnWindows("the quick tests that need nothing but files", () => {
  it("pass in Windows' Node", async () => {
    const files = ROOMS.flatMap((room) =>
      readdirSync(join(ROOT, "test", room))
        .filter((name) => /^[a-z-]+\.test\.ts$/.test(name) && !LEFT_OUT.test(name))
        .map((name) => join(ROOT, "test", room, name)),
    );
    const cwd = freshFolder();
    writeFileSync(join(cwd, "tests.mjs"), await bundled(files));
    const end = await runOnWindows([windowsNode(), "--test-reporter=tap", "tests.mjs"], {
      cwd,
      timeoutMs: 500_000,
    });
    const failed = end.stdout.split("\n").filter((line) => /^ *not ok/.test(line));
    expect(failed).toStrictEqual([]);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(Number(/^# pass (\d+)$/m.exec(end.stdout)?.[1])).toBeGreaterThan(800);
  }, 600_000);
});

/** All of them as one script, with Node's runner in place of vitest. Each finds the project's files from where it stood. */
async function bundled(files: readonly string[]): Promise<string> {
  const all = "all-tests";
  const build = await rolldown({
    input: all,
    platform: "node",
    cwd: ROOT,
    resolve: {
      mainFields: ["module", "main"],
      alias: { vitest: join(ROOT, "test/windows/vitest-in-node.ts") },
    },
    plugins: [
      {
        name: all,
        resolveId: (id) => (id === all ? id : undefined),
        load: (id) =>
          id === all ? files.map((file) => `import ${JSON.stringify(file)};`).join("\n") : undefined,
        transform: (code, id) =>
          id.startsWith(ROOT) && !id.includes("node_modules")
            ? code.replaceAll("import.meta.url", JSON.stringify(urlOnWindows(id)))
            : undefined,
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  await build.close();
  return output[0].code;
}

function urlOnWindows(path: string): string {
  return process.platform === "win32"
    ? pathToFileURL(path).href
    : `file:///${encodeURI(windowsPath(path).replaceAll("\\", "/"))}`;
}
