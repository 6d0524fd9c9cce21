import { type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { SandboxService } from "./sandbox-service.ts";
/** A server, and all of its open connections, each with the response that was last begun on it. */
export interface HttpServer {
    server: Server;
    sockets: ReadonlyMap<Duplex, ServerResponse | null>;
}
/** Puts the service behind HTTP, with an answer in JSON also where node:http has none or an empty one. */
export declare function createHttpServer(service: SandboxService): HttpServer;
/**
 * Starts to listen, and resolves with the base URL.
 *
 * @throws CliError with exit code 2 when the address is taken, not ours, or not allowed.
 */
export declare function listen(server: Server, host: string, port: number): Promise<string>;
