/**
 * The step of the action: runs leadctl, and tells its results in the forms of GitHub Actions. Plain JavaScript without
 * packages, since it runs as it stands here. Inputs come as INPUT_…; see action.yml.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../bin/leadctl.js", import.meta.url));
const { env } = process;
const WORKSPACE = env.GITHUB_WORKSPACE || process.cwd();
/** GitHub shows ten annotations of a kind in a step; the summary has all. */
const ANNOTATIONS_MAX = 50;
const ROWS_SHOWN_MAX = 200;

const input = (name) => (env[`INPUT_${name}`] ?? "").trim();
const flag = (name, value) => (value === "" ? [] : [name, value]);
const isOn = (name) => {
  const value = input(name).toLowerCase();
  if (value === "true" || value === "false" || value === "") return value === "true";
  console.log(`::error::${data(`The input ${name.toLowerCase()} takes true or false`)}`);
  process.exit(2);
};

const MARKS = { pass: "✅", fail: "❌", incomplete: "⚠️" };
let annotationCount = 0;
const wantsSmoke = isOn("SMOKE");
const sheetCode = input("SHEET") === "" ? 0 : await checkSheet(input("SHEET"));
const smokeCode = wantsSmoke ? await checkEnvironment() : undefined;
output("exit-code", String(smokeCode ?? sheetCode));
process.exitCode = smokeCode || sheetCode;

/** `leadctl smoke`, with its JUnit file, an annotation a cause, and a table in the summary. */
async function checkEnvironment() {
  const junit = input("JUNIT");
  const { exitCode, stdout } = await leadctl([
    "smoke",
    ...flag("--env", input("ENVIRONMENT")),
    ...flag("--base-url", input("BASE_URL")),
    ...flag("--partner", input("PARTNER")),
    ...flag("--config", input("CONFIG")),
    ...(isOn("CREATE") ? flag("--confirm", input("CONFIRM")) : ["--no-create"]),
    ...flag("--only", input("ONLY")),
    ...flag("--skip", input("SKIP")),
    ...input("ACCEPT")
      .split("\n")
      .flatMap((line) => flag("--accept", line.trim())),
    ...flag("--max-retries", input("MAX_RETRIES")),
    ...flag("--max-p95", input("MAX_P95")),
    ...flag("--baseline", input("BASELINE")),
    ...flag("--existing-user", input("EXISTING_USER")),
    ...flag("--wait", input("WAIT")),
    ...flag("--timeout", input("TIMEOUT")),
    ...flag("--junit", junit),
    "--json",
  ]);
  const found = parsed(stdout);
  const verdict = found?.verdict ?? "incomplete";
  output("verdict", verdict);
  output("junit", junit === "" ? "" : relative(WORKSPACE, resolve(junit)));
  if (!found) {
    annotate({ title: "leadctl smoke" }, `It ended with exit code ${exitCode} and no result.`);
    summarize([`### ${MARKS.incomplete} leadctl smoke: no result`, "", `Exit code ${exitCode}.`]);
    return exitCode || 70;
  }
  const { error, smoke = {}, causes = [], checks = [], discovery } = found;
  if (error) annotate({ title: "leadctl smoke" }, `${error.message}\n${error.hint ?? ""}`);
  for (const cause of causes) {
    const open = cause.checks.filter((id) => !["passed", "accepted"].includes(statusOf(checks, id)));
    if (open.length > 0)
      annotate({ title: `leadctl smoke: ${open.join(", ")}` }, cause.differences.join("\n"));
  }
  for (const { question, before, now } of discovery?.changes ?? [])
    annotate(
      { title: "leadctl smoke: changed since the baseline" },
      `${question}\nbefore: ${before}\nnow: ${now}`,
    );
  summarize(smokeSummary(verdict, smoke, error, checks));
  return exitCode;
}

function statusOf(checks, id) {
  return checks.find((check) => check.id === id)?.status;
}

function smokeSummary(verdict, { host, environment, partner, leadctl: version, stopReason }, error, checks) {
  const place = [environment, host, partner && `partner ${partner}`].filter(Boolean).join(", ");
  const open = checks.filter(({ status }) => status !== "passed" && status !== "left-out");
  const count = (wanted) => checks.filter(({ status }) => status === wanted).length;
  return [
    `### ${MARKS[verdict] ?? ""} leadctl smoke: ${inert(verdict)}`,
    "",
    inert(
      `${place || "no environment"}: ${count("passed")} passed, ${open.length} not, ${count("left-out")} left out. leadctl ${version ?? ""}`,
    ),
    ...(error ? ["", inert(`${error.message} ${error.hint ?? ""}`)] : []),
    ...(stopReason ? ["", inert(stopReason)] : []),
    ...(open.length > 0 ? ["", "| check | section | status | why |", "|---|---|---|---|"] : []),
    ...open.map(({ id, section, status, differences, note }) => {
      const why = [...(differences ?? []), note ?? ""].filter(Boolean).join(" ");
      return `| ${[id, section, status, why].map(inert).join(" | ")} |`;
    }),
  ];
}

