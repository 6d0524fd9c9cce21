import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRelease, type Release } from "../../release/release.ts";
import { TARGETS } from "../../release/targets.ts";
import { LEAD_TEXTS } from "../../src/lead/lead-texts.ts";
import { type JournalLine, readReport } from "../program/run-files.ts";
import { freshFolder, type ProgramEnd, startService } from "../program/run-program.ts";
import { until } from "../program/stoppable-program.ts";
import { describeOnWindows, runInCmd, startOnWindows } from "../windows/windows.ts";

const HERE = `${process.platform}-${process.arch}`;
const PAGE_SCRIPT = fileURLToPath(new URL("../../dist/report/page/page.js", import.meta.url));
const MEND_SHEET = fileURLToPath(new URL("../packaging/mend-sheet.mjs", import.meta.url));
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** The executable, started as a person does who has no Node.js. */
type Start = (args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>) => StartedProgram;

/** Runs a printed command as a person does who pastes it. */
type Paste = (line: string, cwd: string) => Promise<ProgramEnd>;

interface StartedProgram {
  readonly end: Promise<ProgramEnd>;
  stdout(): string;
  /** Ends it as a power cut would. */
  kill(): void;
}

const describeRelease =
  HERE === "linux-x64"
    ? describe
    : (title: string, tests: () => void) =>
        describe.skip(`${title} (SKIPPED: a release is made on linux-x64, and this is ${HERE})`, tests);

