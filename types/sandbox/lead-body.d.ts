import type { Issue } from "../lead/issue.ts";
/** A request body as far as it could be read. */
export interface LeadBody {
    /** The e-mail address as it was sent, valid or not; null when there is none. */
    email: string | null;
    /** Everything that is wrong with the body, at once; empty for an acceptable lead. */
    issues: (Issue | TypeIssue)[];
}
/** An issue about a field's type, with the keys and the wording of zod 3, as the service's issues have. */
export type TypeIssue = {
    code: "invalid_type";
    expected: string;
    received: string;
    path: string[];
    message: string;
} | {
    code: "not_finite";
    path: string[];
    message: string;
};
/**
 * Judges the text of a request body: its JSON, the types of section 2.1, the rules V1 to V5 of section 4.2.
 * Unknown fields, unknown enumeration values, and absent fields that no rule asks for are accepted.
 */
export declare function judgeBody(text: string): LeadBody;
