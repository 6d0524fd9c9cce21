import { createHash } from "node:crypto";
import { field, type Json, json, leadOf, type Mutant, onBody, onStatus } from "./mutation-parts.ts";

const duplicateText = (body: Json): string => (typeof body.error === "string" ? body.error : "");
const IS_QUOTE = /Email already in use/;
const IS_USER = /User with this email/;

function loginUrl(change: (url: URL) => void) {
  return onBody(200, (body) => {
    const url = new URL(String(body.loginUrl));
    change(url);
    return { ...body, loginUrl: url.href };
  });
}

/** One fault each in what a success says, and in how duplicates are refused. */
export const SUCCESS_MUTANTS: readonly Mutant[] = [
  {
    name: "leaves success out",
    mutation: onBody(200, ({ success: _success, ...body }) => body),
    caught: ["success.flag"],
  },
  {
    name: "gives success as a text",
    mutation: onBody(200, (body) => ({ ...body, success: "true" })),
    caught: ["success.flag"],
  },
  {
    name: "leaves both ids out",
    mutation: onBody(200, () => ({ success: true })),
    caught: ["success.login-url", "success.quote-id"],
  },
  {
    name: "leaves quoteId out",
    mutation: onBody(200, ({ quoteId: _quoteId, ...body }) => body),
    caught: ["success.quote-id"],
  },
  {
    name: "gives an empty quoteId",
    mutation: onBody(200, (body) => ({ ...body, quoteId: "" })),
    caught: ["success.quote-id"],
  },
  {
    name: "gives quoteId as a number",
    mutation: onBody(200, (body) => ({ ...body, quoteId: 17 })),
    caught: ["success.quote-id"],
  },
  {
    name: "gives every lead the same quoteId",
    mutation: onBody(200, (body) => ({ ...body, quoteId: "the-same" })),
    caught: ["success.quote-id-own"],
  },
  {
    name: "leaves quoteId out for condos only",
    mutation: onBody(200, ({ quoteId, ...body }, request) =>
      leadOf(request).buildingType === "condo" ? body : { quoteId, ...body },
    ),
    caught: ["success.quote-id"],
  },
  {
    name: "nests the success body",
    mutation: onBody(200, (body) => ({ data: body })),
    caught: ["success.flag", "success.login-url", "success.quote-id"],
  },
  {
    name: "gives a login URL at another path",
    mutation: loginUrl((url) => {
      url.pathname = "/api/auth/callback/email";
    }),
    caught: ["success.login-url"],
  },
  {
    name: "gives a login URL on another host",
    mutation: loginUrl((url) => {
      url.host = "elsewhere.example";
    }),
    caught: ["success.login-url"],
  },
  {
    name: "gives a login URL with another scheme",
    mutation: loginUrl((url) => {
      url.protocol = "https:";
    }),
    caught: ["success.login-url"],
  },
  {
    name: "gives a login URL without its host",
    mutation: onBody(200, (body) => ({
      ...body,
      loginUrl: String(body.loginUrl).replace(/^http:\/\/[^/]+/, ""),
    })),
    caught: ["success.login-url"],
  },
  {
    name: "gives a login URL without a token",
    mutation: loginUrl((url) => {
      url.search = "";
    }),
    caught: ["success.login-token"],
  },
  {
    name: "gives a login URL with an empty token",
    mutation: loginUrl((url) => {
      url.search = "?token=";
    }),
    caught: ["success.login-token"],
  },
  {
    name: "names the token otherwise",
    mutation: loginUrl((url) => {
      url.search = url.search.replace("token=", "t=");
    }),
    caught: ["success.login-token"],
  },
  {
    name: "gives every lead the same login token",
    mutation: loginUrl((url) => url.searchParams.set("token", "the-same")),
    caught: ["success.login-token-own"],
  },
  {
    name: "gives two leads one login token",
    mutation: onBody(200, (body, request) => {
      const token = ["condo", "townhouse"].includes(String(leadOf(request).buildingType)) ? "one" : undefined;
      return token
        ? { ...body, loginUrl: String(body.loginUrl).replace(/token=.*/, `token=${token}`) }
        : body;
    }),
    caught: ["success.login-token-own"],
  },
  {
    name: "answers a success with JSON of the type text/html",
    mutation: onStatus(200, (answer) => ({
      ...answer,
      headers: { "content-type": "text/html; charset=utf-8" },
    })),
    caught: ["content-type.success"],
  },
  {
    name: "answers a success with a text that is not JSON",
    mutation: onStatus(200, (answer) => ({ ...answer, body: "OK" })),
    caught: ["success.flag", "success.login-token", "success.login-url", "success.quote-id"],
  },
  {
    name: "misses a duplicate",
    mutation: onStatus(400, (answer, request, origin) => {
      if (!IS_QUOTE.test(answer.body)) return answer;
      const token = createHash("sha256").update(request.body).digest("hex");
      const loginUrl = `${origin}/api/auth/callback/credentials?token=${token}`;
      return json(200, { success: true, quoteId: token.slice(0, 8), loginUrl });
    }),
    caught: ["duplicates.quote"],
  },
  {
    name: "answers a duplicate with 409",
    mutation: onStatus(400, (answer) => (IS_QUOTE.test(answer.body) ? { ...answer, status: 409 } : answer)),
    caught: ["duplicates.quote"],
  },
  {
    name: "words a duplicate otherwise",
    mutation: onBody(400, (body) =>
      IS_QUOTE.test(duplicateText(body)) ? { error: "Email already exists" } : body,
    ),
    caught: ["duplicates.quote"],
  },
  {
    name: "gives a duplicate the text of an existing user",
    mutation: onBody(400, (body) =>
      IS_QUOTE.test(duplicateText(body)) ? { error: "User with this email already exists" } : body,
    ),
    caught: ["duplicates.quote"],
  },
  {
    name: "puts the text of a duplicate under message",
    mutation: onBody(400, (body) => (IS_QUOTE.test(duplicateText(body)) ? { message: body.error } : body)),
    caught: ["duplicates.quote"],
  },
  {
    name: "answers a duplicate as an issue",
    mutation: onBody(400, (body) =>
      IS_QUOTE.test(duplicateText(body))
        ? { error: { issues: [{ code: "custom", message: body.error, path: ["contactInfo", "email"] }] } }
        : body,
    ),
    caught: ["duplicates.quote"],
  },
  {
    name: "answers a duplicate with JSON of the type text/plain",
    mutation: onStatus(400, (answer) =>
      IS_QUOTE.test(answer.body) ? { ...answer, headers: { "content-type": "text/plain" } } : answer,
    ),
    caught: ["content-type.duplicate"],
  },
  {
    name: "tells duplicates by name and not by address",
    mutation: {
      before: (request) => {
        const isOther = field(leadOf(request), "contactInfo.firstName") === "Other";
        return isOther ? { ...request, body: request.body.replace(/"smoke\+/, '"other+') } : request;
      },
    },
    caught: ["duplicates.quote"],
  },
  {
    name: "misses an existing user",
    mutation: {
      before: (request) => ({
        ...request,
        body: request.body.replace("known@example.com", "unknown@example.com"),
      }),
    },
    caught: ["duplicates.user"],
  },
  {
    name: "gives an existing user the text of a duplicate",
    mutation: onBody(400, (body) =>
      IS_USER.test(duplicateText(body)) ? { error: "Email already in use" } : body,
    ),
    caught: ["duplicates.user"],
  },
];
