import type { AskedQuestion } from "./check-sheet.ts";
import { pathsFrom, type SheetTruth } from "./truth.ts";

/** Answers of somebody who knows what is meant in a sheet. */

const LEAVE_OUT = "leave-out";

/** The answer, and the paths that are settled by it, whatever it is. */
export interface OracleAnswer {
  answer: string;
  settled: readonly string[];
}

/** @throws Error when none of the options is right. */
export function answerFor(question: AskedQuestion, truth: SheetTruth): OracleAnswer {
  const settled = concernedPaths(question, truth);
  const wanted = wantedAnswers(question, truth, settled);
  const answer = wanted.find((each) => question.options.some((option) => option.answer === each));
  if (answer === undefined) {
    const options = question.options.map((option) => option.answer).join(", ");
    throw new Error(`${question.id} can be answered by ${options}, not by ${wanted.join(" or ")}`);
  }
  return { answer, settled };
}

/** The paths that a question is about, as the truth has it. */
export function concernedPaths(question: AskedQuestion, truth: SheetTruth): string[] {
  if (question.kind === "word") return [question.id.split(":")[1] ?? ""];
  const paths = pathsFrom(truth, question.letters ?? question.column);
  if (question.kind !== "address") return paths;
  return Object.keys(truth.from).filter((path) => /^(?:address|residentialAddress)\./.test(path));
}

/** What may be answered, the best first. */
function wantedAnswers(question: AskedQuestion, truth: SheetTruth, paths: readonly string[]): string[] {
  if (question.kind === "word") return [...valuesMeant(question, truth), LEAVE_OUT, "as-it-stands"];
  if (question.kind === "address") {
    const own = pathsFrom(truth, question.letters ?? question.column);
    if (own.some((path) => path.startsWith("address."))) return ["property"];
    return own.length > 0 ? ["residence"] : [LEAVE_OUT, "neither"];
  }
  // Where a person must be asked about rows, each of them is a lead: so the truth has them.
  if (truth.mustAsk !== undefined) return ["as-it-stands"];
  const isMeant = (path: string) => truth.rows.some(({ lead }) => lead[path] !== undefined);
  return [...compositesOf(paths), ...paths.filter(isMeant), LEAVE_OUT];
}

/** The values that stand for the question's word in the rows that it shows. */
function valuesMeant(question: AskedQuestion, truth: SheetTruth): string[] {
  const path = question.id.split(":")[1] ?? "";
  const rows = question.cells.map((sample) => {
    const cell = typeof sample === "string" ? sample : sample.cell;
    return Number(/\d+/.exec(cell ?? "")?.[0]);
  });
  const values = truth.rows.filter(({ row }) => rows.includes(row)).map(({ lead }) => lead[path]);
  return [...new Set(values.filter((value) => value !== undefined).map(String))];
}

/** Paths of composites that hold exactly what the column tells. */
function compositesOf(paths: readonly string[]): string[] {
  const has = (path: string) => paths.includes(path);
  const found: string[] = [];
  if (has("contactInfo.firstName") && has("contactInfo.lastName")) found.push("contactInfo.fullName");
  for (const address of ["address", "residentialAddress"]) {
    if (has(`${address}.street`) && has(`${address}.city`)) found.push(`${address}.fullAddress`);
    else if (has(`${address}.city`) && has(`${address}.zip`)) found.push(`${address}.cityStateZip`);
    else if (has(`${address}.unitNumber`) || has(`${address}.street`)) found.push(`${address}.street2`);
  }
  // A column that tells one path, or a unit beside it, is that path's.
  return paths.length > 1 ? found : [];
}