describeRelease("a release", () => {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-released-"));
  let release: Release;

  beforeAll(async () => {
    release = await makeRelease(join(folder, "first"));
    for (const { archive } of release.archives) unpack(archive);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function unpack(archive: string): void {
    execFileSync("unzip", ["-q", join(folder, "first", archive), "-d", folder]);
  }

  /** What a person gets by unpacking the archive for a system. */
  function unpacked(system: string): string {
    return join(folder, `leadctl-${version}-${system}`);
  }

  it("is the same, byte for byte, when it is made again", async () => {
    const sums = (name: string) => readFileSync(join(folder, name, "SHA256SUMS"), "utf8").split("\n");
    // The one that is left out is made as the one for Linux is.
    const again = TARGETS.filter(({ name }) => name !== "linux-arm64");
    await makeRelease(join(folder, "second"), again);
    expect(sums("second")).toStrictEqual(sums("first").filter((line) => !line.includes("arm64")));
    expect(sums("second")).toHaveLength(2 * again.length + 1);
  }, 300_000);

  it("has an archive for each system, with all that belongs to it, whose checksums are right", () => {
    expect(release.archives.map(({ archive }) => archive)).toStrictEqual(
      ["win-x64", "linux-x64", "linux-arm64"].map((system) => `leadctl-${version}-${system}.zip`),
    );
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: release.folder });
    for (const { target } of release.archives) {
      const names = [`leadctl${target.ending}`, "README.txt", "leads.csv", "LICENCES.txt", "sbom.cdx.json"];
      expect(readdirSync(unpacked(target.name)).sort()).toStrictEqual(names.sort());
    }
  });

  it("tells how to begin on each system, in plain text and its own commands", () => {
    const pages = release.archives.map(({ target }) =>
      readFileSync(join(unpacked(target.name), "README.txt"), "utf8"),
    );
    for (const page of pages) {
      expect(page).toContain("leadctl submit leads.csv --sandbox");
      expect(page).not.toMatch(/```|\*\*|<version>|<system>|\]\(/);
    }
    expect(pages[0]).toContain(`leadctl-${version}-win-x64.zip`);
    expect(pages[2]).toContain(`leadctl-${version}-linux-arm64.zip`);
  });

  it("names every package that is in it, with its licence, in the page and in the bill", () => {
    const [place] = release.archives.map(({ target }) => unpacked(target.name));
    const licences = readFileSync(join(place ?? "", "LICENCES.txt"), "utf8");
    const bill = JSON.parse(readFileSync(join(place ?? "", "sbom.cdx.json"), "utf8"));
    const listed = [
      ...readFileSync("docs/licences.md", "utf8").matchAll(/^\| (\S+) \| (\d\S*) \| (\S+) \|$/gm),
    ];
    expect(listed.length).toBeGreaterThan(30);
    for (const [, name, version, licence] of listed) {
      expect(licences).toContain(`${name} ${version} (${licence})`);
      const purl = `pkg:npm/${name?.replace("@", "%40")}@${version}`;
      expect(bill.components).toContainEqual(expect.objectContaining({ name, version, purl }));
    }
    expect(bill.components).toContainEqual(expect.objectContaining({ name: "node", version: "22.23.3" }));
    expect(licences).toContain("Copyright Node.js contributors");
    // Bundled into the desk's page.
    expect(licences).toMatch(/^ {2}preact [\d.]+ \(MIT\)$/m);
  });

  it("says nothing of the machine that made it", () => {
    const code = readFileSync(join(unpacked("linux-x64"), "leadctl"));
    expect(code.includes(process.cwd())).toBe(false);
    expect(code.includes(folder)).toBe(false);
  });

  describe("for Linux, where there is no Node.js", () => {
    const start = (program: string, args: readonly string[], cwd: string, env = {}): StartedProgram => {
      const child = spawn(program, args, { cwd, env: { PATH: "/none", ...env } });
      const [stdout, stderr]: [string[], string[]] = [[], []];
      child.stdout.on("data", (chunk) => stdout.push(String(chunk)));
      child.stderr.on("data", (chunk) => stderr.push(String(chunk)));
      const end = new Promise<ProgramEnd>((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (exitCode) =>
          resolve({ exitCode, stdout: stdout.join(""), stderr: stderr.join("") }),
        );
      });
      return { end, stdout: () => stdout.join(""), kill: () => child.kill("SIGKILL") };
    };
    doesItsJob(
      "linux",
      unpacked,
      "linux-x64",
      (args, cwd, env) => start(join(unpacked("linux-x64"), "leadctl"), args, cwd, env),
      (line, cwd) => start("/bin/sh", ["-c", line], cwd).end,
    );
  });

  describeOnWindows("for Windows, where there is no Node.js", () => {
    doesItsJob(
      "win32",
      unpacked,
      "win-x64",
      (args, cwd, env = {}) =>
        startOnWindows([join(unpacked("win-x64"), "leadctl.exe"), ...args], { cwd, env }),
      (line, cwd) => runInCmd(line, { cwd }),
    );

    it("starts from compiled code, which its own Node.js made", () => {
      expect(release.archives.map(({ hasCodeCache }) => hasCodeCache)).toStrictEqual([true, true, false]);
    });
  });
});

/** What a stranger does with an archive, from its unpacking to rows that are all created. */
function doesItsJob(
  platform: string,
  unpacked: (system: string) => string,
  system: string,
  start: Start,
  paste: Paste,
): void {
  const run = (args: readonly string[], cwd: string) => start(args, cwd).end;
  const counts = (dir: string) => {
    const { summary } = readReport(dir);
    return Object.fromEntries(Object.entries(summary).filter(([, count]) => count > 0));
  };

  it("says its version, and that it is an executable", async () => {
    const { exitCode, stdout, stderr } = await run(["--version"], freshFolder());
    expect([exitCode, stdout]).toStrictEqual([0, `${version}\n`]);
    expect(stderr).toMatch(
      new RegExp(`^executable .*leadctl.*, on Node\\.js 22\\.23\\.3 for ${platform} x64\\n$`),
    );
  });

  it("greets who asks nothing, where it has no window of its own", async () => {
    const { exitCode, stderr } = await run([], freshFolder());
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/leadctl(?:\.exe)?['"]? submit leads\.csv --sandbox/);
  });

  it("creates what is right of the demo sheet, explains the rest, and takes it back corrected", async () => {
    const cwd = join(freshFolder(), "Müller & Söhne 🏠");
    mkdirSync(cwd);
    cpSync(join(unpacked(system), "leads.csv"), join(cwd, "leads.csv"));
    const first = await run(["submit", "leads.csv", "--sandbox", "--out", "first"], cwd);
    expect(first.exitCode, first.stderr).toBe(1);
    const dir = join(cwd, "first");
    expect(counts(dir)).toStrictEqual({ total: 60, created: 48, invalid: 12 });
    // The page's style and script are within the executable.
    expect(readFileSync(join(dir, "report.html"), "utf8")).toContain(readFileSync(PAGE_SCRIPT, "utf8"));

    const why = await run(["explain", "first", "14"], cwd);
    expect(why.exitCode, why.stderr).toBe(0);
    expect(why.stdout).toContain(LEAD_TEXTS["unit-number-missing"]());

    const fix = join(dir, "fix.csv");
    execFileSync(process.execPath, [MEND_SHEET, fix, fix]);
    const [, next = ""] = /send them back:\n +(.*)/.exec(first.stderr) ?? [];
    const second = await paste(next, cwd);
    expect(second.exitCode, `${next}\n${second.stderr}`).toBe(0);
    expect(counts(dir)).toStrictEqual({ total: 60, created: 60 });
  }, 120_000);

  it("serves the desk's page, which is within it", async () => {
    const desk = start(["desk", "--no-open"], freshFolder());
    await until(() => desk.stdout().includes("\n"), desk.stdout);
    const { origin } = new URL(desk.stdout());
    const page = await (await fetch(origin)).text();
    const [, script] = /<script [^>]*src="([^"]+)"/.exec(page) ?? [];
    const answer = await fetch(new URL(script ?? "", origin));
    expect([answer.status, answer.headers.get("content-type")]).toStrictEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    expect((await answer.text()).length).toBeGreaterThan(10_000);
    desk.kill();
    await desk.end;
  });

  it("goes on after it was killed, and sends no lead twice", async () => {
    const cwd = freshFolder();
    cpSync(join(unpacked(system), "leads.csv"), join(cwd, "leads.csv"));
    const service = await startService({ latency: { meanMs: 100 } });
    writeFileSync(join(cwd, "key.env"), `LEADCTL_API_KEY=${service.env.LEADCTL_API_KEY}\n`);
    const dir = join(cwd, "run");
    const submit = ["submit", "leads.csv", "--out", "run"];
    const killed = start(submit, cwd, service.env);
    await until(() => journalOf(dir).filter(({ type }) => type === "result").length > 5, killed.stdout);
    killed.kill();
    await killed.end;
    const resumed = await run(["resume", "run", "--vars", "key.env"], cwd);
    expect([0, 1, 5], resumed.stderr).toContain(resumed.exitCode);
    const { created = 0, invalid = 0, unknown = 0, unconfirmed = 0, pending = 0 } = counts(dir);
    expect(created).toBeGreaterThan(5);
    expect([created + invalid + unknown + unconfirmed, pending]).toStrictEqual([60, 0]);
    const sent = journalOf(dir)
      .filter(({ type }) => type === "intent")
      .map(({ row }) => row);
    expect(new Set(sent).size).toBe(sent.length);
  }, 120_000);
}

function journalOf(dir: string): JournalLine[] {
  const path = join(dir, "journal.ndjson");
  if (!existsSync(path)) return [];
  // The last line may be under way, and every line ends with a checksum of its own.
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line.slice(line.indexOf("{"), line.lastIndexOf("}") + 1)));
}
