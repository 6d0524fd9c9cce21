import { type HttpExchange, isObject, isWhole, jsonBody } from "./http-client.ts";

/** A quote that exists now, for good: the interface has no way to delete one. */
export interface CreatedQuote {
  quoteId: string;
  email: string | null;
  /** The step that created it. */
  by: string;
}

/** What the run has left behind in the environment, whether it was meant to or not. */
export interface Ledger {
  created: CreatedQuote[];
  /** Leads of which nobody knows whether they have become quotes. */
  maybeCreated: { email: string | null; by: string }[];
}

export function emptyLedger(): Ledger {
  return { created: [], maybeCreated: [] };
}

/**
 * Notes what an exchange has created.
 *
 * @param isTakeable Whether the lead is one that the interface takes: then an answer that was lost, or a 5xx,
 *   may hide a quote.
 */
export function enter(ledger: Ledger, exchange: HttpExchange, by: string, isTakeable: boolean): void {
  const { request, answer } = exchange;
  const status = answer.httpStatus;
  const isTaken = status !== null && status >= 200 && status < 300;
  if (request.body === null) return;
  const email = emailIn(request.body);
  const body = isTaken && isWhole(answer) ? jsonBody(answer) : undefined;
  if (isObject(body) && typeof body.quoteId === "string" && body.quoteId.trim() !== "") {
    ledger.created.push({ quoteId: body.quoteId, email, by });
  } else if (isTaken ? email !== null : isTakeable && answer.sent && (status === null || status >= 500)) {
    ledger.maybeCreated.push({ email, by });
  }
}

function emailIn(body: string): string | null {
  try {
    const lead: unknown = JSON.parse(body);
    const contact = isObject(lead) ? lead.contactInfo : undefined;
    return isObject(contact) && typeof contact.email === "string" ? contact.email : null;
  } catch {
    return null;
  }
}
