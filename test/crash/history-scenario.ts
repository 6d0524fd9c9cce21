import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FixRow, readFix, saveFix } from "../program/fix-sheet.ts";
import { readReport, readSheet, stepsOf } from "../program/run-files.ts";
import { type ProgramEnd, runLine } from "../program/run-program.ts";
import { SeededRandom } from "../simulation/seeded-random.ts";
import { type CrashService, emailOf, startTroubled, type Troubles } from "./crash-service.ts";
import { drawMoment, type KillMoment, runUntilKilled } from "./killed-program.ts";

export const TROUBLES: Troubles = { leadCount: 24, refused: [7, 19], taken: [5, 16], invalid: [9] };
export const CONCURRENCY = 4;
/** Calls in which a run comes to its end that nothing disturbs any more. */
const ROUNDS_MAX = 12;
/** What was left, what failed, what nobody knows of, and once more for what was killed on the way. */
const ADVISED_MAX = 8;

/** One run from its submission through kills, replays, corrections, older journals and locks of other hosts to its end. */
export class RunHistory {
  /** How the program was called and how it ended, for the message of a failure. */
  readonly calls: string[] = [];
  /** What must not have happened, in words. */
  readonly wrongs: string[] = [];
  readonly takenEmails: ReadonlySet<string>;
  readonly #folder: string;
  readonly service: CrashService;
  readonly #random: SeededRandom;
  /** Journals as they were after earlier commands. */
  readonly #copies: string[] = [];
  /** Login links that some report has shown, by row and e-mail. */
  readonly #links = new Map<string, string>();
  /** E-mails that are created for the program, and the requests that the service had seen for them by then. */
  #settled = new Map<string, number>();
  #correctionCount = 0;

  private constructor(seed: number, folder: string, service: CrashService, { taken }: Troubles) {
    this.service = service;
    this.takenEmails = new Set(taken.map(emailOf));
    this.#random = new SeededRandom(seed);
    this.#folder = folder;
  }

  static async begin(seed: number, folder: string, troubles: Troubles): Promise<RunHistory> {
    const service = await startTroubled(seed, folder, troubles);
    const history = new RunHistory(seed, folder, service, troubles);
    mkdirSync(history.dir);
    return history;
  }

  get dir(): string {
    return join(this.#folder, "run");
  }

  async play(): Promise<void> {
    await this.#live();
    await this.#followAdvice();
  }

  /** From the first submission to the end, with nothing but kills and a replay. @returns The last, undisturbed end. */
  async crash(): Promise<ProgramEnd> {
    const random = this.#random;
    await this.#call(["submit", "leads.csv", "--out", "run"], drawMoment(random));
    for (let kills = random.whole(2, 5); kills > 0; kills--) await this.#goOn(drawMoment(random));
    const last = await this.#finish();
    if (random.chance(0.5)) return last;
    await this.#call(["replay", "run", "--status", "failed,unknown"], drawMoment(random));
    await this.#goOn(drawMoment(random));
    return this.#finish();
  }

  async #finish(): Promise<ProgramEnd> {
    for (let rounds = 0; ; rounds++) {
      const end = await this.#goOn();
      if (end.exitCode !== 4 || rounds === ROUNDS_MAX) return end;
    }
  }

