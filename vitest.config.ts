import { defineConfig } from "vitest/config";

const LONG = "test/**/*.long.test.ts";

/** `vitest run` is the quick suite; `vitest run --mode long` is what takes minutes: crashes, fuzzing, other Nodes. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "long" ? [LONG] : ["test/**/*.test.ts"],
    exclude: mode === "long" ? [] : [LONG],
    globalSetup: ["test/build-program.ts"],
    setupFiles: ["test/security/key-search/install.ts"],
    maxWorkers: 2,
    // Each file in a process of its own would load the same modules again: half of the time of the quick suite.
    isolate: mode === "long",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary", "html"] },
  },
}));
