import { readFileSync, statSync } from "node:fs";
import { validateHeaderName, validateHeaderValue } from "node:http";
import * as z from "zod";
import { CliError } from "../base/cli-error.ts";
import type { CodedText } from "../base/finding.ts";
import { FAULT_KINDS, faultKind } from "./fault.ts";
import { faultFinding, sandboxError } from "./sandbox-errors.ts";
import type { FaultKind, FaultOptions } from "./sandbox-types.ts";

const FILE_BYTES_MAX = 16 * 1024 * 1024;
const PROBLEMS_SHOWN_MAX = 10;
/** The sandbox frames its answers itself. */
const FRAMING_HEADERS = new Set(["connection", "content-length", "transfer-encoding", "trailer"]);

const kindSchema = z.string().transform((name, context): FaultKind => {
  const kind = faultKind(name);
  if (kind) return kind;
  context.addIssue(problem(faultFinding("fault-unknown", { name, kinds: FAULT_KINDS })));
  return z.NEVER;
});

/** A problem of ours, as the validation library takes it. */
function problem(found: CodedText) {
  return { code: "custom" as const, message: found.message, params: { found } };
}

/** The finding of an issue: our own, or the library's by its code. */
function foundIn({ code, message, ...issue }: Pick<z.core.$ZodIssue, "code" | "message">): CodedText {
  return (issue as { params?: { found?: CodedText } }).params?.found ?? { finding: String(code), message };
}

const headersSchema = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    const found = headerProblem(name, value);
    if (found) context.addIssue(problem(found));
  }
});

const detailsSchema = z.strictObject({
  kind: kindSchema,
  retryAfter: z.union([z.string().regex(/^[\x20-\x7e]*$/), z.number().nonnegative(), z.null()]).optional(),
  location: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  intervalMs: z.int().min(1).max(60_000).optional(),
});

const customSchema = z.strictObject({
  side: z.enum(["before", "after"]),
  status: z.int().min(200).max(599),
  headers: headersSchema.optional(),
  body: z.json().optional(),
});

/** One entry: its form is seen by its keys, so that a problem is told in the words of that form. */
const entrySchema = z.unknown().transform((entry, context) => {
  if (entry === null) return null;
  const form = typeof entry === "string" ? kindSchema : isCustom(entry) ? customSchema : detailsSchema;
  const parsed = form.safeParse(entry);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue({ ...problem(foundIn(issue)), path: issue.path });
  return z.NEVER;
});

const scriptSchema = z.record(z.string(), z.array(entrySchema));

const LIST = /^\d+(?:-\d*)?(?:,\d+(?:-\d*)?)*$/;
const listSchema = z.string().superRefine((text, context) => {
  if (!LIST.test(text)) context.addIssue(problem(faultFinding("list-malformed")));
});
const shareSchema = z.number().min(0).max(1);

const optionsSchema = z.strictObject({
  probabilities: z.record(kindSchema, shareSchema).superRefine((chances, context) => {
    // In binary fractions 0.2, 0.4, 0.3 and 0.1 sum up to a little more than 1.
    const sum = Object.values(chances).reduce((total, chance) => total + chance, 0);
    if (sum > 1 + 1e-9) context.addIssue(problem(faultFinding("shares-above-1", { sum })));
  }),
  seed: z.int().nonnegative(),
  script: scriptSchema,
  rules: z.array(
    z.strictObject({
      fault: entrySchema,
      leads: listSchema.optional(),
      requests: listSchema.optional(),
      attempts: listSchema.optional(),
      every: z.int().positive().optional(),
      share: shareSchema.optional(),
    }),
  ),
});

/** Which of the refusals of faults is meant: those of a file or request, or those of flags. */
type FaultsFinding = "sandbox-faults" | "sandbox-faults/flags";

/**
 * Reads faults as a file or a request has them: `script`, `rules`, `probabilities` and `seed`, or the script alone, an
 * object of e-mail addresses (or `*`), each with the list of its attempts' faults; docs/sandbox.md shows both.
 *
 * @param source Its name in errors.
 * @throws CliError with exit code 2 that names every problem, up to ten.
 */
export function parseFaults(
  value: unknown,
  source: string,
  finding: FaultsFinding = "sandbox-faults",
): FaultOptions {
  const isScript =
    typeof value !== "object" || !Object.keys(value ?? {}).some((key) => key in optionsSchema.shape);
  const parsed = optionsSchema.partial().safeParse(isScript ? { script: value } : value);
  if (parsed.success) return parsed.data as FaultOptions;
  const problems = parsed.error.issues.map((issue) => {
    const found = foundIn((issue.code === "invalid_key" && issue.issues[0]) || issue);
    return { place: placeOf(issue.path), ...found };
  });
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX);
  throw sandboxError(finding, { source, problems: shown, moreCount: problems.length - shown.length });
}

/** Reads the file of `--faults`, as {@link parseFaults} does. */
export function readFaultFile(file: string): FaultOptions {
  return parseFaults(parseJson(readText(file), file), file);
}

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > FILE_BYTES_MAX) throw sandboxError("sandbox-faults/too-large", { file });
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    if (error instanceof CliError) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw sandboxError("sandbox-faults/unreadable", { file, why }, { cause: error });
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw sandboxError("sandbox-faults/no-json", { file, why: (error as Error).message }, { cause: error });
  }
}

function isCustom(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && "status" in entry;
}

function headerProblem(name: string, value: string): CodedText | undefined {
  if (FRAMING_HEADERS.has(name.toLowerCase())) return faultFinding("header-framing", { name });
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return faultFinding("header-malformed", { why: (error as Error).message });
  }
}

/** As a person counts: `jane@example.com, attempt 2, status`, or `rule 1, share`. */
function placeOf(path: readonly PropertyKey[]): string {
  const [first, second, ...rest] = path;
  const count = typeof second === "number" ? second + 1 : undefined;
  if (first === "rules" && count !== undefined) return [`rule ${count}`, ...rest.map(String)].join(", ");
  if (first !== "script") return path.map(String).join(", ") || "the whole";
  if (second === undefined) return "the whole";
  const [index, ...others] = rest;
  const attempt = typeof index === "number" ? [`attempt ${index + 1}`] : [];
  return [String(second), ...attempt, ...others.map(String)].join(", ");
}
