import type { Delivery } from "./delivery.ts";
import { type SandboxAnswer } from "./sandbox-answer.ts";
import type { Fault, FaultKind, FaultSide } from "./sandbox-types.ts";
export declare const FAULT_KINDS: readonly FaultKind[];
/** The fault that a name means; undefined when there is none. */
export declare function faultKind(name: string): FaultKind | undefined;
export declare function faultSide(fault: Fault): FaultSide;
export declare function faultName(fault: Fault): string;
/**
 * What the client gets instead.
 *
 * @param answer What the work answered, for faults that come after it.
 * @param target The request's own target.
 */
export declare function playFault(fault: Fault, answer: SandboxAnswer | null, target: string): Delivery;
