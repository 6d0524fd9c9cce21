import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
/** What a request's target means. */
export type Route = {
    kind: "create";
    partner: string;
} | {
    kind: "login";
    token: string;
}
/** Of the sandbox alone: whether it is up, and what it saw. */
 | {
    kind: "health" | "requests";
} | {
    kind: "unknown";
};
/** Of section 2.2; the token is a query parameter. */
export declare const LOGIN_PATH = "/api/auth/callback/credentials";
/** Reads a request target (interface, sections 2.2 and 4.1). */
export declare function routeOf(target: string): Route;
/** A target without its query, which may hold a token. */
export declare function pathOf(target: string): string;
/** Compares in constant time, so that the time of a refusal says no more of a key than its length. */
export declare class BearerKeys {
    #private;
    constructor(keys: readonly string[]);
    /** Whether an Authorization header holds one of the keys under the scheme Bearer (interface, section 5). */
    accept(authorization: string | undefined): boolean;
}
/**
 * Whether a request comes from this machine, and from no page of a site: one that has a name of its own point here
 * (DNS rebinding) sends that name as its host.
 */
export declare function isFromHere({ socket, headers }: IncomingMessage): boolean;
/** A throwaway key: it opens nothing but the sandbox that made it. */
export declare function makeKey(): string;
export type RequestBody = {
    kind: "text";
    text: string;
} | {
    kind: "not-utf8";
} | {
    kind: "too-large";
}
/** The client went away in the middle. */
 | {
    kind: "aborted";
};
/** Reads a request's body within bounds; never rejects. */
export declare function readRequestBody(request: IncomingMessage): Promise<RequestBody>;
/** Whether the headers promise JSON that can be read as it comes. */
export declare function isJsonRequest(headers: IncomingHttpHeaders): boolean;
