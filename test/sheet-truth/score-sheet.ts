import { type AskedQuestion, checkSheet, type SheetCheck } from "./check-sheet.ts";
import { type Fault, faultsOf, type SheetTalk } from "./judge-row.ts";
import { answerFor, concernedPaths } from "./oracle.ts";
import { isUnsendable, type SheetTruth } from "./truth.ts";

/**
 * How well a sheet is read.
 *
 * - `right`: each lead would be sent as it is meant, or is blocked by the rules as it must be;
 * - `asked`: questions are open, each about something that a careful person would ask about too;
 * - `asked needlessly`: one of them is about something that is certain;
 * - `blocked`: a lead that could go is refused, with words;
 * - `wrong, told`: something would be sent otherwise than it is meant, or not at all, with a warning that names it;
 * - `wrong, silent`: the same without a word, or what is no lead would be sent, or a lead is lost.
 */
export type SheetClass = "right" | "asked" | "asked needlessly" | "blocked" | "wrong, told" | "wrong, silent";

export interface SheetScore {
  class: SheetClass;
  questions: readonly AskedQuestion[];
  /** What is wrong, blocked, or asked needlessly, in words. */
  why: readonly string[];
}

const ROUNDS_MAX = 3;

/** All readings of a sheet. */
export interface SheetScores {
  /** As it is, without anybody's answers. */
  plain: SheetScore;
  /** With `--accept-reading`: what is in doubt is left out, or sent as it stands, and said. */
  accepted: SheetScore;
  /** With what is asked answered as its author meant it, until nothing is asked. */
  answered: SheetScore;
  /** All that was asked on the way. */
  asked: readonly AskedQuestion[];
}

export async function scoreSheet(file: string, truth: SheetTruth): Promise<SheetScores> {
  const check = await checkSheet(file);
  const plain = judge(check, truth);
  if (check.questions.length === 0) return { plain, accepted: plain, answered: plain, asked: [] };
  const accepted = judge(await checkSheet(file, {}, true), truth);
  return { plain, accepted, ...(await answerAll(file, truth, check)) };
}

async function answerAll(
  file: string,
  truth: SheetTruth,
  first: SheetCheck,
): Promise<Pick<SheetScores, "answered" | "asked">> {
  const answers: Record<string, string> = {};
  const settled = new Set<string>();
  const asked: AskedQuestion[] = [];
  let check = first;
  for (let round = 0; check.questions.length > 0 && round < ROUNDS_MAX; round += 1) {
    for (const question of check.questions) {
      const { answer, settled: paths } = answerFor(question, truth);
      answers[question.id] = answer;
      for (const path of paths) settled.add(path);
      asked.push(question);
    }
    check = await checkSheet(file, answers);
  }
  return { answered: judge(check, truth, settled), asked };
}

/** @param answered Paths that a person was asked about; absent when nobody was. */
function judge(check: SheetCheck, truth: SheetTruth, answered?: ReadonlySet<string>): SheetScore {
  const { questions, rows = [], refusal = "" } = check;
  const score = (name: SheetClass, why: readonly string[]) => ({ class: name, questions, why });
  if (questions.length > 0) {
    const needless = questions.filter((question) => !isNeedful(question, truth));
    if (needless.length === 0) return score("asked", []);
    return score(
      "asked needlessly",
      needless.map(({ id }) => id),
    );
  }
  if (rows.length === 0) {
    return truth.mustAsk ? score("asked", []) : score("blocked", [refusal]);
  }
  if (truth.mustAsk && answered === undefined) {
    const isSent = rows.some(({ ready }) => ready);
    return isSent ? score("wrong, silent", [`sent, though ${truth.mustAsk}`]) : score("asked", []);
  }
  return judgeRows(check, truth, answered ?? new Set(), score);
}

function judgeRows(
  { rows = [], notices, columns }: SheetCheck,
  truth: SheetTruth,
  answered: ReadonlySet<string>,
  score: (name: SheetClass, why: readonly string[]) => SheetScore,
): SheetScore {
  const talk: SheetTalk = { notices, columns, answered };
  const [silent, told, blocked]: string[][] = [[], [], []];
  for (const row of truth.rows) {
    const planned = rows.find((each) => each.row === row.row);
    if (planned === undefined) silent?.push(`row ${row.row} is lost`);
    else if (planned.ready) {
      for (const fault of faultsOf(planned, row, truth, talk))
        (fault.isTold ? told : silent)?.push(words(fault));
    } else if (!isUnsendable(row) && !planned.issues.some(({ path = [] }) => row.doubt?.[path.join(".")])) {
      blocked?.push(`row ${row.row}: ${planned.issues.map(({ message }) => message).join("; ")}`);
    }
  }
  for (const { row, ready } of rows) {
    if (truth.rows.some((each) => each.row === row)) continue;
    (ready ? silent : blocked)?.push(`row ${row} is no lead`);
  }
  const all = [...(silent ?? []), ...(told ?? []), ...(blocked ?? [])];
  if (silent?.length) return score("wrong, silent", all);
  if (told?.length) return score("wrong, told", all);
  return blocked?.length ? score("blocked", all) : score("right", []);
}

/** Whether a careful person would ask it too: a value is in doubt in some row, or the sheet is known to need it. */
function isNeedful(question: AskedQuestion, truth: SheetTruth): boolean {
  if (truth.mustAsk !== undefined || truth.ask?.includes(question.kind)) return true;
  const paths = concernedPaths(question, truth);
  return truth.rows.some(({ doubt = {} }) => paths.some((path) => path in doubt));
}

function words({ row, path, sent, meant, isTold }: Fault): string {
  const text = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
  return `row ${row}, ${path}: ${text(sent)} for ${text(meant)}${isTold ? "" : ", silently"}`;
}
