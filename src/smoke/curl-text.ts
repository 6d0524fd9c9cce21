import { shellWord } from "../terminal/shell-command.ts";
import type { StepExchange } from "./check.ts";

/** What a request is made of that a person puts in by a variable of their shell. */
export interface CurlOptions {
  baseUrl: string;
  /** The value of the Authorization header with the real key. */
  authorization: string;
  existingUser: string | null;
  /** Headers that a gateway wants, by the variables that hold their values. */
  headers: Readonly<Record<string, string>>;
}

const KEY = "$LEADCTL_API_KEY";
const USER = "$LEADCTL_EXISTING_USER";
/** Stands for something that no other run has had. */
const NOW = "$(date +%s)";

/**
 * A request as a line for a POSIX shell, which can be pasted as it is: secrets stand in it as variables. An address
 * that a lead is created with would be a duplicate the second time, and gets the time of day.
 */
export function curlText(
  { request, step }: Pick<StepExchange, "request" | "step">,
  options: CurlOptions,
): string {
  const { method, path, headers, body } = request;
  const key = options.authorization.replace(/^Bearer /, "");
  const header = (name: string, value: string): string => {
    const shown = name === "authorization" ? value.replace(key, () => KEY) : value;
    return `-H ${quoted(shown === "" ? `${name};` : `${name}: ${shown}`, KEY)}`;
  };
  const words = [
    "curl -sS -i",
    method === "HEAD" ? "--head" : `-X ${method}`,
    quoted(new URL(path, options.baseUrl).href, KEY),
    ...Object.entries(headers).map(([name, value]) => header(name, value)),
    ...Object.entries(options.headers).map(([name, variable]) => `-H "${name}: $${variable}"`),
  ];
  return [...words, ...(body === null ? [] : [data(body, step.creates === 1, options.existingUser)])].join(
    " ",
  );
}

function data(body: string, isTaken: boolean, existingUser: string | null): string {
  const isUser = existingUser !== null && body.includes(existingUser);
  if (isUser)
    return `--data-raw ${quoted(
      body.replace(existingUser, () => USER),
      USER,
    )}`;
  return `--data-raw ${quoted(isTaken ? body.replace(/("email":"[^"@]*)@/, `$1-${NOW}@`) : body, NOW)}`;
}

/** In single quotes, but for what the shell puts in. */
function quoted(text: string, piece: string): string {
  if (text === "") return "''";
  return text
    .split(piece)
    .map((part) => (part === "" ? "" : shellWord(part, { kind: "posix" })))
    .join(`"${piece}"`);
}
