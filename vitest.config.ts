import { defineConfig } from "vitest/config";

const LANDING = "test/**/*.landing.test.ts";
const LONG = "test/**/*.long.test.ts";

/**
 * Three classes of test files: `vitest run` is the quick suite; `--mode landing` is what a change must pass besides
 * (`.ci/run`); `--mode long` is what takes minutes (`.ci/all`).
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode !== "landing" && mode !== "long";
  return {
    test: {
      include: [mode === "landing" ? LANDING : mode === "long" ? LONG : "test/**/*.test.ts"],
      exclude: isQuick ? [LANDING, LONG] : [],
      globalSetup: ["test/build-program.ts"],
      setupFiles: ["test/security/key-search/install.ts"],
      // Kills, browsers, disks and terminals have the machine to themselves: a wait of theirs is no other file's load.
      maxWorkers: isQuick ? 2 : 1,
      // Each file in a process of its own would load the same modules again: half of the time of the quick suite.
      isolate: !isQuick,
      // What hangs is ended; a machine that is six times as busy is not.
      testTimeout: isQuick ? 30_000 : 120_000,
      hookTimeout: isQuick ? 30_000 : 120_000,
      coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary", "html"] },
    },
  };
});
