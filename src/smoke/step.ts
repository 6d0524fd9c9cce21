import type { HttpAnswer, HttpRequest } from "./http-client.ts";
import type { LeadJson } from "./sample-lead.ts";

/** What a request is made of, for one round against one environment. */
export interface StepContext {
  /** The create path of the partner, with the base URL's own path. */
  createPath: string;
  partner: string;
  /** The value of the Authorization header with the real key. */
  authorization: string;
  /** A key that nobody has. */
  wrongKey: string;
  /** False under `--no-create`: then no request may be one that a single fault turns into a quote. */
  mayCreate: boolean;
  existingUser: string | null;
  /** An address of this round, the same for the same label. */
  email(label: string): string;
}

/** One request that checks look at. Checks that name the same step share its one exchange of the round. */
export interface Step {
  /** Unique. */
  name: string;
  /** Quotes that it adds where the interface holds; `perhaps` where the interface is silent. */
  creates: 0 | 1 | "perhaps";
  /** Sent only where somebody named an account: without one behind the address it would create a quote. */
  needsExistingUser?: true;
  /** Sent before it. */
  after?: Step;
  request(context: StepContext): HttpRequest;
  /**
   * Another request that has to decide, where the first answer decides nothing; null: it does. The second
   * answer replaces the first.
   */
  again?(answer: HttpAnswer, context: StepContext): HttpRequest | null;
}

export interface PostOptions {
  /** Null: no such header. Default: the real key. */
  authorization?: string | null;
  /** Null: no such header. */
  contentType?: string | null;
  method?: string;
  path?: string;
}

/** A request to the create path, as section 4.1 has it but for what the options change. */
export function post(
  context: StepContext,
  body: LeadJson | string | null,
  options: PostOptions = {},
): HttpRequest {
  const { method = "POST", path = context.createPath } = options;
  const { authorization = context.authorization, contentType = "application/json" } = options;
  return {
    method,
    path,
    headers: {
      ...(authorization !== null && { authorization }),
      ...(contentType !== null && body !== null && { "content-type": contentType }),
    },
    body: body === null || typeof body === "string" ? body : JSON.stringify(body),
  };
}
