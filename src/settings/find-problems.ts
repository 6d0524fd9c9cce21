import type * as z from "zod";
import { nearestName } from "../base/nearest-name.ts";
import type { ConfigProblem } from "./config.ts";
import { type ConfigFile, configFile, ENVIRONMENT_KEYS, environment, FILE_KEYS } from "./config-schema.ts";
import { jsonFaultLine } from "./json-fault.ts";
import { jsonPlaces } from "./json-places.ts";

/** What a configuration file says, or all that is wrong with it, in the order of its lines. */
export type Findings =
  | { content: ConfigFile; problems: null }
  | { content: null; problems: readonly ConfigProblem[] };

/** Reads the text of a configuration file. Nothing of its values is repeated. */
export function findProblems(text: string): Findings {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return {
      content: null,
      problems: [{ path: "", line: jsonFaultLine(text), message: "it is not valid JSON" }],
    };
  }
  const places = jsonPlaces(text);
  const result = configFile.safeParse(content);
  const found = [
    ...places.repeated.map(({ path, line }) => ({ path, line, message: "it stands there twice" })),
    ...(result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, content))),
    ...missingDefault(content),
  ].map((problem) => {
    const line = problem.line ?? lineOf(problem.path, places.lines);
    return { ...problem, ...(line !== undefined && { line }) };
  });
  if (result.success && found.length === 0) return { content: result.data, problems: null };
  return { content: null, problems: found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function problemsOf(issue: z.core.$ZodIssue, content: unknown): ConfigProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? FILE_KEYS : ENVIRONMENT_KEYS;
    return issue.keys.map((key) => ({ path: joined(path, key), message: unknownKey(key, known) }));
  }
  if (issue.code === "invalid_key") {
    // What stands under a name that cannot be is not looked at by itself.
    return [
      { path, message: issue.issues.map(({ message }) => message).join(", ") },
      ...problemsUnder(path, valueAt(content, issue.path)),
    ];
  }
  if (issue.code === "invalid_type" && issue.message.includes("received undefined")) {
    return [{ path, message: "it is missing" }];
  }
  return [{ path, message: plain(issue.message) }];
}

function problemsUnder(path: string, settings: unknown): ConfigProblem[] {
  const issues = environment.safeParse(settings).error?.issues ?? [];
  return issues
    .flatMap((issue) => problemsOf({ ...issue, path: ["environments", ...issue.path] }, settings))
    .map((problem) => ({ ...problem, path: problem.path.replace(/^environments/, () => path) }));
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], content);
}

const SECRET = /key|token|secret|passw|credential|auth|bearer/i;

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  if (near !== undefined) return `there is no such setting; did you mean ${near}?`;
  if (SECRET.test(key)) {
    return "the key does not belong into this file: set it as a variable, and name that as keyVariable";
  }
  return `there is no such setting; there are ${known.join(", ")}`;
}

/** `Invalid input: expected string, received number` → `expected string, received number` */
function plain(message: string): string {
  return message.replace(/^Invalid input: /, "");
}

function missingDefault(content: unknown): ConfigProblem[] {
  if (typeof content !== "object" || content === null) return [];
  const { environments, default: wanted } = content as { environments?: unknown; default?: unknown };
  if (typeof wanted !== "string" || typeof environments !== "object" || environments === null) return [];
  if (Object.hasOwn(environments, wanted)) return [];
  const names = Object.keys(environments);
  const near = nearestName(wanted, names);
  const hint = near === undefined ? `there are ${names.join(", ") || "none"}` : `did you mean ${near}?`;
  return [{ path: "default", message: `there is no environment of this name; ${hint}` }];
}

/** Of a setting, or of what it should stand in. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number | undefined {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf("."))) {
    const line = lines.get(at);
    if (line !== undefined) return line;
    if (!at.includes(".")) return lines.get("");
  }
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
