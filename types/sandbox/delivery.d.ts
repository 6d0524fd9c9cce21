import type { ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { SandboxAnswer } from "./sandbox-answer.ts";
/** How an answer reaches the client, or fails to. */
export type Manner = "whole"
/** All headers, half of the body, and the end of the connection. */
 | "truncated"
/** All headers, then a byte at a time. */
 | "drip"
/** A body that never ends. */
 | "endless"
/** Nothing, on an open connection. */
 | "silence"
/** A TCP reset. */
 | "reset"
/** An orderly end of the connection, without an answer. */
 | "close";
export interface Delivery {
    manner: Manner;
    /** Null where the manner needs none. */
    answer: SandboxAnswer | null;
    /** Between two bytes of a drip. */
    intervalMs?: number;
}
/** Writes an answer whole. */
export declare function deliver(response: ServerResponse, answer: SandboxAnswer, isLast: boolean): void;
/**
 * Delivers an answer badly, and resolves when that is over.
 *
 * @param over Aborts when the connection has ended or the sandbox stops.
 */
export declare function misdeliver(response: ServerResponse, { manner, answer, intervalMs }: Delivery, clock: Clock, over: AbortSignal): Promise<void>;
