import { shellWord } from "../terminal/shell-command.ts";
import type { StepExchange } from "./check.ts";
import type { SmokePlan } from "./smoke-plan.ts";

/** What a person's shell puts in besides the key: an account's address, and something that no other run has had. */
const USER = "$LEADCTL_EXISTING_USER";
const NOW = "$(date +%s)";

/**
 * A request as a line for a POSIX shell, which can be pasted as it is: secrets stand in it as variables. An address
 * that a lead is created with would be a duplicate the second time, and gets the time of day.
 */
export function curlText(
  { request, step }: Pick<StepExchange, "request" | "step">,
  plan: Pick<SmokePlan, "baseUrl" | "keyVariable" | "authorization" | "existingUser" | "headers">,
): string {
  const { method, path, headers, body } = request;
  const key = plan.authorization.replace(/^Bearer /, "");
  const keyText = `$${plan.keyVariable}`;
  const quoted = (text: string): string => quotedBut(text, [keyText, USER, NOW]);
  const header = ([name, value]: [string, string]): string => {
    const shown = name === "authorization" ? value.replace(key, () => keyText) : value;
    return `-H ${quoted(shown === "" ? `${name};` : `${name}: ${shown}`)}`;
  };
  const user = plan.existingUser;
  const data = (text: string): string => {
    if (user !== null && text.includes(user)) return text.replace(user, () => USER);
    return step.creates === 1 ? text.replace(/("email":"[^"@]*)@/, `$1-${NOW}@`) : text;
  };
  return [
    "curl -sS -i",
    method === "HEAD" ? "--head" : `-X ${method}`,
    quoted(new URL(path, plan.baseUrl).href),
    ...Object.entries(headers).map(header),
    ...Object.entries(plan.headers).map(([name, variable]) => `-H "${name}: $${variable}"`),
    ...(body === null ? [] : [`--data-raw ${quoted(data(body))}`]),
  ].join(" ");
}

const VARIABLE = /(\$\w+|\$\(date \+%s\))/;

/** In single quotes, but for what the shell puts in. */
function quotedBut(text: string, putIn: readonly string[]): string {
  const words = text.split(VARIABLE).filter((part) => part !== "");
  return (
    words.map((word) => (putIn.includes(word) ? `"${word}"` : shellWord(word, { kind: "posix" }))).join("") ||
    "''"
  );
}
