import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";
export type { AnswerDelay, CustomAnswer, Fault, FaultDetails, FaultKind, FaultOptions, FaultScript, FaultSide, RateLimit, RequestLogEntry, Sandbox, SandboxOptions, SandboxQuote, ScriptEntry, SeenRequest, ServiceSettings, } from "./sandbox-types.ts";
/**
 * Starts the whole service of the interface in this process.
 *
 * @throws CliError with exit code 2 when the address cannot be listened on.
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