  async #live(): Promise<void> {
    const random = this.#random;
    await this.#call(["submit", "leads.csv", "--out", "run"], drawMoment(random));
    for (let steps = random.whole(4, 7); steps > 0; steps--) {
      const kill = random.chance(0.6) ? drawMoment(random) : undefined;
      const step = random.pick(["resume", "replay", "correct", "older journal", "take over", "resolve"]);
      if (!existsSync(join(this.dir, "journal.ndjson")) || step === "resume") await this.#goOn(kill);
      else if (step === "replay") await this.#call(["replay", "run", "--status", "failed,unknown"], kill);
      else if (step === "correct") await this.#correct(kill);
      else if (step === "older journal") await this.#putOlderJournalBack(kill);
      else if (step === "resolve") await this.#resolve(kill);
      else await this.#takeOver(kill);
    }
  }

  /** The service is well again, and somebody pastes what the program says is next. */
  async #followAdvice(): Promise<void> {
    this.service.sandbox.change({ faults: {} });
    let { stderr } = await this.#goOn();
    for (let advised = 0; advised < ADVISED_MAX; advised++) {
      const line = stepsOf(stderr).find(
        (step) => !step.includes("--with") && !step.startsWith("leadctl report"),
      );
      if (line === undefined) break;
      ({ stderr } = await this.#paste(line));
    }
    for (const line of stepsOf(stderr)) await this.#paste(line);
    if (!existsSync(join(this.dir, "report.json"))) {
      this.wrongs.push(`there is no report: ${stderr}`);
      return;
    }
    const { run, leads } = readReport(this.dir);
    if (!run.complete) this.wrongs.push("what was advised did not complete the run");
    for (const { row, status } of leads)
      if (["pending", "failed", "unknown"].includes(status))
        this.wrongs.push(`row ${row} is ${status} after all that was advised`);
  }

  async #goOn(kill?: KillMoment): Promise<ProgramEnd> {
    const resumed = await this.#call(["resume", "run"], kill);
    const hasNoRun = resumed.exitCode === 2 && /submit/i.test(resumed.stderr);
    return hasNoRun ? this.#call(["submit", "leads.csv", "--out", "run"], kill) : resumed;
  }

  async #correct(kill?: KillMoment): Promise<void> {
    if (!existsSync(join(this.dir, "fix.csv"))) return;
    this.#correctionCount += 1;
    const rows: FixRow[] = readFix(join(this.dir, "fix.csv")).map((row) => ({
      ...row,
      ...("Email" in row && { Email: `fixed-${row.leadctl_row}-${this.#correctionCount}@example.com` }),
    }));
    saveFix(join(this.#folder, "corrected.csv"), rows);
    await this.#call(["replay", "run", "--with", "corrected.csv"], kill);
  }

  /** Nothing is sent with it, all can be read, and it goes on where somebody says that there is no other. */
  async #putOlderJournalBack(kill?: KillMoment): Promise<void> {
    const path = join(this.dir, "journal.ndjson");
    const newest = readFileSync(path, "utf8");
    const older = this.#copies.findLast((copy) => copy.length < newest.length && newest.startsWith(copy));
    // What no mark tells of cannot be noticed: a round has to have ended since then.
    const lost = older === undefined ? "" : newest.slice(older.length);
    if (older === undefined || !lost.includes('"type":"end"') || !existsSync(join(this.dir, "report.csv")))
      return;
    writeFileSync(path, older);
    const requestCount = this.service.creates().length;
    const refused = await this.#call(["resume", "run"]);
    if (refused.exitCode !== 6) this.wrongs.push(`an older journal ended with ${refused.exitCode}`);
    if (this.service.creates().length > requestCount) this.wrongs.push("leads went with an older journal");
    for (const reading of [["report", "run"], ["explain", "run", "3"], ["runs"]]) {
      const end = await this.#call(reading);
      if (end.exitCode !== 0) this.wrongs.push(`${reading.join(" ")} with an older journal: ${end.exitCode}`);
    }
    if (this.#random.chance(0.5)) {
      writeFileSync(path, newest);
      await this.#goOn(kill);
      return;
    }
    // What only the lost lines knew may go again, as unknown.
    this.#settled = new Map(
      [...this.#settled].filter(([email]) => !lost.includes(`row":${this.#rowOf(email)},`)),
    );
    await this.#call(["resume", "run", "--older-journal"], kill);
  }

  /** The service's owner is asked, and what they say is written down: by row or in the sheet; some of it is taken back. */
  async #resolve(kill?: KillMoment): Promise<void> {
    if (!existsSync(join(this.dir, "report.json"))) return;
    const { leads } = readReport(this.dir);
    const said = leads.find(({ resolved }) => resolved);
    if (said && this.#random.chance(0.3)) {
      // What only that word said is gone with it.
      for (const lead of this.#links.keys()) if (lead.startsWith(`${said.row} `)) this.#links.delete(lead);
      this.#settled.delete(said.email ?? "");
      await this.#call(["resolve", "run", "--rows", String(said.row), "--undo"], kill);
      return;
    }
    const asked = leads.filter(({ maybeCreated }) => maybeCreated);
    if (asked.length > 1 && this.#random.chance(0.5)) {
      rmSync(join(this.#folder, "asked.csv"), { force: true });
      await this.#call(["report", "run", "--format", "handover", "--output", "asked.csv"]);
      if (!existsSync(join(this.#folder, "asked.csv"))) return;
      const rows = readFix(join(this.#folder, "asked.csv")).map((row) => ({
        ...row,
        ...this.#ownersAnswer(row.email),
      }));
      saveFix(join(this.#folder, "asked.csv"), rows);
      await this.#call(["resolve", "run", "--from", "asked.csv"], kill);
      return;
    }
    const [lead] = asked;
    if (!lead) return;
    const { result, login_url: link = "" } = this.#ownersAnswer(lead.email ?? "");
    const flags = [`--${result}`, ...(link === "" ? [] : ["--login-url", link])];
    await this.#call(["resolve", "run", "--rows", String(lead.row), ...flags], kill);
  }

  /** The truth, now and then without its link. */
  #ownersAnswer(email = ""): FixRow {
    const quote = this.service.sandbox.quotes().find((each) => each.email === email);
    if (!quote || this.takenEmails.has(email)) return { result: "not-created" };
    return { result: "created", ...(this.#random.chance(0.5) && { login_url: quote.loginUrl }) };
  }

  /** A program of another host was killed, for all that anybody can tell. */
  async #takeOver(kill?: KillMoment): Promise<void> {
    const path = join(this.dir, "run.lock");
    await this.#call(["replay", "run", "--status", "failed,unknown"], {
      kind: "file",
      name: "run.lock",
      ms: 0,
    });
    if (!existsSync(path)) return;
    const lock = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...lock, host: "db-7.example.com", machine: "another" }));
    const requestCount = this.service.creates().length;
    const refused = await this.#call(["resume", "run"]);
    if (refused.exitCode !== 6) this.wrongs.push(`the lock of another host ended with ${refused.exitCode}`);
    if (this.service.creates().length > requestCount) this.wrongs.push("leads went beside another host");
    await this.#call(["resume", "run", "--take-over"], kill);
  }

  async #call(args: readonly string[], kill?: KillMoment): Promise<ProgramEnd> {
    const { env, onAnswer } = this.service;
    const isSending = ["submit", "resume", "replay"].includes(args[0] ?? "");
    const end = await runUntilKilled([...args, ...(isSending ? FLAGS : [])], {
      dir: this.dir,
      cwd: this.#folder,
      env,
      onAnswer,
      ...(kill && { kill }),
    });
    this.#note(`leadctl ${args.join(" ")} ${kill ? JSON.stringify(kill) : ""}`, end);
    return end;
  }

  async #paste(line: string): Promise<ProgramEnd> {
    const end = await runLine(line, this.#folder, this.service.env);
    this.#note(line, end);
    if (![0, 1, 4, 5].includes(end.exitCode ?? -1))
      this.wrongs.push(`${line}, as it was printed: ${end.exitCode} ${end.stderr}`);
    return end;
  }

  #note(call: string, { exitCode, stderr }: ProgramEnd): void {
    this.calls.push(`${call} → ${exitCode ?? "killed"}`);
    if (exitCode === 70) this.wrongs.push(`${call}: ${stderr}`);
    // Reports are written anew by whatever ended in order.
    if ([0, 1, 4, 5].includes(exitCode ?? -1) && SENDING.some((name) => call.startsWith(`leadctl ${name} `)))
      this.#checkWords();
    const journal = join(this.dir, "journal.ndjson");
    if (existsSync(journal)) this.#copies.push(readFileSync(journal, "utf8").replace(/[^\n]*$/, ""));
    this.#checkReports();
    this.#checkRequests();
  }

  /** A login link that a report has shown is in the newest one, or in one that was kept beside it. */
  #checkReports(): void {
    if (!existsSync(join(this.dir, "report.csv"))) return;
    const kept = readdirSync(this.dir).filter((name) => /^report.*\.csv$/.test(name));
    const texts = kept.map((name) => readFileSync(join(this.dir, name), "utf8"));
    for (const [lead, link] of this.#links)
      if (!texts.some((text) => text.includes(link))) {
        this.wrongs.push(`the login link of ${lead} is in no report any more`);
        this.#links.delete(lead);
      }
    for (const row of readSheet(this.dir, "report.csv"))
      if (row.leadctl_login_url) this.#links.set(`${row.leadctl_row} ${row.Email}`, row.leadctl_login_url);
  }

  /** What a person said last of a row is in its report, until it is sent again or taken back. */
  #checkWords(): void {
    const { leads } = readReport(this.dir);
    for (const [row, word] of wordsIn(readFileSync(join(this.dir, "journal.ndjson"), "utf8"))) {
      const told = leads.find((lead) => lead.row === row)?.resolved?.word ?? null;
      if (told !== word)
        this.wrongs.push(`a person said "${word}" of row ${row}, and the report has "${told}"`);
    }
  }

  /** A lead that is created for the program is never sent again. */
  #checkRequests(): void {
    const counts = new Map<string, number>();
    for (const { email = "" } of this.service.creates()) counts.set(email, (counts.get(email) ?? 0) + 1);
    for (const [email, count] of this.#settled) {
      if (counts.get(email) !== count) this.wrongs.push(`${email} went again after it was created`);
      this.#settled.set(email, counts.get(email) ?? 0);
    }
    if (!existsSync(join(this.dir, "report.json"))) return;
    for (const { status, email } of readReport(this.dir).leads)
      if (status === "created" && email !== null && !this.#settled.has(email))
        this.#settled.set(email, counts.get(email) ?? 0);
  }

  #rowOf(email: string): number | undefined {
    return readReport(this.dir).leads.find((lead) => lead.email === email)?.row;
  }
}

const SENDING = ["submit", "resume", "replay", "resolve"];

/** By row, told by the journal's lines alone; rows that were sent after it, or may have been, are left out. */
function wordsIn(journal: string): Map<number, string | null> {
  const words = new Map<number, string | null>();
  for (const line of journal.split("\n").filter((each) => each !== "")) {
    const record = JSON.parse(line);
    if (record.type === "resolved") words.set(record.row, record.word);
    if (record.type === "intent") words.delete(record.row);
    if (record.type === "restored") words.clear();
  }
  return words;
}

const FLAGS = [
  ...["--concurrency", String(CONCURRENCY), "--retry-base", "2ms", "--retry-max", "10ms", "--timeout", "5s"],
];
