import { readFileSync, statSync } from "node:fs";
import { validateHeaderName, validateHeaderValue } from "node:http";
import * as z from "zod";
import { shapeText } from "../base/shape-text.ts";
import { FAULT_KINDS, faultKind } from "./fault.ts";
import { sandboxError } from "./sandbox-errors.ts";
import type { FaultOptions } from "./sandbox-types.ts";

const FILE_BYTES_MAX = 16 * 1024 * 1024;
const PROBLEMS_SHOWN_MAX = 10;
/** The sandbox frames its answers itself. */
const FRAMING_HEADERS = new Set(["connection", "content-length", "transfer-encoding", "trailer"]);

const kindSchema = z.preprocess(
  (name) => (typeof name === "string" && faultKind(name)) || name,
  z.enum(FAULT_KINDS, {
    error: ({ input }) => `there is no fault ${JSON.stringify(input)}; choose from ${FAULT_KINDS.join(", ")}`,
  }),
);

const headersSchema = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    const message = headerProblem(name, value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
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
  const isCustom = typeof entry === "object" && "status" in entry;
  const form = typeof entry === "string" ? kindSchema : isCustom ? customSchema : detailsSchema;
  const parsed = form.safeParse(entry, { error: shapeText });
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: "custom", message, path });
  return z.NEVER;
});

const scriptSchema = z.record(z.string(), z.array(entrySchema));

const LIST = /^\d+(?:-\d*)?(?:,\d+(?:-\d*)?)*$/;
const listSchema = z.string().regex(LIST, "write it as 3, 2,5-7 or 10-");
const SHARE = "it must be a number from 0 to 1";
const shareSchema = z.number(SHARE).min(0, SHARE).max(1, SHARE);

const optionsSchema = z.strictObject({
  probabilities: z
    .record(kindSchema, shareSchema)
    // In binary fractions 0.2, 0.4, 0.3 and 0.1 sum up to a little more than 1.
    .refine(
      (chances) => Object.values(chances).reduce((total, chance) => total + chance, 0) <= 1 + 1e-9,
      "they sum up to more than 1",
    ),
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
  finding: "sandbox-faults" | "sandbox-faults/flags" = "sandbox-faults",
): FaultOptions {
  const isScript =
    typeof value !== "object" || !Object.keys(value ?? {}).some((key) => key in optionsSchema.shape);
  const parsed = optionsSchema
    .partial()
    .safeParse(isScript ? { script: value } : value, { error: shapeText });
  if (parsed.success) return parsed.data as FaultOptions;
  const { issues } = parsed.error;
  const problems = issues.slice(0, PROBLEMS_SHOWN_MAX).map((issue) => {
    const { message } = (issue.code === "invalid_key" && issue.issues[0]) || issue;
    return { place: placeOf(issue.path), message };
  });
  throw sandboxError(finding, { source, problems, moreCount: issues.length - problems.length });
}

/** Reads the file of `--faults`, as {@link parseFaults} does. */
export function readFaultFile(file: string): FaultOptions {
  let value: unknown;
  try {
    if (statSync(file).size > FILE_BYTES_MAX) throw new Error("it is larger than 16 MiB");
    value = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const { code, message: why } = error as NodeJS.ErrnoException;
    throw sandboxError("sandbox-faults/unreadable", { file, why: code ?? why }, { cause: error });
  }
  return parseFaults(value, file);
}

function headerProblem(name: string, value: string): string | undefined {
  if (FRAMING_HEADERS.has(name.toLowerCase())) return `the sandbox sets ${name} itself`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** As a person counts: `script, jane@example.com, 2, status`. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? part + 1 : String(part))).join(", ") || "the whole";
}
