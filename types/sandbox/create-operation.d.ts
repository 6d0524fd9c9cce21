import type { IncomingMessage } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Delivery } from "./delivery.ts";
import type { QuoteBook } from "./quotes.ts";
import type { RequestTrace } from "./request-log.ts";
import type { RateLimit, ServiceSettings } from "./sandbox-types.ts";
import type { SeenNote } from "./seen-requests.ts";
export interface CreateOptions {
    keys: readonly string[];
    keepLeads: boolean;
    clock: Clock;
    book: QuoteBook;
    loginUrl(quoteId: string): string;
}
/** The one operation of the interface, section 4: create a lead. */
export declare class CreateOperation {
    #private;
    constructor(options: CreateOptions);
    change({ partners, rateLimit, faults, successStatus }: ServiceSettings): void;
    /** Which of several refusals comes first is not shown: ours go from the outside in. */
    answer(request: IncomingMessage, partner: string, trace: RequestTrace, seen: SeenNote | undefined): Promise<Delivery>;
}
/** Counts exactly: a sliding window over the times of the requests that were taken. */
export declare class RateWindow {
    #private;
    constructor({ requests, perMs }: RateLimit);
    /** Takes a request and returns 0, or returns after how many milliseconds one will be taken. */
    take(nowMs: number): number;
}
