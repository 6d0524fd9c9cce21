import { createHash } from "node:crypto";
import {
  bodyMutant,
  field,
  type Json,
  json,
  leadOf,
  type Mutant,
  mutant,
  statusMutant,
} from "./mutation-parts.ts";

const duplicateText = (body: Json): string => (typeof body.error === "string" ? body.error : "");
const IS_QUOTE = /Email already in use/;
const IS_USER = /User with this email/;

function linkMutant(name: string, caught: string, change: (link: string) => string): Mutant {
  return bodyMutant(name, caught, 200, (body) => ({ ...body, loginUrl: change(String(body.loginUrl)) }));
}

/** Gives a login URL with another part. */
function partMutant(name: string, caught: string, part: Partial<URL>): Mutant {
  return linkMutant(name, caught, (link) => Object.assign(new URL(link), part).href);
}

/** One fault each in what a success says, and in how duplicates are refused. */
export const SUCCESS_MUTANTS: readonly Mutant[] = [
  bodyMutant("leaves success out", "success.flag", 200, ({ success: _success, ...body }) => body),
  bodyMutant("gives success as a text", "success.flag", 200, { success: "true" }),
  bodyMutant("leaves both ids out", ["success.login-url", "success.quote-id"], 200, () => ({
    success: true,
  })),
  bodyMutant("leaves quoteId out", "success.quote-id", 200, ({ quoteId: _quoteId, ...body }) => body),
  bodyMutant("gives an empty quoteId", "success.quote-id", 200, { quoteId: "" }),
  bodyMutant("gives quoteId as a number", "success.quote-id", 200, { quoteId: 17 }),
  bodyMutant("gives every lead the same quoteId", "success.quote-id-own", 200, {
    quoteId: "the-same",
  }),
  bodyMutant(
    "leaves quoteId out for condos only",
    "success.quote-id",
    200,
    ({ quoteId, ...body }, request) =>
      leadOf(request).buildingType === "condo" ? body : { quoteId, ...body },
  ),
  bodyMutant(
    "nests the success body",
    ["success.flag", "success.login-url", "success.quote-id"],
    200,
    (body) => ({ data: body }),
  ),
  partMutant("gives a login URL at another path", "success.login-url", {
    pathname: "/api/auth/callback/email",
  }),
  partMutant("gives a login URL on another host", "success.login-url", { host: "elsewhere.example" }),
  partMutant("gives a login URL with another scheme", "success.login-url", { protocol: "https:" }),
  linkMutant("gives a login URL without its host", "success.login-url", (link) =>
    link.replace(/^http:\/\/[^/]+/, ""),
  ),
  partMutant("gives a login URL without a token", "success.login-token", { search: "" }),
  partMutant("gives a login URL with an empty token", "success.login-token", { search: "?token=" }),
  linkMutant("names the token otherwise", "success.login-token", (link) => link.replace("?token=", "?t=")),
  partMutant("gives every lead the same login token", "success.login-token-own", {
    search: "?token=the-same",
  }),
  bodyMutant("gives two leads one login token", "success.login-token-own", 200, (body, request) => {
    const token = ["condo", "townhouse"].includes(String(leadOf(request).buildingType)) ? "one" : undefined;
    return token ? { ...body, loginUrl: String(body.loginUrl).replace(/token=.*/, `token=${token}`) } : body;
  }),
  statusMutant("answers a success with JSON of the type text/html", "content-type.success", 200, {
    headers: { "content-type": "text/html; charset=utf-8" },
  }),
  statusMutant(
    "answers a success with a text that is not JSON",
    ["success.flag", "success.login-token", "success.login-url", "success.quote-id"],
    200,
    { body: "OK" },
  ),
  statusMutant("misses a duplicate", "duplicates.quote", 400, (answer, request, origin) => {
    if (!IS_QUOTE.test(answer.body)) return answer;
    const token = createHash("sha256").update(request.body).digest("hex");
    const loginUrl = `${origin}/api/auth/callback/credentials?token=${token}`;
    return json(200, { success: true, quoteId: token.slice(0, 8), loginUrl });
  }),
  statusMutant("answers a duplicate with 409", "duplicates.quote", 400, (answer) =>
    IS_QUOTE.test(answer.body) ? { ...answer, status: 409 } : answer,
  ),
  bodyMutant("words a duplicate otherwise", "duplicates.quote", 400, (body) =>
    IS_QUOTE.test(duplicateText(body)) ? { error: "Email already exists" } : body,
  ),
  bodyMutant("gives a duplicate the text of an existing user", "duplicates.quote", 400, (body) =>
    IS_QUOTE.test(duplicateText(body)) ? { error: "User with this email already exists" } : body,
  ),
  bodyMutant("puts the text of a duplicate under message", "duplicates.quote", 400, (body) =>
    IS_QUOTE.test(duplicateText(body)) ? { message: body.error } : body,
  ),
  bodyMutant("answers a duplicate as an issue", "duplicates.quote", 400, (body) =>
    IS_QUOTE.test(duplicateText(body))
      ? { error: { issues: [{ code: "custom", message: body.error, path: ["contactInfo", "email"] }] } }
      : body,
  ),
  statusMutant(
    "answers a duplicate with JSON of the type text/plain",
    "content-type.duplicate",
    400,
    (answer) =>
      IS_QUOTE.test(answer.body) ? { ...answer, headers: { "content-type": "text/plain" } } : answer,
  ),
  mutant("tells duplicates by name and not by address", "duplicates.quote", {
    before: (request) => {
      const isOther = field(leadOf(request), "contactInfo.firstName") === "Other";
      return isOther ? { ...request, body: request.body.replace(/"smoke\+/, '"other+') } : request;
    },
  }),
  mutant("misses an existing user", "duplicates.user", {
    before: (request) => ({
      ...request,
      body: request.body.replace("known@example.com", "unknown@example.com"),
    }),
  }),
  bodyMutant("gives an existing user the text of a duplicate", "duplicates.user", 400, (body) =>
    IS_USER.test(duplicateText(body)) ? { error: "Email already in use" } : body,
  ),
];
