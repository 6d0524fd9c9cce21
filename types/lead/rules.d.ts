import type { Issue } from "./issue.ts";
import type { Lead } from "./schema.ts";
/** A rule of the interface, section 4.2: it holds for a lead, or yields the issue that the service would. */
export interface Rule {
    id: "V1" | "V2" | "V3" | "V4" | "V5";
    isViolatedBy(lead: Lead): boolean;
    issue: Readonly<Issue>;
}
export declare const RULES: readonly Rule[];
/** Every violation of V1 to V5 at once, in the order of the interface's table. */
export declare function violations(lead: Lead): Issue[];
