import { TEST_KEY } from "../test-key.ts";
import type { Mutation, PassingAnswer, PassingRequest } from "./mutant-service.ts";

/** Parts of which mutants are made. JSON here is whatever came: a mutant knows no types of src/. */

export type Json = { [key: string]: unknown };

export interface Mutant {
  name: string;
  mutation: Mutation;
  /** The checks that have to differ, and no others: an id, or a group as in `rules.*`. */
  caught: readonly string[];
}

export function mutant(name: string, caught: string | readonly string[], mutation: Mutation): Mutant {
  return { name, mutation, caught: typeof caught === "string" ? [caught] : caught };
}

export function leadOf(request: PassingRequest): Json {
  try {
    const lead: unknown = JSON.parse(request.body);
    return typeof lead === "object" && lead !== null ? (lead as Json) : {};
  } catch {
    return {};
  }
}

/** A field of a lead by dotted path. */
export function field(lead: Json, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Json | undefined)?.[key], lead);
}

export function withField(request: PassingRequest, path: string, value: unknown): PassingRequest {
  const lead = leadOf(request);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let target = lead;
  for (const key of keys) {
    target[key] ??= {};
    target = target[key] as Json;
  }
  target[last] = value;
  return { ...request, body: JSON.stringify(lead) };
}

export function json(status: number, body: unknown): PassingAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** What becomes of something: its fields that are other, or a function of it. */
type Change<T, R, Rest extends unknown[] = []> = Partial<T> | ((it: T, ...rest: Rest) => R);

function withChange<T extends object, R, Rest extends unknown[]>(
  it: T,
  change: Change<T, R, Rest>,
  ...rest: Rest
): T | R {
  return typeof change === "function" ? change(it, ...rest) : { ...it, ...change };
}

type Sent = [request: PassingRequest, origin: string];

/** Another answer wherever the true one has this status. */
export function onStatus(status: number, change: Change<PassingAnswer, PassingAnswer, Sent>): Mutation {
  return {
    after: (answer, ...sent) => (answer.status === status ? withChange(answer, change, ...sent) : answer),
  };
}

/** Changes the JSON body of answers with this status. */
export function onBody(status: number, change: Change<Json, unknown, Sent>): Mutation {
  return onStatus(status, (answer, ...sent) => ({
    ...answer,
    // An answer to HEAD has none.
    body: answer.body && JSON.stringify(withChange(JSON.parse(answer.body) as Json, change, ...sent)),
  }));
}

/** Changes every issue whose path ends in this field. */
export function onIssue(fieldName: string, change: Change<Json, Json>): Mutation {
  return onBody(400, (body) => {
    const issues = (body.error as Json | undefined)?.issues;
    if (!Array.isArray(issues)) return body;
    const changed = issues.map((issue: Json) =>
      (issue.path as string[]).at(-1) === fieldName ? withChange(issue, change) : issue,
    );
    return { error: { issues: changed } };
  });
}

/** Refuses leads by a rule that the interface does not have. */
export function extraRule(path: string, isBroken: (lead: Json) => boolean): Mutation {
  return {
    before: (request) => {
      const lead = leadOf(request);
      const isLead = request.method === "POST" && request.headers.authorization === `Bearer ${TEST_KEY}`;
      if (!isLead || !isBroken(lead)) return request;
      const issue = { code: "custom", message: "Required", path: path.split(".") };
      return { answer: json(400, { error: { issues: [issue] } }) };
    },
  };
}

/** Forgets a rule: what it asks for is put in before the true service looks. */
export function rulelessWhere(isBroken: (lead: Json) => boolean, path: string, value: unknown): Mutation {
  return {
    before: (request) => (isBroken(leadOf(request)) ? withField(request, path, value) : request),
  };
}

type Caught = string | readonly string[];

/** A mutant by {@link onStatus}. */
export function statusMutant(name: string, caught: Caught, ...parts: Parameters<typeof onStatus>): Mutant {
  return mutant(name, caught, onStatus(...parts));
}

/** A mutant by {@link onBody}. */
export function bodyMutant(name: string, caught: Caught, ...parts: Parameters<typeof onBody>): Mutant {
  return mutant(name, caught, onBody(...parts));
}

/** A mutant by {@link onIssue}. */
export function issueMutant(name: string, caught: Caught, ...parts: Parameters<typeof onIssue>): Mutant {
  return mutant(name, caught, onIssue(...parts));
}
