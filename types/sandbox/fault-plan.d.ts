import type { Fault, FaultOptions } from "./sandbox-types.ts";
export interface PlannedFault {
    /** 1 for the first create request with this e-mail address. */
    attempt: number;
    fault: Fault | null;
}
/** Decides which create request meets which fault. */
export declare class FaultPlan {
    #private;
    constructor({ probabilities, seed, script }: FaultOptions);
    /** Counts one more attempt for an address ("" where a body has none) and tells its fault. */
    next(email: string): PlannedFault;
}
/**
 * A number from 0 (included) to 1 (excluded) that depends on nothing but the seed and the text: FNV-1a,
 * mixed by MurmurHash3's finaliser. For rehearsals, never for secrets.
 */
export declare function seededFraction(seed: number, text: string): number;
