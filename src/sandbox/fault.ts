import type { Delivery, Manner } from "./delivery.ts";
import { messageAnswer, type SandboxAnswer } from "./sandbox-answer.ts";
import type { CustomAnswer, Fault, FaultDetails, FaultKind, FaultSide } from "./sandbox-types.ts";

interface FaultPlay {
  side: FaultSide;
  manner: Manner;
  /** An answer with this status comes instead of the work's. */
  status?: number;
  /** The work's answer gets another body. */
  body?: "unreadable" | "no-ids";
}

const SIDES = ["before", "after"] as const;
/** Faults before the work and after it, in the order in which they are shown. */
const OF_BOTH_SIDES: Readonly<Record<string, Omit<FaultPlay, "side">>> = {
  "500": { manner: "whole", status: 500 },
  "502": { manner: "whole", status: 502 },
  "503": { manner: "whole", status: 503 },
  "504": { manner: "whole", status: 504 },
  reset: { manner: "reset" },
  close: { manner: "close" },
  "no-answer": { manner: "silence" },
};

const PLAYS = {
  "429": { side: "before", manner: "whole", status: 429 },
  redirect: { side: "before", manner: "whole", status: 307 },
  ...Object.fromEntries(
    Object.entries(OF_BOTH_SIDES).flatMap(([name, play]) =>
      SIDES.map((side) => [`${name}-${side}`, { side, ...play }]),
    ),
  ),
  truncated: { side: "after", manner: "truncated" },
  unreadable: { side: "after", manner: "whole", body: "unreadable" },
  "no-ids": { side: "after", manner: "whole", body: "no-ids" },
  drip: { side: "after", manner: "drip" },
  endless: { side: "after", manner: "endless" },
} as Readonly<Record<FaultKind, FaultPlay>>;

export const FAULT_KINDS = Object.keys(PLAYS) as readonly FaultKind[];

/**
 * The fault that a name means; undefined when there is none. A name may leave the side open, as people say it: then it
 * comes before the work, and only silence after it.
 */
export function faultKind(name: string): FaultKind | undefined {
  const isOpen = Object.hasOwn(OF_BOTH_SIDES, name);
  const whole = isOpen ? `${name}-${name === "no-answer" ? "after" : "before"}` : name;
  return FAULT_KINDS.find((kind) => kind === whole);
}

export function faultSide(fault: Fault): FaultSide {
  return "kind" in fault ? PLAYS[fault.kind].side : fault.side;
}

export function faultName(fault: Fault): string {
  return "kind" in fault ? fault.kind : `${fault.status}-${fault.side} (scripted)`;
}

/**
 * What the client gets instead.
 *
 * @param answer The response of the work, for faults that come after it.
 * @param target The request's own target.
 */
export function playFault(fault: Fault, answer: SandboxAnswer | null, target: string): Delivery {
  const outcome = answer?.outcome ?? "fault";
  if (!("kind" in fault)) return { manner: "whole", answer: { ...customAnswer(fault), outcome } };
  const play: FaultPlay = PLAYS[fault.kind];
  if (play.status !== undefined)
    return { manner: "whole", answer: { ...statusAnswer(play.status, fault, target), outcome } };
  return {
    manner: play.manner,
    answer: answer && play.body ? withBody(answer, play.body) : answer,
    ...(fault.intervalMs !== undefined && { intervalMs: fault.intervalMs }),
  };
}

/** The bodies of a 500, and of everything else here, are not shown: a message, or a gateway's page. */
function statusAnswer(status: number, { retryAfter, location }: FaultDetails, target: string): SandboxAnswer {
  if (status === 307)
    return messageAnswer(307, "Temporary redirect", "fault", ["location", location ?? target]);
  if (status === 502) return gatewayPage(502, "Bad Gateway");
  if (status === 504) return gatewayPage(504, "Gateway Timeout");
  if (status === 500) return messageAnswer(500, "Internal server error", "fault");
  const seconds = retryAfter === undefined && status === 429 ? 1 : (retryAfter ?? null);
  const headers = seconds === null ? [] : ["retry-after", String(seconds)];
  return messageAnswer(
    status,
    status === 429 ? "Too many requests" : "Service unavailable",
    "fault",
    headers,
  );
}

function gatewayPage(status: number, title: string): SandboxAnswer {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>\n`;
  return { status, headers: ["content-type", "text/html"], body, outcome: "fault" };
}

function customAnswer({ status, headers = {}, body = "" }: CustomAnswer): SandboxAnswer {
  const isText = typeof body === "string";
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  const named = new Map([["content-type", type]]);
  for (const [name, value] of Object.entries(headers)) named.set(name.toLowerCase(), value);
  return {
    status,
    headers: [...named].flat(),
    body: isText ? body : JSON.stringify(body),
    outcome: "fault",
  };
}

function withBody(answer: SandboxAnswer, body: "unreadable" | "no-ids"): SandboxAnswer {
  if (body === "unreadable") {
    return {
      ...answer,
      headers: ["content-type", "text/html"],
      body: "<html><body>Hello from a proxy</body></html>\n",
    };
  }
  return answer.outcome === "created" ? { ...answer, body: JSON.stringify({ success: true }) } : answer;
}
