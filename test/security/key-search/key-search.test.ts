import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeZip } from "../../../src/sheet/formats/write/zip-writer.ts";
import { collected } from "../../collected.ts";
import { leads } from "../../program/lead-sheet.ts";
import { freshFolder, runProgram, startService } from "../../program/run-program.ts";
import { sheetFolder } from "../../program/started.ts";
import { StoppableProgram, until } from "../../program/stoppable-program.ts";
import { TEST_KEY } from "../../test-key.ts";
import { filesHolding, holdsSecret, stampFiles } from "./find-secret.ts";
import { takeLeaks } from "./watched-runs.ts";

const OTHER_KEY = "another-key-31";

/** A program of ours that tells its key before it does anything else. */
async function runLeaking(leak: string, env: Record<string, string>, cwd = freshFolder()) {
  const nodeArgs = ["--import", `data:text/javascript,${encodeURIComponent(leak)}`];
  const end = await runProgram(["--version"], { cwd, env, nodeArgs });
  return { cwd, end, leaks: takeLeaks() };
}

describe("a run that leaks its key", () => {
  it.each(["stdout", "stderr"])("is found out on %s", async (stream) => {
    const leak = `process.${stream}.write("Authorization: Bearer " + process.env.LEADCTL_API_KEY)`;
    const { end, leaks } = await runLeaking(leak, { LEADCTL_API_KEY: OTHER_KEY });
    expect(end.exitCode).toBe(0);
    expect(leaks).toEqual([expect.stringContaining(`The key stands in ${stream} after: `)]);
  });

  it.each([
    ["as it is", "key"],
    ["in lower case", "key.toLowerCase()"],
    ["in Base64", "Buffer.from('x' + key + 'y').toString('base64')"],
  ])("is found out in a file, %s", async (_how, expression) => {
    const leak = `import { mkdirSync, writeFileSync } from "node:fs";
      const key = process.env.STAGING_KEY;
      mkdirSync("a/b", { recursive: true });
      writeFileSync("a/b/log", "before " + ${expression} + " after");`;
    const { cwd, leaks } = await runLeaking(leak, { STAGING_KEY: OTHER_KEY });
    expect(leaks).toEqual([expect.stringContaining(join(cwd, "a/b/log"))]);
  });

  it("is found out when it is given its key by a file, which may hold it", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "settings.env"), `LEADCTL_API_KEY=${TEST_KEY}\n`);
    const copy = 'import { copyFileSync } from "node:fs"; copyFileSync("settings.env", "copy")';
    const { leaks } = await runLeaking(copy, {}, cwd);
    expect(leaks).toEqual([expect.stringContaining(join(cwd, "copy"))]);
    expect((await runLeaking("0", {}, cwd)).leaks).toEqual([]);
  });

  it("is found out while it still runs, and when it is killed", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leak.mjs"), LEAK_AND_STAY);
    const program = new StoppableProgram(["--version"], withImport("./leak.mjs"), cwd);
    await until(
      () => program.stdout.includes("."),
      () => program.stderr,
    );
    expect(takeLeaks()).toEqual([expect.stringContaining(join(cwd, "log"))]);
    program.signal("SIGKILL");
    await program.exit;
    expect(takeLeaks()).toHaveLength(2);
  });

  it("is told from one that does not", async () => {
    const { leaks } = await runLeaking("process.stdout.write('[key]')", { LEADCTL_API_KEY: OTHER_KEY });
    expect(leaks).toEqual([]);
  });
});

describe("a run that tells everything Node knows", () => {
  it("does not tell its key", async () => {
    const service = await startService();
    const cwd = sheetFolder(leads(2));
    const env = { ...service.env, NODE_DEBUG: "*" };
    const end = await runProgram(["submit", "leads.csv", "--out", "run"], { cwd, env });
    expect(end.exitCode).toBe(0);
    expect(end.stderr).toMatch(/^NET \d+: /m);
    expect(takeLeaks()).toEqual([]);
  });
});

const LEAK_AND_STAY = `import { writeFileSync } from "node:fs";
const key = process.env.LEADCTL_API_KEY;
writeFileSync("log", key);
process.stdout.write(key + ".");
setInterval(() => undefined, 1_000);
`;

function withImport(path: string): Record<string, string> {
  return { LEADCTL_API_KEY: OTHER_KEY, NODE_OPTIONS: `--import=${path}` };
}

describe("a secret", () => {
  it("is found percent-encoded, and inside an archive", async () => {
    const secret = "a secret/with signs";
    expect(holdsSecret(Buffer.from(`x=${encodeURIComponent(secret)}`), [secret])).toBe(true);
    const archive = await archiveOf(`<c>${secret}</c>`.repeat(9));
    expect(archive.includes(secret)).toBe(false);
    expect(holdsSecret(archive, [secret])).toBe(true);
    expect(holdsSecret(archive, ["another secret"])).toBe(false);
  });

  it("is looked for in every file that is new or was changed", () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "in"));
    for (const name of ["in/kept", "in/changed"]) writeFileSync(join(folder, name), OTHER_KEY);
    const before = stampFiles([folder]);
    writeFileSync(join(folder, "in/changed"), `${OTHER_KEY}!`);
    writeFileSync(join(folder, "new"), OTHER_KEY);
    expect(filesHolding([OTHER_KEY], [folder], before).toSorted()).toEqual([
      join(folder, "in/changed"),
      join(folder, "new"),
    ]);
  });
});

async function archiveOf(content: string): Promise<Buffer> {
  return Buffer.concat(await collected(writeZip([{ path: "sheet.xml", content: [content] }])));
}