/** `leadctl validate`: sends nothing. Each row that cannot go is shown at its line of the sheet. */
async function checkSheet(sheet) {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-sheet-"));
  try {
    const { exitCode, stdout } = await leadctl(["validate", sheet, "--out", join(folder, "check"), "--json"]);
    const report = join(folder, "check", "report.json");
    const leads = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).leads : [];
    const wrong = leads.filter(({ status }) => status === "invalid");
    const lines = wrong.length > 0 ? linesOfRows(sheet) : undefined;
    const file = relative(WORKSPACE, resolve(sheet));
    const told = wrong.map(({ row, issues }) => ({ row, text: issues.map(issueText).join("\n") }));
    for (const { row, text } of told)
      annotate({ file, line: lines?.[row - 1] ?? "", title: `Row ${row}` }, text);
    const { error, questions = [] } = parsed(stdout) ?? {};
    if (error) annotate({ file, title: "leadctl validate" }, `${error.message}\n${error.hint ?? ""}`);
    for (const { column, word } of questions)
      annotate(
        { file, title: "An open question" },
        `Column ${column}${word ? `: ${word}` : ""}; see leadctl map`,
      );
    summarize([
      `### ${exitCode === 0 ? MARKS.pass : MARKS.fail} ${inert(file)}: ${leads.length - wrong.length} of ${leads.length} rows ready`,
      ...(error ? ["", inert(`${error.message} ${error.hint ?? ""}`)] : []),
      ...(told.length > 0 ? ["", "| row | why it cannot go |", "|---|---|"] : []),
      ...told.slice(0, ROWS_SHOWN_MAX).map(({ row, text }) => `| ${row} | ${inert(text)} |`),
      ...(told.length > ROWS_SHOWN_MAX ? ["", `and ${told.length - ROWS_SHOWN_MAX} more`] : []),
    ]);
    return exitCode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Logs can be read by many: no e-mail address goes there. */
function issueText({ cell, column, message }) {
  const place = [column, cell && `(${cell})`].filter(Boolean).join(" ");
  return `${place === "" ? "" : `${place}: `}${message}`.replace(/[^\s<>"',;:]+@[^\s<>"',;:]+/g, "***");
}

/** The line on which each record of a CSV begins; undefined for anything else. A cell may hold line breaks. */
function linesOfRows(sheet) {
  if (!/\.(?:csv|tsv|txt)$/i.test(sheet)) return undefined;
  const bytes = readFileSync(sheet);
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
  const lines = [1];
  let isQuoted = false;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    const isBreak = character === "\n" || (character === "\r" && text[at + 1] !== "\n");
    if (!isBreak) continue;
    line++;
    if (!isQuoted) lines.push(line);
  }
  return lines;
}

/** Runs the program; its stdout is kept, its words for people are shown, and no line of them is taken for a command. */
function leadctl(args) {
  // The key goes by its own variable alone, which the program takes out of its environment.
  const { INPUT_API_KEY: key = "", ...rest } = env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...rest, ...(key.trim() !== "" && { LEADCTL_API_KEY: key.trim() }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const mark = randomUUID();
  process.stdout.write(`::group::leadctl ${args[0]}\n::stop-commands::${mark}\n`);
  const stdout = [];
  child.stdout.on("data", (chunk) => stdout.push(chunk));
  child.stderr.on("data", (chunk) => process.stdout.write(chunk));
  const minutes = Number(input("MINUTES")) || 10;
  // It stops as a person would stop it, writes what it knows, and ends with 4.
  const timer = setTimeout(() => child.kill("SIGTERM"), minutes * 60_000);
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      process.stdout.write(`\n::${mark}::\n::endgroup::\n`);
      settle({ exitCode: code ?? 143, stdout: Buffer.concat(stdout).toString("utf8") });
    });
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function annotate(properties, message) {
  if (annotationCount++ >= ANNOTATIONS_MAX) return;
  const texts = Object.entries(properties).filter(([, value]) => value !== "");
  const list = texts.map(([name, value]) => `${name}=${property(String(value))}`).join(",");
  console.log(`::error ${list}::${data(message)}`);
}

/** What the runner would read as the end of a message, or of a property. */
function data(text) {
  return String(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text) {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Text of a service or a sheet, which must not become a link, an image or a cell of its own. */
function inert(text) {
  return String(text ?? "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/[^\p{L}\p{N} ,()=+-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

function summarize(lines) {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${lines.join("\n")}\n\n`);
}

function output(name, value) {
  const mark = randomUUID();
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}<<${mark}\n${value}\n${mark}\n`);
}
