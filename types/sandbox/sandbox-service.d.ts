import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import { type SandboxAnswer } from "./sandbox-answer.ts";
import type { RequestLogEntry, ServiceSettings } from "./sandbox-types.ts";
import { SeenRequests } from "./seen-requests.ts";
export interface ServiceOptions {
    keys: readonly string[];
    keepLeads: boolean;
    keepRequests: number;
    clock: Clock;
    log?: (entry: RequestLogEntry) => void;
}
/** The service between HTTP and its operation: routes, login links, delays, the log. */
export declare class SandboxService {
    #private;
    linkBaseUrl: string;
    requestCount: number;
    readonly seen: SeenRequests;
    constructor(options: ServiceOptions);
    change(settings: ServiceSettings): void;
    /** Ends every delay and fault under way; answers from now on are the last on their connections. */
    stop(): void;
    quotes(): {
        quoteId: string;
        email: string;
        lead: unknown;
        loginUrl: string;
    }[];
    handle(request: IncomingMessage, response: ServerResponse): void;
    /** Answers without looking at the request. */
    refuse(request: IncomingMessage, response: ServerResponse, answer: SandboxAnswer): void;
    /** Counts and logs an answer that was given outside of node:http's responses. */
    note(method: string | null, target: string | null, { status, outcome }: SandboxAnswer): void;
}
