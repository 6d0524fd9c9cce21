import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import type { Clock } from "../base/clock.ts";

/** How the environment was reached, from its first connection. */
export interface ConnectionFacts {
  /** The address that answered. */
  address: string | null;
  /** How long the name took to resolve; null for an address literal. */
  dnsMs: number | null;
  /** Until the connection stood, with its TLS. */
  connectMs: number | null;
  tls: TlsFacts | null;
}

export interface TlsFacts {
  /** As in `TLSv1.3`. */
  protocol: string | null;
  cipher: string | null;
  subject: string | null;
  issuer: string | null;
  /** When the certificate ends. */
  validTo: Date | null;
}

/** A connector that notes how its first connection came about, and which errors were its own. */
export interface ObservedConnector {
  connect: buildConnector.connector;
  /** Null until a connection stood. */
  facts(): ConnectionFacts | null;
  /** Whether an error came from connecting, so that nothing was sent. */
  isOwnError(error: unknown): boolean;
}

export function observedConnector(options: { timeoutMs: number }, clock: Clock): ObservedConnector {
  let dnsMs: number | null = null;
  let facts: ConnectionFacts | null = null;
  const errors = new WeakSet<object>();
  const timedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const startedAtMs = clock.now();
    lookup(hostname, lookupOptions, (error, address, family) => {
      dnsMs ??= clock.now() - startedAtMs;
      callback(error, address as string, family as number);
    });
  };
  // `lookup` is handed on to net.connect and tls.connect; undici's type leaves it out.
  const connectorOptions = { timeout: options.timeoutMs, rejectUnauthorized: true, lookup: timedLookup };
  const connector = buildConnector({ ...connectorOptions, allowH2: false });
  return {
    connect: (connectOptions, callback) => {
      const startedAtMs = clock.now();
      connector(connectOptions, (...result: Parameters<buildConnector.Callback>) => {
        const [error, socket] = result;
        if (error) errors.add(error);
        if (socket) {
          facts ??= {
            address: socket.remoteAddress ?? null,
            dnsMs,
            connectMs: clock.now() - startedAtMs,
            tls: socket instanceof TLSSocket ? tlsFacts(socket) : null,
          };
        }
        callback(...result);
      });
    },
    facts: () => facts,
    isOwnError: (error) => typeof error === "object" && error !== null && errors.has(error),
  };
}

function tlsFacts(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const validTo = certificate.valid_to ? new Date(certificate.valid_to) : null;
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher()?.name ?? null,
    subject: firstText(certificate.subject?.CN),
    issuer: firstText(certificate.issuer?.O) ?? firstText(certificate.issuer?.CN),
    validTo,
  };
}

function firstText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
