import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Clock } from "../base/clock.ts";
import { type RequestTrace } from "./request-log.ts";
import type { SeenRequest } from "./sandbox-types.ts";
/** What is noted of a request while it is answered. */
export interface SeenNote {
    readonly time: string;
    readonly method: string | null;
    readonly target: string;
    readonly headers: IncomingHttpHeaders;
    /** Null as long as nothing was read. */
    bodyText: string | null;
    readonly trace: RequestTrace;
    status: number | null;
    durationMs: number;
}
/** The latest requests, for whoever asks what was sent. They are written out when somebody asks. */
export declare class SeenRequests {
    #private;
    /** @param max How many are kept; older ones are only counted. */
    constructor(keys: readonly string[], max: number, clock: Clock);
    /** Undefined where none are kept. */
    begin(request: IncomingMessage, trace: RequestTrace): SeenNote | undefined;
    /** Oldest first. */
    list(): {
        total: number;
        requests: SeenRequest[];
    };
    clear(): void;
}
