import type { Issue } from "../lead/issue.ts";
/** What the service says to one request, before anything is written. */
export interface SandboxAnswer {
    status: number;
    /** Names and values in turn: node:http writes them faster than an object. */
    headers: readonly string[];
    body: string;
    /** What the answer means, for the request log. */
    outcome: string;
}
/** An answer with the body `{"message": …}` (interface, section 7). */
export declare function messageAnswer(status: number, message: string, outcome: string, headers?: readonly string[]): SandboxAnswer;
/** What is asked of the sandbox itself. */
export declare function jsonAnswer(value: unknown): SandboxAnswer;
export declare function htmlAnswer(status: number, html: string, outcome: string): SandboxAnswer;
/** 400 with an issues body (interface, section 7). */
export declare function issuesAnswer(issues: readonly object[]): SandboxAnswer;
/** 400 with a duplicate error (interface, section 7). */
export declare function duplicateAnswer(error: string): SandboxAnswer;
/** The success body (interface, section 2.2); its status is not shown there. */
export declare function createdAnswer(quoteId: string, loginUrl: string, status: number): SandboxAnswer;
/** What is about the body as a whole, in the shape of an issue. */
export declare function bodyIssue(message: string): Issue;
export declare const UNAUTHORIZED: SandboxAnswer;
export declare const NOT_FOUND: SandboxAnswer;
/** Nobody is left to read it. */
export declare const ABORTED: SandboxAnswer;
export declare const TOO_LARGE: SandboxAnswer;
export declare const UNSUPPORTED_TYPE: SandboxAnswer;
/** Limits are not shown: 429 with Retry-After in whole seconds. */
export declare function tooManyRequests(waitMs: number): SandboxAnswer;
export declare function methodNotAllowed(allow: string): SandboxAnswer;
