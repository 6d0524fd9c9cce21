// Runs tests against a copy of this checkout in which every sentence of the catalogues is its code in capitals, with its
// parameters: what then fails, besides the snapshots of sentences, the help and the manual, holds on to words.
// `node test/capitals.mjs test/send` takes the arguments of `vitest run`. Once in a while, not before each change.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const CHANGES = [
  {
    file: "src/base/finding.ts",
    from: "const message = (texts[finding] as (params: unknown) => string)(params);",
    to: 'const message = [texts[finding] && finding.toUpperCase(), JSON.stringify(params)?.replace(/"/g, "")].join(" ").trim();',
  },
  {
    file: "src/base/cli-error.ts",
    from: "const { message, ...text } = (texts[finding] as (params: unknown) => ErrorText)(params);",
    to: `const { asks } = (texts[finding] as (params: unknown) => ErrorText)(params);
    const message = [finding.toUpperCase(), JSON.stringify(params)].join(" ").trim();
    const text = { hint: ["HINT", message].join(" "), asks };`,
  },
];
const LEFT_OUT = new Set(["node_modules", ".git", "dist", "dist-tests", "coverage"]);
/** They show sentences, or are about how they read; and the packages that are loaded lie elsewhere than the copy. */
const OF_SENTENCES = [
  "test/texts.test.ts",
  "test/error-texts.test.ts",
  "test/docs/**",
  "test/sentences.test.ts",
  "test/outcome/what-happened.test.ts",
  "test/cli/start-up.test.ts",
];

const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "leadctl-capitals-"));
try {
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const { file, from, to } of CHANGES) {
    const text = readFileSync(join(copy, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} makes its sentences otherwise: adapt this script`);
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
  }
  const excluded = OF_SENTENCES.flatMap((pattern) => ["--exclude", pattern]);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...excluded, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, vitest, { cwd: copy, stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
