import type { Defence } from "./defence.ts";

/** The key and the wire: what keeps the secret secret, and bounds what a server can do to us. */
export const WIRE_DEFENCES: readonly Defence[] = [];
